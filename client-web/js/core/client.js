// @ts-check
// A client of one room: what it knows, what it wishes, and what the server told it. It opens no socket, reads no clock,
// keeps nothing and draws no random number: whoever drives it passes frames and milliseconds in, and carries its outputs
// out.
//
//   connected(now) -> send hello -> received(welcome) -> send create | quick | join | watch, or nothing after a resume
//     -> received(seated) -> received(snapshot | catch_up) -> commands go out, one on its way at a time
//   disconnected(now) -> reconnect after … -> connected(now) … or end
//
// The driver takes `outputs()` after every input, and calls `tick` when `due()` says so.

import { CLOSES, codeOf, isFinal } from './client/closes.js';
import { Outbox } from './client/outbox.js';
import { Retry } from './client/retry.js';
import { hear } from './client/hear.js';
import { due, greet, pump, tick } from './client/speak.js';
import { answers, isSame } from './client/wish.js';

/** @typedef {import('./client/wish.js').Wish} Wish */
/** @typedef {import('./client/wish.js').Asked} Asked */
/** @typedef {import('./client/envelope.js').Envelope} Envelope */
/** @typedef {import('./client/envelope.js').Promised} Promised */
/** @typedef {import('../../types/protocol').Event} Event */

/** What a client came for. `resume` comes back to a seat whose secret is kept.
 * @typedef {{what: 'create', game: string, preset?: string, rules?: Record<string, unknown>, chairs: number, clock?: string,
 *     listed?: boolean, watch?: boolean, bestOf?: number, fill?: boolean}
 *   | {what: 'quick', preset: string, chairs?: number, clock?: string, bots?: boolean}
 *   | {what: 'join', code: string, chair?: number} | {what: 'watch', code: string} | {what: 'resume', code: string}} Intent */

/** @typedef {{intent: Intent, sk: string, cid: string, name: string, kind: 'person' | 'bot', program: string, password?: string,
 *   links: number, seed: number, promised: (match: string) => Promised | undefined}} Settings */

/** Why it is over: a stable code, and a sentence; `close` is the close code, where one was said.
 * @typedef {{code: string, reason: string, close?: number}} End */

/** What happened, for whoever shows it. `events` of a snapshot are its news, which may have been told before.
 * @typedef {{what: 'changed', events: Event[], how: 'live' | 'caught_up' | 'snapshot'}
 *   | {what: 'acked', wish: Asked, v: number, answer?: {t?: number | null, value?: number | null} | null, tookMs: number, resent: boolean}
 *   | {what: 'refused', wish?: Asked, code: string, text: string, again?: boolean}
 *   | {what: 'notice', text: string} | {what: 'aside', phrase: string, name?: string} | {what: 'welcome', seal: string} | {what: 'seated', again: boolean} | {what: 'around'}
 *   | {what: 'dropped', tries: number, text?: string} | {what: 'healing'} | {what: 'checked'}
 *   | {what: 'garbage', why: unknown}} Told */

/** What a client wants done.
 * @typedef {{do: 'send', text: string} | {do: 'tell', told: Told} | {do: 'hang_up'} | {do: 'reconnect', afterMs: number}
 *   | {do: 'keep', match: string, promised: Promised} | {do: 'end', end: End}} Output */

/** How far the conversation on the present socket has come.
 * @typedef {'down' | 'greeted' | 'entering' | 'waiting' | 'seated' | 'fresh' | 'ended'} Line */

/** How long a page that was woken waits for an answer, in milliseconds. */
const WOKEN_MS = 3_000;

