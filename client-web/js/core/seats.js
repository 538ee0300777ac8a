// @ts-check
// What this device keeps of its seats: each room's secret and name, secrets that were asked with and not yet answered, the
// commitment that stood at Ready, and what servers said of their log of seals. Secrets go to nobody but the server's
// socket; on the way to another device they stand in a link's fragment, which no server sees.

import { at, root } from '../place.js';
import { hex, isHex } from './bytes.js';

/** @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>} Store */
/** @typedef {import('./client/envelope.js').Promised} Promised */
/** @typedef {import('./client.js').Intent} Intent */
/** @typedef {{code: string, name: string, at: number}} KeptSeat */
/** @typedef {{sk: string, name: string, at: number}} Seat */

const SEAT = 'chowk.seat.';
const PROMISED = 'chowk.promised.';
const ASKED = 'chowk.asked';
/** Two servers may share an address and its storage, each below a path of its own. */
const SEALS = `chowk.seals.${root.pathname}`;
const SEATS_MAX = 24;
const PROMISED_MAX = 24;
const ASKED_MAX = 8;
const SEALS_MAX = 32;
/** A room that nobody visits is gone by then: a secret that was asked with so long ago finds nothing any more. */
const ASKED_MS = 30 * 60_000;
/** The code of a room: no 0, O, 1, I or L. */
const CODE = /^[2-9A-HJKMNP-Z]{8}$/;

/** What a device keeps, or what is kept instead where a browser allows nothing.
 * @type {Store} */
const inMemory = (() => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
})();

/** The storage of this browser, where it allows one.
 * @returns {Store} */
export function deviceStore() {
  try {
    localStorage.setItem('chowk.probe', '1');
    localStorage.removeItem('chowk.probe');
    return localStorage;
  } catch {
    return inMemory;
  }
}

/** The seats of this device, newest first.
 * @param {Store} store
 * @returns {KeptSeat[]} */
export function keptSeats(store) {
  const seats = keysOf(store, SEAT).flatMap((key) => {
    const seat = read(store, key);
    return seat ? [{ code: key.slice(SEAT.length), name: String(seat.name ?? ''), at: Number(seat.at ?? 0) }] : [];
  });
  return seats.sort((a, b) => b.at - a.at);
}

/** The seat in a room.
 * @param {Store} store
 * @param {string} code
 * @returns {Seat | undefined} */
export function seatIn(store, code) {
  const seat = read(store, SEAT + code);
  return isHex(seat?.sk, 32) ? { sk: seat.sk, name: String(seat.name ?? ''), at: Number(seat.at ?? 0) } : undefined;
}

/** @param {Store} store
 * @param {string} code
 * @param {{sk: string, name: string}} seat
 * @param {number} [at] milliseconds since 1970 */
export function keepSeat(store, code, { sk, name }, at = Date.now()) {
  write(store, SEAT + code, { sk, name, at });
  for (const old of keptSeats(store).slice(SEATS_MAX)) forget(store, old.code);
}

/** A seat was given up, or its room is gone.
 * @param {Store} store
 * @param {string} code */
export function forget(store, code) {
  store.removeItem(SEAT + code);
}

/** The secret to come with: that of the seat, or the one that was asked with and not answered, or a new one. So a lost
 * answer leaves no room without an owner.
 * @param {Store} store
 * @param {Intent} intent
 * @param {number} [now] milliseconds since 1970
 * @returns {string} 32 bytes, in hex */
export function secretFor(store, intent, now = Date.now()) {
  const seat = 'code' in intent ? seatIn(store, intent.code) : undefined;
  if (seat) return seat.sk;
  const key = JSON.stringify(intent);
  const asked = askedWith(store).filter((entry) => now - entry.at < ASKED_MS);
  const known = asked.find((entry) => entry.key === key);
  const sk = known?.sk ?? newSecret();
  const others = asked.filter((entry) => entry.key !== key);
  write(store, ASKED, [{ key, sk, at: known?.at ?? now }, ...others].slice(0, ASKED_MAX));
  return sk;
}

/** What was asked with this secret was answered: by a seat, or by no.
 * @param {Store} store
 * @param {string} sk */
export function answeredTo(store, sk) {
  write(store, ASKED, askedWith(store).filter((entry) => entry.sk !== sk));
}

/** Writes down what stood when Ready was pressed; `draws` later, when the page goes.
 * @param {Store} store
 * @param {string} match
 * @param {Promised} promised */
export function keepPromised(store, match, promised) {
  write(store, PROMISED + match, { ...promised, at: Date.now() });
  const kept = keysOf(store, PROMISED).map((key) => ({ key, at: Number(read(store, key)?.at ?? 0) }));
  for (const { key } of kept.sort((a, b) => b.at - a.at).slice(PROMISED_MAX)) store.removeItem(key);
}

/** @param {Store} store
 * @param {string} match
 * @returns {Promised | undefined} */
export function promisedFor(store, match) {
  const promised = read(store, PROMISED + match);
  return isHex(promised?.commit, 32) && isHex(promised?.tip, 32) ? promised : undefined;
}

/** Writes down what a server said of the newest line of its log of seals.
 * @param {Store} store
 * @param {string} seal
 * @param {number} [at] milliseconds since 1970 */
export function keepSeal(store, seal, at = Date.now()) {
  const kept = keptSeals(store).filter((entry) => entry.seal !== seal);
  if (isHex(seal, 32)) write(store, SEALS, [{ seal, at }, ...kept].slice(0, SEALS_MAX));
}

/** What servers at this address said of their log, newest first.
 * @param {Store} store
 * @returns {{seal: string, at: number}[]} */
export function keptSeals(store) {
  const kept = read(store, SEALS);
  return Array.isArray(kept) ? kept.filter((entry) => isHex(entry?.seal, 32)) : [];
}

/** The link that takes a seat to another device; undefined if this one has none. Whoever has it has the seat.
 * @param {string} code
 * @param {Store} [store]
 * @param {string} [page] the address of the page that takes it over
 * @returns {string | undefined} */
export function moveLink(code, store = deviceStore(), page = at('move').href) {
  const seat = seatIn(store, code);
  return seat && `${page}#${code}.${seat.sk}`;
}

/** Takes over a seat that came in a link's fragment: its room, or undefined if that was no seat.
 * @param {string} fragment
 * @param {Store} [store]
 * @returns {string | undefined} */
export function takeMoved(fragment, store = deviceStore()) {
  const [code, sk] = fragment.replace(/^#/, '').split('.');
  if (!CODE.test(code ?? '') || !isHex(sk, 32)) return undefined;
  keepSeat(store, code, { sk, name: seatIn(store, code)?.name ?? '' });
  return code;
}

/** So many random bytes, in hex.
 * @param {number} [bytes] */
export const newSecret = (bytes = 32) => hex(crypto.getRandomValues(new Uint8Array(bytes)));

/** @param {Store} store
 * @returns {{key: string, sk: string, at: number}[]} */
function askedWith(store) {
  const asked = read(store, ASKED);
  return Array.isArray(asked) ? asked.filter((entry) => isHex(entry?.sk, 32)) : [];
}

/** @param {Store} store
 * @param {string} start */
function keysOf(store, start) {
  const keys = Array.from({ length: store.length }, (_, at) => store.key(at) ?? '');
  return keys.filter((key) => key.startsWith(start));
}

/** @param {Store} store
 * @param {string} key
 * @returns {any} */
function read(store, key) {
  try {
    return JSON.parse(store.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {Store} store
 * @param {string} key
 * @param {unknown} value */
function write(store, key, value) {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // A full storage: the table goes on, and only a reload will not find what was to be kept.
  }
}
