// @ts-check
// What lies under a place of the board and what could be meant by it: a seed, a heap, a square where something may land.

import { CELL } from './ground.js';
import { middle } from './marks.js';
import { pawnsAt } from './names.js';
import { choicesOf, distinct, turnOf } from './scene.js';
import { REACH } from './seeds.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./squares.js').Squares} Squares */
/** @typedef {import('./squares.js').Square} Square */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').Choice} Choice */
/** @typedef {import('./seeds.js').Lying} Lying */
/**
 * What lies under a place or is meant by a cell: moves of what stands there, and moves that lead there.
 * @typedef {{square: Square | null, heap: Lying | null, choices: Choice[], coming: Choice[]}} Spot
 */

/**
 * The spot at a point of the drawing.
 * @param {Scene} scene @param {Squares} squares @param {Lying[]} lying @param {number} x @param {number} y
 * @returns {Spot}
 */
export function spotAt(scene, squares, lying, x, y) {
  const near = lying
    .map(heap => ({ heap, far: Math.hypot(heap.x - x, heap.y - y) }))
    .filter(({ heap, far }) => far < REACH * heap.scale + 6)
    .sort((a, b) => a.far - b.far)[0];
  const [row, column] = [Math.floor(y / CELL), Math.floor(x / CELL)];
  const inside = row >= 0 && column >= 0 && row < squares.size && column < squares.size;
  return spotOf(scene, squares, inside ? [row, column] : null, near?.heap ?? null);
}

/**
 * The spot of a whole square, or of one heap.
 * @param {Scene} scene @param {Squares} squares @param {Square | null} square @param {Lying | null} heap
 * @returns {Spot}
 */
export function spotOf(scene, squares, square, heap) {
  const turn = turnOf(scene);
  if (!turn) return { square, heap, choices: [], coming: [] };
  const choices = choicesOf(scene);
  const index = square ? squares.indexAt(square, turn.side, scene.bottom) : 0;
  /** @type {number[]} */
  let here = [];
  if (heap) here = heap.side === turn.side ? heap.pawns : [];
  else if (square) here = pawnsAt(scene, squares, square, turn.side);
  return {
    square,
    heap,
    choices: distinct(choices.filter(choice => here.includes(choice.pawn))),
    coming: square ? distinct(choices.filter(choice => choice.to === index)) : [],
  };
}

/**
 * A heap on a square, one of this side if there is one.
 * @param {Lying[]} lying @param {Square} square @param {Side} [first]
 */
export function heapOn(lying, square, first) {
  const [x, y] = middle(square);
  const here = lying.filter(heap => Math.abs(heap.x - x) < CELL / 2 && Math.abs(heap.y - y) < CELL / 2);
  return here.find(heap => heap.side === first) ?? here[0] ?? null;
}

/**
 * Whether a finger at a point may have meant something else that lies nearer to it than `near`.
 * @param {Scene} scene @param {Squares} squares @param {Lying[]} lying @param {Spot} at @param {number} x @param {number} y @param {number} near
 */
export function isCrowded(scene, squares, lying, at, x, y, near) {
  const side = turnOf(scene)?.side;
  const meant = at.choices.length ? at.choices : at.coming;
  const same = new Set(meant.map(choice => `${choice.from}:${choice.to}`));
  for (const choice of distinct(choicesOf(scene))) {
    if (!side || same.has(`${choice.from}:${choice.to}`)) continue;
    const heap = lying.find(heap => heap.side === side && heap.pawns.includes(choice.pawn));
    const spots = heap ? [[heap.x, heap.y]] : [];
    const target = squares.at(side, choice.to, scene.bottom);
    if (target && at.choices.length === 0) spots.push(middle(target));
    if (spots.some(([sx = 0, sy = 0]) => Math.hypot(sx - x, sy - y) < near)) return true;
  }
  return false;
}
