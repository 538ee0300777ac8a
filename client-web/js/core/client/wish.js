// @ts-check
// What a player may wish of the room, before it has a number; and how it becomes a message once it has one.

/** A wish as a page says it.
 * @typedef {{t: 'throw'} | {t: 'move', pawn: number, value: number} | {t: 'ready'} | {t: 'unready'}
 *   | {t: 'say', phrase: string} | {t: 'again'} | {t: 'resign'} | {t: 'leave'} | {t: 'add_bot', chair: number, brain: string}
 *   | {t: 'remove', chair: number} | {t: 'hand_over', chair: number, brain: string} | {t: 'no_chain'} | {t: 'more_time'}
 *   | {t: 'report', chair: number, about: 'name' | 'phrases' | 'stalling' | 'other'}} Wish */

/** A wish that knows which question it answers; the client wishes `reveal` by itself.
 * @typedef {Wish & {v?: number} | {t: 'reveal', v?: undefined}} Asked */

/** What a seat's chain adds to a command.
 * @typedef {{tip?: string, links?: number, link?: string}} Links */

/** The wishes that answer the open question. */
const ANSWERS = ['throw', 'move'];

/** @param {{t: string}} wish */
export const answers = (wish) => ANSWERS.includes(wish.t);

/** The frame of this command under number `n`, with what the chain adds.
 * @param {Asked} wish
 * @param {number} n
 * @param {Links} links
 * @returns {string} */
export function encode(wish, n, links) {
  return JSON.stringify({ ...wish, n, ...links });
}

/** Whether two wishes ask for the same: a second press of a button, not a second wish.
 * @param {Asked} a
 * @param {Asked} b */
export function isSame(a, b) {
  if (a.t !== b.t || a.t === 'say') return false;
  // One question has one answer: whichever seed was tapped first.
  return answers(a) ? a.v === b.v : JSON.stringify(a) === JSON.stringify(b);
}
