// @ts-check
// What a client does with a new view: its hash is compared, the envelope looks at it, the player is told, and what
// follows by itself (Ready that was wished early, the first link at the lock) is done.

import { Envelope } from './envelope.js';
import { pickOf } from './envelope/draws.js';
import { open } from './envelope/opening.js';
import { saw } from './envelope/seen.js';
import { heal, isThisRoom } from './hear.js';
import { follow, roomOf, sideOf } from './room.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('./room.js').Diff} Diff */
/** @typedef {import('./room.js').View} View */
/** @typedef {import('../../../types/protocol').Event} Event */

/** After so many snapshots in a row whose hash is not that of their view the client gives up. */
const BAD_SNAPSHOTS_MAX = 3;
/** Events that begin another match, or another attempt. */
const BEGINNINGS = ['locked', 'sealed', 'not_started', 'again'];

/** A snapshot, a diff, or the diffs that a return has missed.
 * @param {Client} client
 * @param {any} message */
export function tookIn(client, message) {
  if (message.t === 'snapshot') return tookSnapshot(client, message);
  if (message.t === 'diff') return tookDiffs(client, [message], 'live');
  tookDiffs(client, message.diffs, 'caught_up');
}

/** @param {Client} client
 * @param {any} message */
function tookSnapshot(client, message) {
  const room = roomOf(message);
  if (room && !isThisRoom(client, room.view.code)) return;
  if (!room) {
    client.badSnapshots += 1;
    if (client.badSnapshots >= BAD_SNAPSHOTS_MAX) {
      return client.end('garbage', 'The hash of a snapshot is not that of its view.');
    }
    client.healing = false;
    return heal(client);
  }
  client.badSnapshots = 0;
  client.healing = false;
  client.room = room;
  client.envelope?.skipped();
  takeEnvelope(client);
  /** @type {Event[]} */
  const news = message.news ?? [];
  const last = news.reduce((found, event, at) => (BEGINNINGS.includes(event.e) ? at : found), 0);
  for (const event of news.slice(last)) if (client.envelope) saw(client.envelope, event, undefined, true);
  look(client, client.chair);
  changed(client, news, 'snapshot');
}

/** @param {Client} client
 * @param {Diff[]} diffs
 * @param {'live' | 'caught_up'} how */
function tookDiffs(client, diffs, how) {
  if (client.healing) return;
  /** @type {Event[]} */
  const events = [];
  for (const diff of diffs) {
    // Before the first snapshot there is nothing to change: it will hold this change already.
    if (!client.room) return;
    const before = client.room.view;
    const next = follow(client.room, diff);
    if (next === 'old') {
      if (how === 'live') return;
      continue;
    }
    // The last view that held stays until a whole one comes.
    if (typeof next === 'string') return heal(client);
    if (!isThisRoom(client, next.view.code)) return;
    client.room = next;
    watchClock(client, diff.events);
    for (const event of diff.events) if (client.envelope) saw(client.envelope, event, pickOf(before, event), false);
    takeEnvelope(client);
    // While this client was not there, somebody else may have sat on its chair: what was missed is not looked at as its
    // own.
    look(client, how === 'live' ? client.chair : undefined);
    events.push(...diff.events);
  }
  if (how === 'caught_up') look(client, client.chair);
  changed(client, events, how);
}

/** The view is a new one.
 * @param {Client} client
 * @param {Event[]} events
 * @param {'live' | 'caught_up' | 'snapshot'} how */
function changed(client, events, how) {
  if (client.line === 'seated' && how !== 'live') client.line = 'fresh';
  // The Ready of an attempt that was not started is said again for the next one.
  const mine = client.chair !== undefined && how !== 'snapshot';
  if (mine && events.some((event) => event.e === 'not_started' && !event.silent.includes(client.chair ?? -1))) {
    client.wantsReady = true;
  }
  client.tell({ what: 'changed', events, how });
  whatFollows(client);
}

/** Ready once it can be said; and at the lock each seat shows its first link within ten seconds: nobody has to be asked.
 * @param {Client} client */
function whatFollows(client) {
  const { chair, room, outbox } = client;
  if (chair === undefined || !room) return;
  const { stage } = room.view;
  const own = room.view.chairs[chair];
  if (stage === 'playing' || stage === 'ended' || own?.ready) client.wantsReady = false;
  if (stage === 'readying' && client.wantsReady && client.envelope && !outbox.holds('ready')) {
    client.wantsReady = false;
    outbox.push({ t: 'ready' });
  }
  if (stage === 'revealing' && !own?.link && !outbox.holds('reveal')) outbox.push({ t: 'reveal' }, true);
}

/** Takes up the envelope of the match that the view shows, if it is another one.
 * @param {Client} client */
function takeEnvelope(client) {
  const { room } = client;
  if (!room || client.envelope?.match === (room.view.match ?? undefined)) return;
  if (client.envelope && client.outbox.anotherMatch()) client.wantsReady = true;
  const promised = room.view.match ? client.settings.promised(room.view.match) : undefined;
  client.envelope = Envelope.sealedIn(room.view, room.v, promised);
}

/** @param {Client} client
 * @param {number | undefined} me */
function look(client, me) {
  const { envelope, room } = client;
  if (!envelope || !room || room.view.match !== envelope.match) return;
  envelope.look(room.view, me, client.settings.sk);
  const seed = room.view.result?.server_seed;
  if (seed && open(envelope, seed)) client.tell({ what: 'checked' });
}

/** Counts own throws that the clock made, and finds those that it made although the link was there in time.
 * @param {Client} client
 * @param {Event[]} events */
function watchClock(client, events) {
  const side = sideOf(client.room?.view, client.chair);
  for (const event of events) {
    if (event.e !== 'thrown' || event.by !== 'clock' || event.side !== side || !client.envelope) continue;
    client.envelope.byClock += 1;
    if (client.outbox.flight?.surelyInTime) client.envelope.find({ what: 'clock_despite_link', t: event.t });
  }
}
