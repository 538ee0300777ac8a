// @ts-check
// Keys of the table, wherever the focus is: space throws, digits move a seed, letters tell. Nothing while one types.

import { settings } from '../settings.js';
import { isDialogOpen } from './dialog.js';

/**
 * @typedef {object} Doings
 * @property {() => boolean} throwNow gives whether a match is played at all
 * @property {(pawn: number) => void} pick
 * @property {(of: string) => void} tell
 * @property {() => void} help
 * @property {() => boolean} escape gives whether there was something to leave
 * @property {(by: number) => boolean} step while looking back: to the line before or after
 */

const LETTERS = /** @type {Record<string, string>} */ ({ l: 'last', c: 'clock', o: 'opponents', p: 'pieces', s: 'scan', r: 'repeat' });

/**
 * Listens; returns how to stop.
 * @param {Doings} doings
 */
export function listenToKeys(doings) {
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input, select, textarea, [contenteditable]')) return;
    if (event.key === 'Escape') {
      if (doings.escape()) event.preventDefault();
      return;
    }
    if (event.key === ' ') {
      // On a button or a link the space bar is theirs.
      if (target.closest('button, a, summary')) return;
      // Before and after a match it scrolls, as everywhere.
      if (event.repeat || doings.throwNow()) event.preventDefault();
      return;
    }
    if (!settings().keys || event.repeat) return;
    if (event.key === '?') doings.help();
    else if (/^[1-8]$/.test(event.key)) doings.pick(Number(event.key) - 1);
    else if (event.key.toLowerCase() in LETTERS) doings.tell(LETTERS[event.key.toLowerCase()]);
    else if ((event.key === '[' || event.key === ']') && doings.step(event.key === '[' ? -1 : 1)) return void event.preventDefault();
    else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}
