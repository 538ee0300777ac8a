// @ts-check
// A table as pages use it: the client machine with a real socket, a real clock and this device's storage around it. A
// drop, a sleep or a restart of the server is healed here; pages hear of it and do nothing.

import { socket } from '../place.js';
import { Client } from './client.js';
import { LINKS } from './fair.js';
import { sceneOf } from './scene.js';
import * as seats from './seats.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').News} News */
/** @typedef {import('./client.js').Intent} Intent */
/** @typedef {import('./client/wish.js').Wish} Wish */
/** @typedef {(scene: Scene, news: News) => void} Listener */

/** A socket that is not open after so many milliseconds is given up. */
const OPENING_MS = 8_000;
const PROGRAM = 'chowk-page/0.1';
/** After these a seat is nobody's any more. */
const SEAT_IS_GONE = ['left', 'no_such_room', 'room_gone', 'foreign_token', 'removed'];

const now = () => performance.now();

/** Sits down at a table, or watches one, and stays there until `close`.
 * @param {{intent: Intent, name?: string, kind?: 'person' | 'bot', password?: string, storage?: seats.Store, url?: string}} options
 * @returns {Table} */
export function openTable(options) {
  const table = new Table(options);
  table.connect();
  return table;
}

export class Table {
  /** @param {Parameters<typeof openTable>[0]} options */
  constructor({ intent, name, kind = 'person', password, storage = seats.deviceStore(), url }) {
    this.store = storage;
    this.url = url ?? socket();
    const seat = 'code' in intent ? seats.seatIn(storage, intent.code) : undefined;
    const sk = intent.what === 'watch' ? seats.newSecret() : seats.secretFor(storage, intent);
    this.client = new Client({
      intent,
      sk,
      // A reload makes a new client, so that the numbers of its commands begin anew.
      cid: seats.newSecret(8),
      name: name ?? seat?.name ?? '',
      kind,
      program: PROGRAM,
      password,
      links: LINKS,
      seed: parseInt(seats.newSecret(4), 16),
      promised: (match) => seats.promisedFor(storage, match),
    });
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    /** @type {Set<Listener>} */
    this.listeners = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** When to connect again.
     * @type {number | undefined} */
    this.connectAt = undefined;
    /** @type {number | undefined} */
    this.lostSince = undefined;
    /** A command whose answer came before its diff: it counts as pending until then.
     * @type {{wish: import('./client/wish.js').Asked, v: number} | undefined} */
    this.settling = undefined;
    this.closed = false;
    /** @type {Scene} */
    this.scene = this.look();
    this.wake = this.wake.bind(this);
    this.pause = this.pause.bind(this);
    this.hear('add');
  }

  /** Hears each change; the answer stops it.
   * @param {Listener} fn
   * @returns {() => void} */
  listen(fn) {
    this.listeners.add(fn);
    return () => this.listeners.delete(fn);
  }

  /** @param {Wish} wish
   * @returns {'over' | 'no_turn' | 'too_many' | undefined} why it could not even be sent */
  wish(wish) {
    const why = this.client.wish(wish, now());
    this.carry(true);
    return why;
  }

  /** Goes away from the table without giving up the seat. */
  close() {
    if (this.closed) return;
    this.pause();
    this.closed = true;
    this.hear('remove');
    clearTimeout(this.timer);
    this.drop();
    this.listeners.clear();
  }

