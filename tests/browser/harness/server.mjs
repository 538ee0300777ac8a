// A real server of its own for each test: started on a free port, killed, started again on the same folder.

import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ended, opened } from './opened.mjs';

const folder = process.env.PROGRAMS_UNDER_TEST;

/** @param {string} name A program under test. */
export function program(name) {
  if (!folder) throw new Error('PROGRAMS_UNDER_TEST names no folder; run tests/browser/run');
  return join(folder, name);
}

export class Server {
  #process;
  #args;
  #port = 0;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {{args?: string[], data?: string}} [how] */
  constructor({ args = [], data = mkdtempSync(join(tmpdir(), 'chowk-page-')) } = {}) {
    this.data = data;
    this.#args = args;
    opened(this);
  }

  /** A server that is ready. @param {...string} args Settings of `chowk-server`. */
  static async start(...args) {
    const server = new Server({ args });
    await server.up();
    return server;
  }

  get port() {
    return this.#port;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it, on the port that it had. */
  async up() {
    const args = ['--data', this.data, '--listen', `127.0.0.1:${this.#port}`, ...this.#args];
    const child = spawn(program('chowk-server'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    this.said = '';
    await new Promise((ready, failed) => {
      const hear = (bytes) => {
        this.said = (this.said + bytes).slice(-20_000);
        for (const look of this.#listeners) look();
        const port = /listening on http:\/\/[^ ]*:(\d+) /.exec(this.said);
        if (!port) return;
        this.#port = Number(port[1]);
        ready(undefined);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${this.said}`)));
    });
  }

  /** Ends it as a power cut would, or as an operator. @param {NodeJS.Signals} [signal] */
  async down(signal = 'SIGKILL') {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  /** Ends it and takes its folder away. */
  async end() {
    ended(this);
    await this.down();
    rmSync(this.data, { recursive: true, force: true });
  }

  /** The line of its log that fits, once it is there. @param {RegExp} pattern @returns {Promise<string>} */
  says(pattern) {
    return new Promise((resolve) => {
      const look = () => {
        const line = this.said.split('\n').find((line) => pattern.test(line));
        if (line === undefined) return;
        this.#listeners.delete(look);
        resolve(line);
      };
      this.#listeners.add(look);
      look();
    });
  }

  /** As the operator at the console: what was answered. @param {...string} args Of `chowk-server admin`. */
  async admin(...args) {
    return (await promisify(execFile)(program('chowk-server'), ['admin', '--data', this.data, ...args])).stdout;
  }

  /** @param {string} path */
  async json(path) {
    const answer = await fetch(this.url + path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }
}

/** A program of ours that plays or watches; it ends with the test. @param {...string} args Of `chowk`. */
export function chowk(...args) {
  const child = spawn(program('chowk'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const told = { text: '' };
  /** @type {(() => void)[]} */
  const listeners = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      told.text += bytes;
      for (const listener of listeners) listener();
    });
  }
  /** What it says that fits, once it does. @param {RegExp} pattern @returns {Promise<string>} */
  const says = (pattern) => new Promise((resolve, failed) => {
    const look = () => {
      const found = pattern.exec(told.text);
      if (found) resolve(found[0]);
    };
    listeners.push(look);
    child.once('exit', () => failed(new Error(`it ended: ${told.text}`)));
    look();
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const it = opened({ told, says, gone, end: () => (ended(it), child.kill(), gone) });
  return it;
}
