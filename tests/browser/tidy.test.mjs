// The page's code is tidy: promises, sizes, who may know whom, nothing from elsewhere, nothing that its policy forbids.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../client-web', import.meta.url));
const LINES_MAX = 400;
/** qrcode-generator 2.0.4, dist/qrcode.mjs, as npm has it. */
const QR_CODER = 'ea91d7118a5395289170da848b7c6758b996163bfbccf312591ab65a4911b7c0';

/** All files of a folder with this ending, as paths from the page's folder. @param {string} folder @param {string} ending @returns {string[]} */
function files(folder, ending) {
  return readdirSync(join(PAGE, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(PAGE, path)).isDirectory()) return files(path, ending);
    return name.endsWith(ending) ? [path] : [];
  });
}

const read = (/** @type {string} */ path) => readFileSync(join(PAGE, path), 'utf8');
const code = files('js', '.js');

/** The modules that one imports before it runs. @param {string} path */
function imports(path) {
  const found = [...read(path).matchAll(/^(?:import|export)\b[^'"]*?['"](\.[^'"]+)['"];?$/gm)];
  return found.map(([, to]) => relative(PAGE, join(PAGE, dirname(path), to)));
}

/** Everything that is loaded with a module. @param {string} path */
function closure(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const next of imports(path)) closure(next, seen);
  return seen;
}

test('each file promises something, and is not crowded', () => {
  assert.ok(code.length > 50);
  const faults = code.filter((path) => {
    const lines = read(path).split('\n');
    return lines[0] !== '// @ts-check' || !/^\/\/ .{10,}/.test(lines[1] ?? '') || lines.length > LINES_MAX;
  });
  assert.deepEqual(faults, []);
});

test('what is imported is there', () => {
  const missing = code.flatMap((path) => imports(path).filter((to) => !existsSync(join(PAGE, to))).map((to) => `${path}: ${to}`));
  assert.deepEqual(missing, []);
});

test('nothing writes markup, runs text, or speaks to other servers', () => {
  const forbidden = /\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function|javascript:|setAttribute\('style'/;
  const elsewhere = /['"`](https?:|wss?:)?\/\/(?!www\.w3\.org\/)[a-z0-9]/i;
  for (const path of [...code, 'index.html', ...files('css', '.css')]) {
    const text = read(path).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    assert.doesNotMatch(text, forbidden, path);
    assert.doesNotMatch(text, elsewhere, path);
  }
  assert.doesNotMatch(read('index.html'), /<script(?![^>]* src=)|style=|\bon[a-z]+=/);
});

test('the table needs no rules: what is legal the server says', () => {
  const known = [...closure('js/pages/room.js')].filter((path) => /core\/(rules|verify)|replay\//.test(path));
  assert.deepEqual(known, []);
});

test('the core draws nothing, and the board knows neither sockets nor storage', () => {
  const strip = (/** @type {string} */ path) => read(path).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  for (const path of code.filter((path) => path.startsWith('js/core/client'))) {
    assert.doesNotMatch(strip(path), /\b(document|localStorage|WebSocket|setTimeout|Date\.now|performance\.now|Math\.random)\b/, path);
  }
  for (const path of code.filter((path) => path.startsWith('js/board/'))) {
    assert.doesNotMatch(strip(path), /\b(WebSocket|localStorage|sessionStorage|fetch\()/, path);
    assert.ok(imports(path).every((to) => to.startsWith('js/board/')), path);
  }
});

test('what every page needs is named at its top, so that it comes in one round', () => {
  const named = [...read('index.html').matchAll(/modulepreload" href="\{\{base\}\}\/([^"]+)"/g)].map(([, path]) => path);
  assert.deepEqual(named.sort(), [...new Set([...closure('js/main.js'), ...named])].sort());
  for (const path of named) assert.ok(existsSync(join(PAGE, path)), path);
});

test('the coder of QR codes is the one of npm, unchanged', () => {
  assert.equal(createHash('sha256').update(readFileSync(join(PAGE, 'vendor/qrcode.js'))).digest('hex'), QR_CODER);
});

/** Where time itself is what is tried, and no fact can be awaited. */
const SLEEPS = ['show.mjs: await ravi.page.waitForTimeout(Math.max(0, 90_000 - (performance.now() - began)));'];

test('no test of the page sleeps', () => {
  const browser = fileURLToPath(new URL('.', import.meta.url));
  const tests = [browser, join(browser, 'harness')].flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.mjs')).map((name) => join(folder, name)));
  const own = files('test', '.js').map((path) => join(PAGE, path));
  const sleeps = [...tests, ...own].filter((path) => !path.endsWith('tidy.test.mjs')).flatMap((path) =>
    readFileSync(path, 'utf8').split('\n').filter((line) => /waitForTimeout\(|setTimeout\(/.test(line)).map((line) => `${path.split('/').at(-1)}: ${line.trim()}`));
  assert.deepEqual(sleeps, SLEEPS);
});