  connect() {
    if (this.closed || this.socket || this.client.ended) return;
    this.connectAt = undefined;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    const opening = setTimeout(() => this.broke(socket), OPENING_MS);
    socket.onopen = () => {
      clearTimeout(opening);
      if (this.socket !== socket) return;
      this.client.connected(now());
      this.carry();
    };
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket || typeof data !== 'string') return;
      this.client.received(data, now());
      this.carry();
    };
    socket.onclose = ({ code }) => {
      clearTimeout(opening);
      this.broke(socket, code);
    };
  }

  /** @param {WebSocket} socket
   * @param {number} [code] */
  broke(socket, code) {
    if (this.socket !== socket) return;
    this.drop();
    this.lostSince ??= now();
    this.client.disconnected(now(), code);
    this.carry();
  }

  /** Leaves the socket to itself. */
  drop() {
    const { socket } = this;
    this.socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** The device woke, the page is seen again, or the network came back. */
  wake() {
    if (document.visibilityState === 'hidden') return this.pause();
    if (!this.socket) this.connect();
    this.client.wake(now());
    this.carry();
  }

  /** The page may be gone in a moment: what the envelope saw is written down for the one that comes after it. */
  pause() {
    const { envelope } = this.client;
    const promised = envelope && !envelope.closed && seats.promisedFor(this.store, envelope.match);
    if (!promised) return;
    const { match, draws, ownLinks } = envelope;
    seats.keepPromised(this.store, match, { ...promised, draws: [...draws], ownLinks });
  }

  /** Does what the machine wants done, tells the listeners, and sets the clock.
   * @param {boolean} [always] tells them in any case */
  carry(always = false) {
    /** @type {News} */
    const news = { events: [], how: 'live' };
    let told = always;
    for (let outputs = this.client.outputs(); outputs.length > 0; outputs = this.client.outputs()) {
      for (const output of outputs) {
        if (this.perform(output, news)) told = true;
      }
    }
    if (this.client.isFresh()) this.lostSince = undefined;
    this.schedule();
    if (!told || this.closed) return;
    this.scene = this.look();
    for (const fn of [...this.listeners]) fn(this.scene, news);
  }

  /** @param {import('./client.js').Output} output
   * @param {News} news
   * @returns {boolean} whether the listeners are to hear of it */
  perform(output, news) {
    switch (output.do) {
      case 'send':
        if (this.socket?.readyState === 1) this.socket.send(output.text);
        return false;
      case 'hang_up':
        this.drop();
        this.lostSince ??= now();
        this.client.disconnected(now());
        return true;
      case 'reconnect':
        this.connectAt = now() + output.afterMs;
        return true;
      case 'keep':
        seats.keepPromised(this.store, output.match, output.promised);
        return false;
      case 'end':
        this.over(output.end);
        news.ended = { code: output.end.code, why: output.end.reason };
        return true;
      case 'tell':
        return this.tell(output.told, news);
    }
  }

  /** @param {import('./client.js').Told} told
   * @param {News} news
   * @returns {boolean} */
  tell(told, news) {
    const { client, store } = this;
    switch (told.what) {
      case 'changed':
        news.events = [...news.events, ...told.events];
        news.how = told.how;
        if (this.settling && (client.room?.v ?? 0) >= this.settling.v) this.settling = undefined;
        this.learnName();
        return true;
      case 'acked':
        news.acked = told;
        if (told.v > (client.room?.v ?? 0)) this.settling = { wish: told.wish, v: told.v };
        return true;
      case 'refused':
        news.refused = told;
        return true;
      case 'notice':
        news.notice = told.text;
        return true;
      case 'aside':
        news.aside = told;
        return true;
      case 'welcome':
        seats.keepSeal(store, told.seal);
        return true;
      case 'seated':
        news.seated = { again: told.again };
        if (client.code && client.chair !== undefined) {
          const { sk, name } = client.settings;
          seats.keepSeat(store, client.code, { sk, name: name || (seats.seatIn(store, client.code)?.name ?? '') });
          seats.answeredTo(store, sk);
        }
        return true;
      case 'checked':
        news.checked = true;
        return true;
      case 'garbage':
        console.warn('a frame that is no message', told.why);
        return false;
      case 'around':
      case 'dropped':
      case 'healing':
        return true;
    }
  }

  /** A seat that came from another device has no name here yet. */
  learnName() {
    const { client, store } = this;
    const { code, chair, room } = client;
    if (code === undefined || chair === undefined || !room) return;
    const seat = seats.seatIn(store, code);
    const name = room.view.chairs[chair]?.name;
    if (seat && name && seat.name !== name) seats.keepSeat(store, code, { sk: seat.sk, name }, seat.at);
  }

  /** @param {import('./client.js').End} end */
  over({ code }) {
    const { client, store } = this;
    this.connectAt = undefined;
    if (client.settings.intent.what === 'watch') return this.drop();
    if (!client.wasSeated) seats.answeredTo(store, client.settings.sk);
    if (client.code !== undefined && SEAT_IS_GONE.includes(code)) seats.forget(store, client.code);
    this.drop();
  }

  schedule() {
    clearTimeout(this.timer);
    if (this.closed) return;
    const due = this.socket ? this.client.due() : this.connectAt;
    if (due === undefined) return;
    this.timer = setTimeout(() => this.ring(), Math.max(due - now(), 0) + 1);
  }

  ring() {
    if (this.connectAt !== undefined && this.connectAt <= now()) this.connect();
    this.client.tick(now());
    this.carry();
  }

  /** @returns {Scene} */
  look() {
    return sceneOf(this.client, { lostSince: this.lostSince, now, settling: this.settling?.wish });
  }

  /** @param {'add' | 'remove'} how */
  hear(how) {
    if (typeof document === 'undefined') return;
    /** @type {'addEventListener' | 'removeEventListener'} */
    const listen = `${how}EventListener`;
    document[listen]('visibilitychange', this.wake);
    for (const name of ['pageshow', 'online', 'offline', 'focus']) window[listen](name, this.wake);
    window[listen]('pagehide', this.pause);
  }
}
