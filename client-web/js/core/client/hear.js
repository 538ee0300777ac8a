// @ts-check
// What a client does with what the server says: every word is checked against what was told before, and what a newer
// server adds is passed over.

import { CLOSES, isFinal } from './closes.js';
import { answered } from './envelope/seen.js';
import { tookIn } from './match.js';
import { enter } from './speak.js';
import { refused } from './refusals.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('./room.js').Diff} Diff */

/** After so many frames that are no message the client gives up. */
const GARBAGE_MAX = 20;
/** What keeps a seat from being resumed for good. */
const NO_WAY_BACK = ['no_such_room', 'foreign_token', 'room_failed', 'removed'];

/** Takes in a text frame.
 * @param {Client} client
 * @param {string} text */
export function hear(client, text) {
  /** @type {any} */
  let message;
  try {
    message = JSON.parse(text);
  } catch (error) {
    return garbage(client, error);
  }
  if (typeof message?.t !== 'string') return garbage(client, 'a frame without the name of a message');
  try {
    hearMessage(client, message);
  } catch (error) {
    // A message of this name and not of its form.
    garbage(client, error);
  }
}

/** @param {Client} client
 * @param {unknown} why */
function garbage(client, why) {
  client.garbage += 1;
  client.tell({ what: 'garbage', why });
  if (client.garbage > GARBAGE_MAX) client.end('garbage', String(why));
}

/** @param {Client} client
 * @param {any} message */
function hearMessage(client, message) {
  if (message.room !== undefined && !isThisRoom(client, message.room)) return;
  switch (message.t) {
    case 'welcome':
      return welcomed(client, message);
    case 'seated': {
      client.retry.succeeded();
      client.outbox.seated(message.last_n);
      const again = client.wasSeated;
      client.code = message.room;
      client.chair = message.chair ?? undefined;
      client.line = 'seated';
      client.wasSeated = true;
      return client.tell({ what: 'seated', again });
    }
    case 'snapshot':
    case 'diff':
    case 'catch_up':
      return tookIn(client, message);
    case 'ack':
      return acked(client, message);
    case 'refused':
      return refused(client, message);
    case 'around': {
      const { t, ...told } = message;
      client.around = { told, at: client.now };
      return client.tell({ what: 'around' });
    }
    case 'bye':
      if (typeof message.retry_ms === 'number') client.retry.notBefore(message.retry_ms);
      if (isFinal(message.code)) return client.endClosed(message.code, message.text, message.why ?? undefined);
      client.bye = { code: message.code, text: message.text ?? CLOSES[message.code]?.text };
      return;
    case 'notice':
      return client.tell({ what: 'notice', text: message.text });
    case 'aside':
      return client.tell({ what: 'aside', phrase: message.phrase, name: message.name ?? undefined });
    case 'pong':
      // It comes after all diffs up to its version: whoever has not heard them has lost them.
      if (client.isFresh() && client.room && message.v > client.room.v) heal(client);
      if (typeof message.c === 'number') client.latency = Math.max(client.now - message.c, 0);
      return;
  }
}

/** Whether this is the room that was asked for; if not, that is the end: whatever followed would be a mixture.
 * @param {Client} client
 * @param {string} told */
export function isThisRoom(client, told) {
  if (client.code === undefined || client.code === told) return true;
  client.end('other_room', `The server answered for room ${told} instead of ${client.code}.`);
  return false;
}

/** @param {Client} client
 * @param {any} message */
function welcomed(client, message) {
  if (message.protocol !== 1) {
    return client.end('version_not_spoken', `The server speaks version ${message.protocol} of the protocol.`);
  }
  client.welcome = message;
  client.tell({ what: 'welcome', seal: message.seal });
  if (client.resuming) {
    if (message.resumed === true) {
      client.line = 'entering';
      return;
    }
    const { reason } = message;
    // A seat that cannot be had again is not taken anew: that would be another seat.
    const final = NO_WAY_BACK.includes(reason) || client.settings.intent.what === 'resume';
    if (final) return client.end(reason ?? 'foreign_token', '');
  }
  enter(client);
}

/** @param {Client} client
 * @param {any} message */
function acked(client, message) {
  const flight = client.outbox.acknowledged(message.n);
  if (!flight) return;
  const { wish, resent, firstSent } = flight;
  const { answer, v } = message;
  if (typeof answer?.t === 'number' && typeof answer.value === 'number' && client.envelope) {
    answered(client.envelope, v, answer.t, answer.value);
  }
  const tookMs = Math.max(client.now - firstSent, 0);
  if (resent === 0) client.latency = tookMs;
  client.tell({ what: 'acked', wish, v, answer, tookMs, resent: resent > 0 });
  if (wish.t === 'leave') client.end('left', '');
}

/** Asks for a snapshot, once.
 * @param {Client} client */
export function heal(client) {
  if (client.healing) return;
  client.healing = true;
  client.send({ t: 'resync' });
  client.tell({ what: 'healing' });
}
