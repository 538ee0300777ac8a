// @ts-check
// What a client does with a refusal: it waits where it was asked to, asks for another table where one filled up, and
// otherwise gives up what was refused and says so.

import { enter } from './speak.js';

/** @typedef {import('../client.js').Client} Client */

/** Where a refusal says "try again" without saying when, in milliseconds. */
const RETRY_MS = 250;
/** So many tables that were found for a client may fill up before it comes, and it asks for another. */
const TOO_LATE_MAX = 5;
/** Refusals that pass. */
const PATIENT = ['busy', 'paused', 'too_fast'];

/** @param {Client} client
 * @param {{n?: number | null, code: string, text: string, retry_ms?: number | null}} refusal */
export function refused(client, { n, code, text, retry_ms: retryMs }) {
  const wait = retryMs ?? (PATIENT.includes(code) ? RETRY_MS : undefined);
  if (['greeted', 'entering', 'waiting'].includes(client.line)) return atTheDoor(client, code, text, wait);
  if (client.line !== 'seated' && client.line !== 'fresh') return;
  const { outbox } = client;
  const flight = outbox.flight;
  const isThrow = flight?.n === n && flight?.wish.t === 'throw';
  if (isThrow && client.envelope && code !== 'answered') client.envelope.refusedThrows += 1;
  if (wait !== undefined && flight) {
    // A frame that came too fast may be refused before its number was read.
    const early = code === 'too_fast' && (n === undefined || n === null);
    if (early || flight.n === n) {
      flight.holdUntil = client.now + wait;
      return client.tell({ what: 'refused', wish: flight.wish, code, text, again: true });
    }
  }
  const landed = outbox.refused(n);
  // Somebody else asked for another match first: the wish is fulfilled.
  if (landed?.wish.t === 'again' && code === 'not_now' && client.room?.view.stage !== 'ended') return;
  if (landed && (code === 'gap' || code === 'too_old') && outbox.renumber(landed)) {
    // Only a new greeting tells the last number.
    client.out.push({ do: 'hang_up' });
    return;
  }
  // The room did not take that word: the chain stands as it did.
  if (landed?.wish.t === 'no_chain' && client.envelope) client.envelope.noChainSaid = false;
  client.tell({ what: 'refused', wish: landed?.wish, code, text });
}

/** The room was not entered: again later, another table, or the end.
 * @param {Client} client
 * @param {string} code
 * @param {string} text
 * @param {number | undefined} wait */
function atTheDoor(client, code, text, wait) {
  if (wait !== undefined) {
    client.line = 'waiting';
    client.enterAt = client.now + wait;
    return client.tell({ what: 'refused', code, text, again: true });
  }
  const anyTable = client.settings.intent.what === 'quick' && client.code === undefined;
  if (anyTable && (code === 'room_full' || code === 'locked') && client.tooLate < TOO_LATE_MAX) {
    client.tooLate += 1;
    return enter(client);
  }
  client.end(code, text);
}
