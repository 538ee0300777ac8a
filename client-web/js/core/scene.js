// @ts-check
// What pages see of a table: one plain object, made anew at each change and never written by them.

import { sideOf } from './client/room.js';

/** @typedef {import('./client.js').Client} Client */
/** @typedef {import('./client/room.js').View} View */
/** @typedef {import('./client/room.js').Side} Side */
/** @typedef {import('./client/wish.js').Asked} Asked */
/** @typedef {import('./client/envelope.js').Fault} Fault */
/** @typedef {import('../../types/protocol').Event} Event */

/** The sealed envelope of the match at hand: its commitment, how many draws were seen, or once it is open how many follow
 * from the seed; `all` and `fromTheStart` tell how much of the match that is.
 * @typedef {{state: 'none' | 'sealed' | 'open' | 'broken', match?: string, commit?: string, seed?: string, checked: number,
 *   all: boolean, fromTheStart: boolean, ownLinks: number, refusedThrows: number, byClock: number, faults: readonly Fault[]}} EnvelopeScene */

/** @typedef {{what: 'throw'} | {what: 'move', pawn: number, value: number}} Pending */

/** @typedef {{
 *   view?: View, chair?: number, side?: Side, bottom: Side, watcher: boolean, room?: string,
 *   line: 'connecting' | 'live' | 'lost' | 'ended', lostSince?: number, tries: number,
 *   ended?: {code: string, reason: string, close?: number},
 *   around?: import('../../types/protocol').Around1, pending?: Pending, wantsReady: boolean, waiting: number,
 *   left: (tick: number) => number, envelope: EnvelopeScene,
 *   server?: {name: string, version: string, motd?: string | null}, limits?: import('../../types/protocol').Limits1, seal?: string,
 *   latency?: number}} Scene */

/** What a change brought. `events` of a snapshot may have been told before.
 * @typedef {{events: Event[], how: 'live' | 'caught_up' | 'snapshot',
 *   refused?: {code: string, text: string, wish?: Asked, again?: boolean},
 *   acked?: {wish: Asked, v: number, answer?: {t?: number | null, value?: number | null} | null, tookMs: number, resent: boolean},
 *   notice?: string, aside?: {phrase: string, name?: string}, seated?: {again: boolean}, checked?: boolean, ended?: {code: string, why: string}}} News */

/** @param {Client} client
 * @param {{lostSince?: number, now: () => number, settling?: Asked}} around
 * @returns {Scene} */
export function sceneOf(client, { lostSince, now, settling }) {
  const view = client.room?.view;
  const side = sideOf(view, client.chair);
  const { welcome } = client;
  return {
    view,
    chair: client.chair,
    side,
    bottom: side ?? 'S',
    watcher: client.wasSeated ? client.chair === undefined : client.settings.intent.what === 'watch',
    room: client.code,
    line: lineOf(client),
    lostSince: client.line === 'fresh' || client.line === 'ended' ? undefined : lostSince,
    tries: client.retry.tries,
    ended: client.ended,
    around: client.around?.told,
    pending: pendingOf(client, settling),
    wantsReady: client.wantsReady || client.outbox.holds('ready'),
    waiting: client.outbox.all().length,
    left(tick) {
      const at = client.tickAt(now());
      return at === undefined ? Infinity : Math.max(tick - at, 0);
    },
    envelope: envelopeOf(client),
    server: welcome?.server,
    limits: welcome?.limits,
    seal: welcome?.seal,
    latency: client.latency,
  };
}

/** @param {Client} client
 * @returns {Scene['line']} */
function lineOf(client) {
  if (client.line === 'ended') return 'ended';
  if (client.line === 'fresh') return 'live';
  return client.room ? 'lost' : 'connecting';
}

/** The own answer to the open question that is on its way, or that was taken and whose diff is on its way.
 * @param {Client} client
 * @param {Asked | undefined} settling
 * @returns {Pending | undefined} */
function pendingOf(client, settling) {
  const asked = client.room?.view.turn?.asked;
  const wishes = settling ? [settling, ...client.outbox.all()] : client.outbox.all();
  const wish = wishes.find((one) => asked !== undefined && one.v === asked);
  if (wish?.t === 'throw') return { what: 'throw' };
  return wish?.t === 'move' ? { what: 'move', pawn: wish.pawn, value: wish.value } : undefined;
}

/** @param {Client} client
 * @returns {EnvelopeScene} */
function envelopeOf({ envelope }) {
  if (!envelope) {
    const nothing = { checked: 0, ownLinks: 0, refusedThrows: 0, byClock: 0, faults: [] };
    return { state: 'none', all: false, fromTheStart: false, ...nothing };
  }
  const { match, commit, verdict, fromTheStart, ownLinks, refusedThrows, byClock } = envelope;
  const state = envelope.faults.length > 0 ? 'broken' : verdict ? 'open' : 'sealed';
  return {
    state,
    match,
    commit,
    seed: verdict?.seed,
    checked: verdict?.drawsChecked ?? envelope.draws.size,
    all: verdict?.allDraws ?? false,
    fromTheStart,
    ownLinks,
    refusedThrows,
    byClock,
    faults: [...envelope.faults],
  };
}
