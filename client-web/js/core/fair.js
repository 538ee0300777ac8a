// @ts-check
// Fair throws, chowk-fair/1: seals, chains of links, the key of a match, and every throw, pick and shuffle from it.
// Digests, seeds and links are lower-case hex outside, raw bytes inside a hash.

import { hex, join, lp, u32, u64, unhex, utf8 } from './bytes.js';
import { hmac, sha256 } from './sha256.js';

export const SCHEME = 'chowk-fair/1';
/** Links of a new chain: the number that the scheme calls good. */
export const LINKS = 1024;
/** Most links that a chain may have. */
export const LINKS_MAX = 65_536;

const TAG = lp(SCHEME);

/** @param {...Uint8Array} pieces */
const H = (...pieces) => hex(sha256(join(TAG, ...pieces)));

/** The commitment to a seed (fairness 1).
 * @param {string} match
 * @param {string} seed */
export const serverCommit = (match, seed) => H(lp('server'), lp(match), lp(unhex(seed)));

/** What a seat shows to sit down (contract 9).
 * @param {string} sk */
export const token = (sk) => H(lp('seat'), lp(unhex(sk)));

/** c0 of a seat's chain for a match (contract 9).
 * @param {string} sk
 * @param {string} match */
export const chainStart = (sk, match) => H(lp('chain'), lp(unhex(sk)), lp(match));

/** The link that a link leads to (fairness 2).
 * @param {string} link */
export const nextLink = (link) => H(lp('link'), lp(unhex(link)));

/** The links c(0) … c(N) of a chain: the last is the tip, the one before it the reveal.
 * @param {string} c0
 * @param {number} links
 * @returns {string[]} */
export function chainOf(c0, links) {
  const chain = [c0];
  // Of a thousand links all but the last 32 bytes that are hashed stay the same.
  const hashed = join(TAG, lp('link'), lp(unhex(c0)));
  for (let count = 0; count < links; count++) {
    const link = sha256(hashed);
    hashed.set(link, hashed.length - 32);
    chain.push(hex(link));
  }
  return chain;
}

/** The hash of a rule set, by its canonical JSON (fairness 4).
 * @param {string} canonicalRules */
export const rulesHash = (canonicalRules) => H(lp('rules'), lp(utf8(canonicalRules)));

/** K (fairness 4). `reveals` in the order of chairs in the lock; a house bot's is empty.
 * @param {string} seed
 * @param {string} match
 * @param {string} rules the hash of the rules
 * @param {readonly string[]} reveals
 * @returns {Uint8Array} */
export function matchKey(seed, match, rules, reveals) {
  const links = reveals.map((reveal) => lp(unhex(reveal)));
  return hmac(unhex(seed), TAG, lp('match'), lp(match), lp(unhex(rules)), Uint8Array.of(reveals.length), ...links);
}

/** The bytes from which throw number t is read (fairness 5).
 * @param {Uint8Array} key
 * @param {number} t
 * @param {string | null | undefined} link */
export const throwBytes = (key, t, link) => hmac(key, lp('throw'), u64(t), lp(unhex(link ?? '')));

/** The shells of throw number t: 1 with the mouth up.
 * @param {Uint8Array} key
 * @param {number} t
 * @param {string | null | undefined} link
 * @param {{shells: number, mouth_up_256: number}} cast
 * @returns {number[]} */
export function throwShells(key, t, link, cast) {
  const bytes = throwBytes(key, t, link);
  return Array.from(bytes.subarray(0, cast.shells), (byte) => (byte < cast.mouth_up_256 ? 1 : 0));
}

/** What shells count; undefined if they are no cast of these rules.
 * @param {readonly number[]} shells
 * @param {{shells: number, none_up: number}} cast
 * @returns {number | undefined} */
export function valueOf(shells, cast) {
  if (shells.length !== cast.shells || shells.some((shell) => shell !== 0 && shell !== 1)) return undefined;
  const up = shells.reduce((sum, shell) => sum + shell, 0);
  return up === 0 ? cast.none_up : up;
}

/** One of `of`, from 0: draw number t (fairness 5). A pick carries no link in this game.
 * @param {Uint8Array} key
 * @param {number} t
 * @param {number} of
 * @returns {number} */
export function pick(key, t, of) {
  const fairBelow = Math.floor(0x100000000 / of) * of;
  for (let number = 0; ; number++) {
    const block = hmac(key, lp('pick'), u64(t), lp(''), u32(number));
    const view = new DataView(block.buffer);
    for (let at = 0; at < 32; at += 4) {
      const word = view.getUint32(at);
      if (word < fairBelow) return word % of;
    }
  }
}

/** A shuffle of 0 … n-1 from draw t on: the number that ends on each place, and the next t.
 * @param {Uint8Array} key
 * @param {number} t
 * @param {number} n
 * @returns {{order: number[], t: number}} */
export function shuffle(key, t, n) {
  const order = Array.from({ length: n }, (_, place) => place);
  for (let i = n - 1; i > 0; i--) {
    const other = pick(key, t++, i + 1);
    [order[i], order[other]] = [order[other], order[i]];
  }
  return { order, t };
}
