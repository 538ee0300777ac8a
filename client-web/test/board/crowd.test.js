// @ts-check
// Many seeds on one square: nobody is lost, none lies outside, and those alike make a heap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrange, arrangeYard } from '../../js/board/crowd.js';

/** @typedef {import('../../js/board/squares.js').Side} Side */

/** @param {string} words as `S0 S1 E3` */
function pawns(words) {
  return words.split(' ').map(word => ({ side: /** @type {Side} */ (word[0]), pawn: Number(word.slice(1)) }));
}

/** @param {import('../../js/board/crowd.js').Heap[]} heaps */
function written(heaps) {
  return heaps.map(heap => heap.side + heap.pawns.join('')).join(' ');
}

test('up to four lie by themselves, more make heaps by side', () => {
  assert.equal(written(arrange(pawns('S1'), 'S')), 'S1');
  assert.equal(written(arrange(pawns('E0 S3 S1 N2'), 'S')), 'S1 S3 E0 N2');
  assert.equal(written(arrange(pawns('E0 S3 S1 N2 S0'), 'S')), 'S013 E0 N2');
  assert.equal(written(arrange(pawns('S0 S1 S2 S3 S4 S5 S6 S7'), 'S')), 'S01234567');
});

test('on a small square three are a crowd', () => {
  assert.equal(written(arrange(pawns('S0 S1'), 'S', true)), 'S0 S1');
  assert.equal(written(arrange(pawns('S0 S1 E1'), 'S', true)), 'S01 E1');
});

test('whoever sits below comes first', () => {
  assert.equal(written(arrange(pawns('S0 E1 N2 W3'), 'N')), 'N2 W3 S0 E1');
});

test('every crowd lies inside its square, apart from each other, with everybody in it once', () => {
  for (let many = 1; many <= 32; many += 1) {
    for (const small of [false, true]) {
      const all = Array.from({ length: many }, (_, at) => ({ side: /** @type {Side} */ ('SENW'[at % 4]), pawn: Math.floor(at / 4) }));
      const heaps = arrange(all, 'S', small);
      assert.equal(heaps.flatMap(heap => heap.pawns).length, many);
      for (const heap of heaps) {
        for (const at of [heap.x, heap.y]) assert.ok(at - 33 * heap.scale >= 0 && at + 33 * heap.scale <= 100, `${many}: ${at}`);
        for (const other of heaps) {
          if (other !== heap) assert.ok(Math.hypot(other.x - heap.x, other.y - heap.y) > 45, `${many} lie upon each other`);
        }
      }
    }
  }
});

test('those off the board stand in a row around the middle of the yard', () => {
  assert.deepEqual(arrangeYard(pawns('S1 S0')).map(heap => heap.along), [-23, 23]);
  assert.deepEqual(arrangeYard(pawns('S0 S1 S2 S3 S4')).map(heap => heap.pawns.length), [5]);
  assert.deepEqual(arrangeYard([]), []);
});