export class Client {
  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settings;
    const { intent } = settings;
    /** @type {Line} */
    this.line = 'down';
    /** Whether hello asked for the seat. */
    this.resuming = false;
    /** When the room may be asked for again.
     * @type {number | undefined} */
    this.enterAt = undefined;
    /** The room's code, once it is known. */
    this.code = 'code' in intent ? intent.code : undefined;
    /** @type {number | undefined} */
    this.chair = undefined;
    /** @type {import('./client/room.js').Room | undefined} */
    this.room = undefined;
    /** Whether the seat was ever held. */
    this.wasSeated = false;
    this.badSnapshots = 0;
    this.garbage = 0;
    this.tooLate = 0;
    /** A snapshot was asked for; diffs until then are passed over. */
    this.healing = false;
    this.outbox = new Outbox();
    /** Whether Ready was pressed before anything was sealed, or for an attempt that was not started. */
    this.wantsReady = false;
    /** @type {Envelope | undefined} */
    this.envelope = undefined;
    /** @type {{told: import('../../types/protocol').Around1, at: number} | undefined} */
    this.around = undefined;
    /** @type {import('../../types/protocol').Protocol['server'] & {t: 'welcome'} | undefined} */
    this.welcome = undefined;
    this.retry = new Retry(settings.seed);
    /** What the server said when it closed.
     * @type {{code: number, text: string} | undefined} */
    this.bye = undefined;
    /** @type {End | undefined} */
    this.ended = undefined;
    this.now = 0;
    this.lastHeard = 0;
    /** When it was asked whether anybody is there.
     * @type {number | undefined} */
    this.pinged = undefined;
    /** How long the answer to that is waited for. */
    this.patienceMs = WOKEN_MS;
    /** Milliseconds from the last ping or command to its answer.
     * @type {number | undefined} */
    this.latency = undefined;
    /** @type {Output[]} */
    this.out = [];
  }

  /** A socket is open.
   * @param {number} now */
  connected(now) {
    if (this.line === 'ended') return;
    this.alive(now);
    this.bye = undefined;
    greet(this);
  }

  /** The socket ended, or could not be opened; `close` is the code of its close frame, if there was one.
   * @param {number} now
   * @param {number} [close] */
  disconnected(now, close) {
    if (this.line === 'ended') return;
    this.at(now);
    this.line = 'down';
    this.healing = false;
    this.pinged = undefined;
    this.outbox.socketEnded();
    const code = this.bye?.code ?? close;
    const text = this.bye?.text ?? (code === undefined ? undefined : CLOSES[code]?.text);
    this.bye = undefined;
    if (isFinal(code)) return this.endClosed(/** @type {number} */ (code), text);
    const afterMs = this.retry.next();
    this.tell({ what: 'dropped', tries: this.retry.tries, text });
    this.out.push({ do: 'reconnect', afterMs });
  }

  /** A text frame came.
   * @param {string} text
   * @param {number} now */
  received(text, now) {
    if (this.line === 'ended' || this.line === 'down') return;
    this.alive(now);
    hear(this, text);
    pump(this);
  }

  /** Time has come.
   * @param {number} now */
  tick(now) {
    if (this.line === 'down' || this.line === 'ended') return;
    this.at(now);
    tick(this);
  }

  /** When `tick` is to be called, if nothing else happens before; undefined without a socket.
   * @returns {number | undefined} */
  due() {
    return due(this);
  }

  /** Asks at once whether anybody is there. Where the device woke, or the network came back, the line is probably dead,
   * and nobody is to wait for long.
   * @param {number} now
   * @param {number} [patienceMs] a line on which nothing answers for so long is dead */
  wake(now, patienceMs = WOKEN_MS) {
    if (this.line === 'down' || this.line === 'ended') return;
    this.at(now);
    this.pinged = now;
    this.patienceMs = patienceMs;
    this.send({ t: 'ping', c: Math.floor(now) });
  }

  /** Wishes something; the number, the question and the links are added here. Tells why it cannot even be sent.
   * @param {Wish} wish
   * @param {number} now
   * @returns {'over' | 'no_turn' | 'too_many' | undefined} */
  wish(wish, now) {
    if (this.line === 'ended') return 'over';
    this.at(now);
    if (wish.t === 'ready' || wish.t === 'unready') {
      // Nothing is sealed before the table is full: Ready is said once it can be.
      const sealed = this.room?.view.stage === 'readying';
      this.wantsReady = wish.t === 'ready' && !sealed;
      if (!sealed) return undefined;
    }
    if (wish.t === 'say' && this.chair === undefined) {
      // Nobody answers what a watcher says: it waits for nothing, and is not said again.
      if (this.isFresh()) this.send({ ...wish, n: this.outbox.nextN() });
      return undefined;
    }
    const v = answers(wish) ? this.room?.view.turn?.asked : undefined;
    if (answers(wish) && v === undefined) return 'no_turn';
    const asked = v === undefined ? wish : { ...wish, v };
    if (this.outbox.all().some((other) => isSame(other, asked))) return undefined;
    if (!this.outbox.push(asked)) return 'too_many';
    pump(this);
    return undefined;
  }

  /** What is to be done now, in order.
   * @returns {Output[]} */
  outputs() {
    return this.out.splice(0);
  }

  /** Whether the seat is held and the view is fresh. */
  isFresh() {
    return this.line === 'fresh' && !this.healing;
  }

  /** The tick that the room's clock shows at `now`, as far as this client can tell.
   * @param {number} now
   * @returns {number | undefined} */
  tickAt(now) {
    if (!this.around) return undefined;
    const since = this.around.told.paused ? 0 : Math.max(now - this.around.at, 0);
    return this.around.told.tick + since;
  }

  /** @param {number} now */
  at(now) {
    this.now = Math.max(this.now, now);
  }

  /** @param {number} now */
  alive(now) {
    this.at(now);
    this.lastHeard = this.now;
    this.pinged = undefined;
  }

  /** @param {object} message */
  send(message) {
    this.out.push({ do: 'send', text: JSON.stringify(message) });
  }

  /** @param {Told} told */
  tell(told) {
    this.out.push({ do: 'tell', told });
  }

  /** @param {string} code
   * @param {string} reason
   * @param {number} [close] */
  end(code, reason, close) {
    if (this.line === 'ended') return;
    this.line = 'ended';
    this.ended = close === undefined ? { code, reason } : { code, reason, close };
    this.out.push({ do: 'end', end: this.ended });
  }

  /** @param {number} close
   * @param {string} [text]
   * @param {string} [why] the code that the server named */
  endClosed(close, text, why) {
    this.end(codeOf(close, text, why), text ?? CLOSES[close]?.text ?? '', close);
  }
}
