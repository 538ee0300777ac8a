// @ts-check
// A server of one table for tests: it tells views and diffs with their hashes, and deals fair throws, or unfair ones.

import { viewHash } from '../../js/core/canonical.js';
import { Client } from '../../js/core/client.js';
import { canonical } from '../../js/core/canonical.js';
import * as fair from '../../js/core/fair.js';
import { patched } from '../../js/core/patch.js';
import { PRESETS } from '../../js/core/rules/ruleset.js';

export const ROOM = '7Q4KM2XD';
export const EPOCH = '00112233445566aa';
export const MATCH = '000102030405060708090a0b0c0d0e0f';
export const SEED = '11'.repeat(32);
export const SK = ['a0'.repeat(32), 'a1'.repeat(32)];
const CID = '0123456789abcdef';
export const LINKS = 8;

/** A client at this table.
 * @param {Partial<import('../../js/core/client.js').Settings>} [changes] */
export function client(changes = {}) {
  return new Client({
    intent: { what: 'join', code: ROOM },
    sk: SK[0],
    cid: CID,
    name: 'Asha',
    kind: 'person',
    program: 'test/1',
    links: LINKS,
    seed: 1,
    promised: () => undefined,
    ...changes,
  });
}

/** The messages among a client's outputs, and the others.
 * @param {Client} client */
export function drained(client) {
  const outputs = client.outputs();
  const sent = outputs.flatMap((output) => (output.do === 'send' ? [JSON.parse(output.text)] : []));
  const told = outputs.flatMap((output) => (output.do === 'tell' ? [output.told] : []));
  return { outputs, sent, told };
}

export class Dealer {
  constructor() {
    this.v = 1;
    /** @type {any} */
    this.view = {
      game: 'chowka',
      code: ROOM,
      stage: 'gathering',
      host: 0,
      clock: 'casual',
      listed: false,
      watch: true,
      preset: 'pagdi',
      rules: PRESETS.pagdi,
      rules_hash: fair.rulesHash(canonical(PRESETS.pagdi)),
      not_started: 0,
      chairs: { 0: { kind: 'person', name: 'Asha', gen: 1 }, 1: { kind: 'empty' } },
    };
    this.t = 1;
    this.chains = SK.map((sk) => fair.chainOf(fair.chainStart(sk, MATCH), LINKS));
    /** How many links each chair has shown, the tip among them. */
    this.shown = [1, 1];
    const reveals = this.chains.map((chain) => chain[LINKS - 1]);
    this.key = fair.matchKey(SEED, MATCH, this.view.rules_hash, reveals);
  }

  welcome(more = {}) {
    const limits = {};
    return JSON.stringify({ t: 'welcome', protocol: 1, server: { name: 'Test', version: '1' }, limits, now: 0, seal: '', ...more });
  }

  seated(lastN = 0, chair = 0) {
    return JSON.stringify({ t: 'seated', room: ROOM, chair, gen: 1, last_n: lastN });
  }

  snapshot(news = []) {
    const { v, view } = this;
    return JSON.stringify({ t: 'snapshot', room: ROOM, epoch: EPOCH, v, hash: viewHash(view), view, news });
  }

  around(tick = 0, more = {}) {
    return JSON.stringify({ t: 'around', chairs: { 0: true, 1: true }, watchers: 0, tick, now: 0, ...more });
  }

  /** The next version as an object; it is told or kept back by who asked for it.
   * @param {object} patch
   * @param {object[]} [events] */
  change(patch, events = []) {
    const from = this.v;
    this.v += 1;
    this.view = patched(this.view, patch);
    return { t: 'diff', from, v: this.v, hash: viewHash(this.view), patch, events };
  }

  /** The next version as a frame.
   * @param {object} patch
   * @param {object[]} [events] */
  diff(patch, events = []) {
    return JSON.stringify(this.change(patch, events));
  }

  /** The table is full and its throws are sealed. */
  seal(commit = fair.serverCommit(MATCH, SEED)) {
    const chairs = { 1: { kind: 'person', name: 'Ravi', gen: 1 } };
    const event = { e: 'sealed', match: MATCH, server_commit: commit };
    return this.diff({ stage: 'readying', match: MATCH, server_commit: commit, chairs }, [event]);
  }

