// @ts-check
// The four seeds as pictures: a tamarind seed, a bangle, a pebble and a bead, each with its own outline, colour and letter.

import { s } from './dom.js';

/** @typedef {import('./squares.js').Side} Side */

/**
 * Outlines around the origin, about 30 units in each direction.
 * @type {Record<Side, string>}
 */
export const OUTLINE = {
  S: 'M-31 9C-36 -5 -22 -22 -4 -25C15 -28 32 -20 34 -5C36 10 19 23 1 26C-14 28 -27 21 -31 9Z',
  E: 'M0 -31A31 31 0 0 1 0 31A31 31 0 0 1 0 -31Z',
  N: 'M-5.5 -29.5Q0 -36 5.5 -29.5L33.5 17Q38 26.5 28 27.5L-28 27.5Q-38 26.5 -33.5 17Z',
  W: 'M-5 -33.5Q0 -38 5 -33.5L33.5 -5Q38 0 33.5 5L5 33.5Q0 38 -5 33.5L-33.5 5Q-38 0 -33.5 -5Z',
};

/** The hole of the bangle. */
const HOLE = 'M0 -19.5A19.5 19.5 0 0 0 0 19.5A19.5 19.5 0 0 0 0 -19.5Z';

/**
 * What makes a seed look like one: lines and lights upon its outline.
 * @type {Record<Side, [string, string][]>}
 */
const GRAIN = {
  S: [
    ['seed-line', 'M-22 7C-25 -4 -13 -15 -2 -17.5C11 -20 24 -15 26 -5C27 4 18 12 6 16'],
    ['seed-light', 'M-23 -6C-18 -15 -9 -20 1 -21'],
  ],
  E: [
    ['seed-light', 'M-22 -13A26 26 0 0 1 -5 -25'],
    ['seed-line', 'M0 -31V-19.5M27 -15.5L17 -9.5M27 15.5L17 9.5M0 31V19.5M-27 15.5L-17 9.5M-27 -15.5L-17 -9.5'],
  ],
  N: [
    ['seed-light', 'M-19 3L-3.5 -22'],
    ['seed-line', 'M-20 21.5H15M24 13L20 6'],
  ],
  W: [
    ['seed-light', 'M-24 -5L-5 -24'],
    ['seed-line', 'M25 5L5 25M-12 17.5L-17.5 12'],
  ],
};

/** How far below the origin the letter stands. */
const LETTER_AT = { S: 0.5, E: 0, N: 9, W: 0 };

/**
 * A seed around the origin, with letters in it.
 * @param {Side} side
 * @param {string} letters
 */
export function seed(side, letters) {
  const group = s('g', { class: `seed seed-${side}` });
  group.append(s('path', { class: 'seed-shadow', d: OUTLINE[side], transform: 'translate(2.5 4)' }));
  group.append(s('path', { class: 'seed-body', d: side === 'E' ? OUTLINE.E + HOLE : OUTLINE[side], 'fill-rule': 'evenodd' }));
  if (side === 'E') group.append(s('path', { class: 'seed-hole', d: HOLE }));
  for (const [kind, line] of GRAIN[side]) group.append(s('path', { class: kind, d: line }));
  const text = s('text', { class: 'seed-letter', y: LETTER_AT[side], 'text-anchor': 'middle', dy: '.36em' }, letters);
  group.append(text);
  return group;
}

/**
 * A seed as a picture of its own, to stand in a line of HTML; it has no words for those who cannot see it.
 * @param {Side} side
 * @param {string} [letters]
 */
export function seedPicture(side, letters = side) {
  const picture = s('svg', { class: 'seed-picture', viewBox: '-40 -40 80 80', 'aria-hidden': 'true', focusable: 'false' });
  picture.append(seed(side, letters));
  return picture;
}

/**
 * The mark of the gate: two posts and a bar, whole or broken.
 * @param {boolean} open
 */
export function gatePicture(open) {
  const picture = s('svg', {
    class: open ? 'gate-picture gate-open' : 'gate-picture gate-shut', viewBox: '0 0 32 24', 'aria-hidden': 'true', focusable: 'false',
  });
  picture.append(s('path', { class: 'gate-post', d: 'M4.5 3.5V21M27.5 3V20.5' }));
  picture.append(s('path', { class: 'gate-bar', d: open ? 'M5 12L11.5 16.5M27 12L20.5 7.5' : 'M3 12.5L29 11.5' }));
  return picture;
}
