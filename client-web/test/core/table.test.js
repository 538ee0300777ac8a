// @ts-check
// A table with its socket, clock and storage: it keeps the seat, comes back by itself and at once when woken, and keeps
// what the envelope saw for the page that comes after a reload.

import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';

import { promisedFor, seatIn } from '../../js/core/seats.js';
import { openTable } from '../../js/core/table.js';
import { Dealer, MATCH, ROOM } from './dealer.js';

/** @type {Socket[]} */
let sockets = [];
/** @type {import('../../js/core/table.js').Table[]} */
let tables = [];

/** A socket of which the test is the other end. */
class Socket {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    this.readyState = 0;
    /** @type {any[]} */
    this.sent = [];
    /** @type {any} */
    this.onopen = this.onmessage = this.onclose = null;
    sockets.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  open() {
    this.readyState = 1;
    this.onopen?.();
  }

  /** @param {string[]} frames */
  say(...frames) {
    for (const data of frames) this.onmessage?.({ data });
  }

  /** @param {number} [code] */
  broke(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function store() {
  /** @type {Map<string, string>} */
  const map = new Map();
  return {
    get length() {
      return map.size;
    },
    key: (/** @type {number} */ at) => [...map.keys()][at] ?? null,
    getItem: (/** @type {string} */ key) => map.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void map.set(key, value),
    removeItem: (/** @type {string} */ key) => void map.delete(key),
  };
}

/** @param {any} options */
function opened(options) {
  /** @type {any} */ (globalThis).WebSocket = Socket;
  /** @type {any} */ (globalThis).document = { ...events(), visibilityState: 'visible' };
  /** @type {any} */ (globalThis).window = events();
  const table = openTable({ url: 'ws://test/ws', name: 'Asha', ...options });
  tables.push(table);
  return { table, socket: () => sockets[sockets.length - 1] };
}

function events() {
  /** @type {Map<string, Set<() => void>>} */
  const heard = new Map();
  return {
    addEventListener: (/** @type {string} */ name, /** @type {() => void} */ fn) => void heard.set(name, (heard.get(name) ?? new Set()).add(fn)),
    removeEventListener: (/** @type {string} */ name, /** @type {() => void} */ fn) => void heard.get(name)?.delete(fn),
    happen: (/** @type {string} */ name) => heard.get(name)?.forEach((fn) => fn()),
    count: () => [...heard.values()].reduce((sum, fns) => sum + fns.size, 0),
  };
}

afterEach(() => {
  for (const table of tables) table.close();
  tables = [];
  sockets = [];
  for (const name of ['WebSocket', 'document', 'window']) delete (/** @type {any} */ (globalThis)[name]);
});

test('a seat is kept when it is held, and forgotten when it is given up', () => {
  const kept = store();
  const dealer = new Dealer();
  const { table, socket } = opened({ intent: { what: 'join', code: ROOM }, storage: kept });
  /** @type {any[]} */
  const news = [];
  table.listen((scene, what) => news.push([scene.line, what]));
  socket().open();
  socket().say(dealer.welcome({ seal: 'ab'.repeat(32) }));
  assert.equal(socket().sent[1].t, 'join');
  assert.equal(seatIn(kept, ROOM), undefined, 'asked for, and not held yet');
  socket().say(dealer.seated(), dealer.snapshot());
  assert.equal(table.scene.line, 'live');
  assert.equal(seatIn(kept, ROOM)?.name, 'Asha');
  table.wish({ t: 'leave' });
  socket().say(JSON.stringify({ t: 'ack', n: 1, v: 2 }));
  assert.deepEqual([table.scene.line, table.scene.ended?.code, seatIn(kept, ROOM)], ['ended', 'left', undefined]);
  assert.deepEqual(news[news.length - 1][1].ended, { code: 'left', why: '' });
});

test('it comes back by itself, and at once when it is woken', async () => {
  const dealer = new Dealer();
  const { table, socket } = opened({ intent: { what: 'join', code: ROOM }, storage: store() });
  socket().open();
  socket().say(dealer.welcome(), dealer.seated(), dealer.snapshot());
  socket().broke();
  assert.equal(table.scene.line, 'lost');
  assert.ok(typeof table.scene.lostSince === 'number' && table.scene.view, 'what was seen stays to be seen');
  while (sockets.length < 2) await new Promise(setImmediate);
  assert.equal(sockets.length, 2);
  socket().broke();
  assert.equal(sockets.length, 2);
  /** @type {any} */ (globalThis).window.happen('online');
  assert.equal(sockets.length, 3, 'the network is there again: no more waiting');
  socket().open();
  assert.equal(socket().sent[0].resume.room, ROOM);
  socket().say(dealer.welcome({ resumed: true }), dealer.seated(), dealer.snapshot());
  assert.deepEqual([table.scene.line, table.scene.lostSince], ['live', undefined]);
  /** @type {any} */ (globalThis).document.happen('visibilitychange');
  assert.equal(socket().sent.pop().t, 'ping', 'whoever looks again asks whether the line is alive');
});

test('another window takes the seat: that is final, and is taken back by coming anew', () => {
  const kept = store();
  const dealer = new Dealer();
  const { table, socket } = opened({ intent: { what: 'join', code: ROOM }, storage: kept });
  socket().open();
  socket().say(dealer.welcome(), dealer.seated(), dealer.snapshot());
  socket().broke(4001);
  assert.deepEqual([table.scene.ended?.code, table.scene.ended?.close, sockets.length], ['taken_over', 4001, 1]);
  assert.ok(seatIn(kept, ROOM), 'the seat is still this device\'s');
  const again = opened({ intent: { what: 'resume', code: ROOM }, storage: kept });
  again.socket().open();
  assert.equal(again.socket().sent[0].resume.token, sockets[0].sent[1].token);
});

test('a reload finds what was promised and what was seen', () => {
  const kept = store();
  const dealer = new Dealer();
  const { table, socket } = opened({ intent: { what: 'join', code: ROOM }, storage: kept });
  socket().open();
  socket().say(dealer.welcome(), dealer.seated(), dealer.snapshot(), dealer.seal());
  table.wish({ t: 'ready' });
  assert.equal(promisedFor(kept, MATCH)?.commit, dealer.view.server_commit);
  const tip = socket().sent.pop().tip;
  assert.equal(promisedFor(kept, MATCH)?.tip, tip);
  socket().say(JSON.stringify({ t: 'ack', n: 1, v: dealer.v }));
  dealer.chains[0] = [];
  socket().say(dealer.lock([tip, dealer.chains[1][8]]));
  const reveal = socket().sent.pop();
  socket().say(JSON.stringify({ t: 'ack', n: 2, v: dealer.v }), dealer.reveal(0, reveal.link), dealer.reveal(1), dealer.start());
  assert.equal(table.scene.envelope.checked, 1);
  table.close();
  const after = opened({ intent: { what: 'resume', code: ROOM }, storage: kept });
  after.socket().open();
  assert.notEqual(after.socket().sent[0].cid, sockets[0].sent[0].cid, 'a new client, whose numbers begin anew');
  after.socket().say(dealer.welcome({ resumed: true }), dealer.seated(), dealer.snapshot());
  const { envelope } = after.table.scene;
  assert.deepEqual([envelope.fromTheStart, envelope.checked, envelope.faults], [true, 1, []]);
});

test('an answer stays pending until its diff has come', () => {
  const dealer = new Dealer();
  const { table, socket } = opened({ intent: { what: 'join', code: ROOM }, storage: store() });
  socket().open();
  dealer.view = { ...dealer.view, stage: 'playing', chairs: { 0: { kind: 'person', side: 'S' } }, sides: {}, turn: { side: 'S', phase: 'throw', asked: 1, t: 1 } };
  socket().say(dealer.welcome(), dealer.seated(), dealer.snapshot());
  table.wish({ t: 'throw' });
  assert.deepEqual(table.scene.pending, { what: 'throw' });
  socket().say(JSON.stringify({ t: 'ack', n: 1, v: 2, answer: { t: 1, value: 3 } }));
  assert.deepEqual(table.scene.pending, { what: 'throw' });
  socket().say(dealer.diff({ turn: { phase: 'move', asked: 2 } }));
  assert.equal(table.scene.pending, undefined);
});

test('a closed table hears nothing and holds nothing', () => {
  const { table, socket } = opened({ intent: { what: 'watch', code: ROOM }, storage: store() });
  const { document, window } = /** @type {any} */ (globalThis);
  socket().open();
  assert.ok(document.count() + window.count() > 0);
  table.close();
  assert.deepEqual([document.count(), window.count(), socket().readyState], [0, 0, 3]);
  table.wake();
  assert.equal(sockets.length, 1);
});