  /** All are ready. */
  lock(tips = this.chains.map((chain) => chain[LINKS])) {
    const chairs = Object.fromEntries(tips.map((tip, no) => [no, { ready: true, tip, links_left: LINKS }]));
    return this.diff({ stage: 'revealing', chairs }, [{ e: 'locked', tips: { ...tips } }]);
  }

  /** A chair shows its first link.
   * @param {number} chair */
  reveal(chair, link = this.chains[chair][LINKS - 1]) {
    this.shown[chair] = 2;
    return this.diff({ chairs: { [chair]: { link, links_left: LINKS - 1 } } }, [{ e: 'revealed', chair, link }]);
  }

  /** The lots, and South begins. Of two chairs one pick decides. */
  start() {
    const { order } = fair.shuffle(this.key, 0, 2);
    const sides = { S: order[0], N: order[1] };
    /** The side of each chair. */
    this.sideOf = { [order[0]]: 'S', [order[1]]: 'N' };
    this.chairOf = sides;
    const pawns = { 0: 1, 1: 1, 2: 1, 3: 1 };
    const side = (/** @type {number} */ chair) => ({ chair, pawns, right: false, rank: 0, left: false });
    return this.diff(
      {
        stage: 'playing',
        sides: { S: side(sides.S), N: side(sides.N) },
        chairs: { [sides.S]: { side: 'S' }, [sides.N]: { side: 'N' } },
        turn: { side: 'S', phase: 'throw', asked: this.v + 1, deadline: 12_000, owed: 0, t: 1 },
      },
      [{ e: 'lots', t: 0, sides }],
    );
  }

  /** A throw of the side in turn, as it must fall, with changes.
   * @param {{by?: string, link?: string | null, shells?: number[], value?: number, t?: number}} [changes] */
  throw(changes = {}) {
    const { side } = this.view.turn;
    const chair = /** @type {any} */ (this.chairOf)[side];
    const by = changes.by ?? 'seat';
    const next = by === 'seat' ? this.chains[chair][LINKS - this.shown[chair]] : undefined;
    const link = changes.link === null ? undefined : (changes.link ?? next);
    const t = this.t;
    const shells = fair.throwShells(this.key, t, link, PRESETS.pagdi);
    const value = fair.valueOf(shells, PRESETS.pagdi);
    this.t += 1;
    if (link) this.shown[chair] += 1;
    const event = { e: 'thrown', side, t, by, shells, value, ...(link && { link }), ...strip(changes) };
    const turn = { side: side === 'S' ? 'N' : 'S', asked: this.v + 1, t: (changes.t ?? t) + 1 };
    const shown = link ? { link, links_left: LINKS - this.shown[chair] + 1 } : {};
    return this.diff({ turn, chairs: { [chair]: shown } }, [event]);
  }

  /** The end, with the seed opened. */
  end(seed = SEED) {
    const ranks = [['S'], ['N']];
    const result = { ranks, why: 'finished', server_seed: seed, record: `/api/v1/records/${MATCH}` };
    return this.diff({ stage: 'ended', turn: null, result }, [{ e: 'ended', ranks, why: 'finished', server_seed: seed }]);
  }
}

/** @param {object} changes */
function strip(changes) {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
}

/** A client that is seated at a table of the dealer's, with a fresh view.
 * @param {Dealer} dealer
 * @param {Partial<import('../../js/core/client.js').Settings>} [changes] */
export function sitting(dealer, changes) {
  const one = client(changes);
  one.connected(0);
  for (const frame of [dealer.welcome(), dealer.seated(), dealer.snapshot(), dealer.around()]) one.received(frame, 0);
  one.outputs();
  return one;
}

/** A client in a match that has begun, as the dealer plays it.
 * @param {Dealer} dealer
 * @param {Partial<import('../../js/core/client.js').Settings>} [changes] */
export function playing(dealer, changes) {
  const one = sitting(dealer, changes);
  one.received(dealer.seal(), 1);
  one.wish({ t: 'ready' }, 1);
  one.received(JSON.stringify({ t: 'ack', n: 1, v: dealer.v }), 1);
  one.received(dealer.lock(), 2);
  one.received(JSON.stringify({ t: 'ack', n: 2, v: dealer.v }), 2);
  one.received(dealer.reveal(0), 3);
  one.received(dealer.reveal(1), 3);
  one.received(dealer.start(), 4);
  return one;
}
