// @ts-check
// How the seeds on one square lie: alone and large, side by side, or in heaps of one side where they are many.

import { sidesFrom } from './squares.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {{side: Side, pawn: number}} Pawn */
/**
 * A seed, or a heap of one side's seeds, and where it lies on its square of 100 by 100 units; `scale` 1 is a lone seed.
 * @typedef {object} Heap
 * @property {Side} side
 * @property {number[]} pawns
 * @property {number} x
 * @property {number} y
 * @property {number} scale
 */

/** Places by number of heaps: scale, then the centres. @type {Record<number, [number, [number, number][]]>} */
const PLACES = {
  1: [1, [[50, 50]]],
  2: [0.8, [[31, 33], [69, 67]]],
  3: [0.7, [[27, 28], [73, 31], [49, 74]]],
  4: [0.68, [[26, 27], [74, 27], [26, 74], [74, 74]]],
};

/**
 * Arranges the seeds of a square.
 * @param {Pawn[]} pawns
 * @param {Side} bottom the side that comes first
 * @param {boolean} small whether a square is so small that heaps read better than three seeds
 * @returns {Heap[]}
 */
export function arrange(pawns, bottom, small = false) {
  /** @type {Map<Side, number[]>} */
  const bySide = new Map();
  for (const side of sidesFrom(bottom)) {
    const own = pawns.filter(pawn => pawn.side === side).map(pawn => pawn.pawn).sort((a, b) => a - b);
    if (own.length) bySide.set(side, own);
  }
  const single = pawns.length <= (small ? 2 : 4);
  /** @type {[Side, number[]][]} */
  const heaps = [];
  for (const [side, own] of bySide) {
    if (single) for (const pawn of own) heaps.push([side, [pawn]]);
    else heaps.push([side, own]);
  }
  const [scale, centres] = PLACES[heaps.length] ?? [1, []];
  return heaps.map(([side, own], at) => {
    const [x, y] = centres[at] ?? [50, 50];
    return { side, pawns: own, x, y, scale };
  });
}

/**
 * Arranges seeds off the board in a row of a yard, around its middle.
 * @param {Pawn[]} pawns
 * @param {boolean} small
 * @returns {{side: Side, pawns: number[], along: number, scale: number}[]}
 */
export function arrangeYard(pawns, small = false) {
  const own = pawns.slice().sort((a, b) => a.pawn - b.pawn);
  const first = own[0];
  if (!first) return [];
  if (own.length > (small ? 2 : 4)) return [{ side: first.side, pawns: own.map(pawn => pawn.pawn), along: 0, scale: 0.64 }];
  return own.map(({ side, pawn }, at) => ({ side, pawns: [pawn], along: (at - (own.length - 1) / 2) * 46, scale: 0.6 }));
}
