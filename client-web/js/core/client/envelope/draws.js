// @ts-check
// The draws of a match as a client saw them, and whether each follows from the key.

import { pick, shuffle, throwShells } from '../../fair.js';

/** @typedef {import('../../../../types/protocol').Event} Event */
/** @typedef {import('../room.js').View} View */
/** @typedef {{shells: number, mouth_up_256: number, none_up: number}} Cast */

/** One draw as it was seen: the lots (the chair of each side, South first), a throw, or a pick of one of some; a pick
 * that a snapshot's news tells has no known number of candidates.
 * @typedef {{is: 'lots', chairs: number[]} | {is: 'throw', link?: string, shells: number[]}
 *   | {is: 'pick', of: number, got: number} | {is: 'unseen'}} Draw */

/** The sides in the order of turns. */
export const SIDES = /** @type {const} */ (['S', 'E', 'N', 'W']);

/** How many numbers of the match's counter a draw takes.
 * @param {Draw} draw */
export const countOf = (draw) => (draw.is === 'lots' ? Math.max(draw.chairs.length - 1, 0) : 1);

/** Whether two draws are the same.
 * @param {Draw} a
 * @param {Draw} b */
export const isSameDraw = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Whether the key gives this draw at `t`; undefined if that cannot be said.
 * @param {Draw} draw
 * @param {Uint8Array} key
 * @param {number} t
 * @param {Cast} cast
 * @param {number[]} chairs all chairs of the match, in order
 * @returns {boolean | undefined} */
export function followsFrom(draw, key, t, cast, chairs) {
  switch (draw.is) {
    case 'lots': {
      const { order } = shuffle(key, 0, chairs.length);
      return t === 0 && String(order.map((place) => chairs[place])) === String(draw.chairs);
    }
    case 'throw':
      return String(throwShells(key, t, draw.link, cast)) === String(draw.shells);
    case 'pick':
      return pick(key, t, draw.of) === draw.got;
    case 'unseen':
      return undefined;
  }
}

/** A drawn victim: among how many, and which one it was, with the candidates that the view before it named: South, East,
 * North, West, then by pawn number (chowka-bara.md 6).
 * @param {View} before
 * @param {Event} event
 * @returns {{is: 'pick', of: number, got: number} | undefined} */
export function pickOf(before, event) {
  if (event.e !== 'moved' || typeof event.t !== 'number') return undefined;
  const move = before.turn?.moves?.[event.pawn]?.[event.value];
  const victim = event.hits?.[0];
  if (!move || !victim) return undefined;
  const candidates = SIDES.flatMap((side) => {
    const pawns = [...(move.more_hits?.[side] ?? [])];
    if (move.hits?.[side] !== undefined) pawns.push(move.hits[side]);
    return pawns.sort((a, b) => a - b).map((pawn) => `${side}${pawn}`);
  });
  const got = candidates.indexOf(`${victim.side}${victim.pawn}`);
  return got < 0 ? undefined : { is: 'pick', of: candidates.length, got };
}
