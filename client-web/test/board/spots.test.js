// @ts-check
// What a finger or a mouse means: the seed under it, the square where something lands, and whether it may have meant another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lie } from '../../js/board/seeds.js';
import { heapOn, isCrowded, spotAt, spotOf } from '../../js/board/spots.js';
import { Squares } from '../../js/board/squares.js';
import { scene } from './scenes.js';

const five = new Squares(5);
const table = scene({ S: [12, 15, 1, 1], N: [1, 3, 8, 25] }, {
  side: 'S', phase: 'move', asked: 9, value: 4, t: 3,
  moves: { 0: { 4: { from: 12, to: 16, hits: { N: 2 } } }, 2: { 4: { from: 1, to: 5 } }, 3: { 4: { from: 1, to: 5 } } }, blocked: {},
});
const lying = lie(table, five, false);

test('every seed lies on its square', () => {
  const at = (/** @type {string} */ side, /** @type {number} */ pawn) => lying.find(heap => heap.side === side && heap.pawns.includes(pawn));
  assert.deepEqual([at('S', 0)?.x, at('S', 0)?.y], [50, 150]);
  assert.deepEqual([at('N', 2)?.x, at('N', 2)?.y], [150, 450]);
  assert.equal(lying.length, 8);
});

test('a seed is meant by pressing it, its square beside it means what lands there', () => {
  assert.deepEqual(spotAt(table, five, lying, 52, 148).choices.map(choice => choice.pawn), [0]);
  const hit = spotAt(table, five, lying, 150, 450);
  assert.equal(hit.heap?.side, 'N');
  assert.deepEqual(hit.choices, []);
  assert.deepEqual(hit.coming.map(choice => choice.pawn), [0]);
  assert.deepEqual(spotAt(table, five, lying, 410, 290).coming.map(choice => choice.pawn), [2]);
  assert.deepEqual(spotAt(table, five, lying, -40, 290), { square: null, heap: null, choices: [], coming: [] });
});

test('a cell means all that stands there and all that lands there', () => {
  const home = spotOf(table, five, [4, 2], null);
  assert.deepEqual(home.choices.map(choice => choice.pawn), [2]);
  assert.equal(heapOn(lying, [4, 2], 'S')?.side, 'S');
  assert.equal(heapOn(lying, [2, 1]), null);
});

test('a finger between two seeds that may move is asked again, one far from others is not', () => {
  const spot = spotAt(table, five, lying, 150, 450);
  assert.equal(isCrowded(table, five, lying, spot, 150, 450, 24 / 0.6), false);
  assert.equal(isCrowded(table, five, lying, spot, 210, 440, 24 / 0.6), true);
});

test('seeds of who has left are gone, and those off the board lie outside it', () => {
  const off = scene({ S: [0, 0, 3, 0], N: [1, 1, 1, 1] });
  /** @type {any} */ (off.view).sides.N.left = true;
  const all = lie(off, five, false);
  assert.deepEqual(all.map(heap => heap.side), ['S', 'S', 'S', 'S']);
  assert.equal(all.filter(heap => heap.index === 0 && heap.y > 500).length, 3);
});
