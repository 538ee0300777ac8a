// @ts-check
// The room as this client was told it: the newest view, followed diff by diff, every hash compared (contract 20).

import { viewHash } from '../canonical.js';
import { patched } from '../patch.js';

/** @typedef {import('../../../types/protocol').View} View */
/** @typedef {import('../../../types/protocol').Diff1} Diff */
/** @typedef {'S' | 'E' | 'N' | 'W'} Side */

/** What is known of a room.
 * @typedef {{epoch: string, v: number, view: View}} Room */

/** The room that a snapshot tells; undefined if the hash is not that of its view.
 * @param {{epoch: string, v: number, hash: string, view: unknown}} snapshot
 * @returns {Room | undefined} */
export function roomOf({ epoch, v, hash, view }) {
  return viewHash(view) === hash ? { epoch, v, view: /** @type {View} */ (view) } : undefined;
}

/** Follows one diff: the next room, or why it cannot be made. After a mismatch the view is not to be relied on.
 * @param {Room} room
 * @param {Diff} diff
 * @returns {Room | 'old' | 'gap' | 'mismatch'} */
export function follow(room, diff) {
  if (diff.v <= room.v) return 'old';
  if (diff.from !== room.v) return 'gap';
  const view = /** @type {View} */ (patched(room.view, diff.patch));
  if (viewHash(view) !== diff.hash) return 'mismatch';
  return { epoch: room.epoch, v: diff.v, view };
}

/** The side of a chair in the match.
 * @param {View | undefined} view
 * @param {number | undefined} chair
 * @returns {Side | undefined} */
export function sideOf(view, chair) {
  return chair === undefined ? undefined : (view?.chairs?.[chair]?.side ?? undefined);
}

/** Whether the open question is this chair's to answer.
 * @param {View | undefined} view
 * @param {number | undefined} chair */
export function asks(view, chair) {
  const side = sideOf(view, chair);
  return side !== undefined && view?.turn?.side === side;
}
