// @ts-check
// The geometry of the board against the rules page, written out as drawings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIDES, Squares, sidesFrom, squaresOf } from '../../js/board/squares.js';

/** @param {Squares} squares @param {import('../../js/board/squares.js').Side} side @param {import('../../js/board/squares.js').Side} bottom */
function drawing(squares, side, bottom) {
  const rows = [];
  for (let row = 0; row < squares.size; row += 1) {
    const cells = [];
    for (let column = 0; column < squares.size; column += 1) {
      cells.push(String(squares.indexAt([row, column], side, bottom)).padStart(2));
    }
    rows.push(cells.join(' '));
  }
  return rows;
}

test('South’s route on 5x5', () => {
  assert.deepEqual(drawing(new Squares(5), 'S', 'S'), [
    '11 10  9  8  7',
    '12 19 20 21  6',
    '13 18 25 22  5',
    '14 17 24 23  4',
    '15 16  1  2  3',
  ]);
});

test('South’s route on 7x7: both inner rings go clockwise, and the gate is a diagonal step', () => {
  assert.deepEqual(drawing(new Squares(7), 'S', 'S'), [
    '16 15 14 13 12 11 10',
    '17 29 30 31 32 33  9',
    '18 28 43 44 45 34  8',
    '19 27 42 49 46 35  7',
    '20 26 41 48 47 36  6',
    '21 25 40 39 38 37  5',
    '22 23 24  1  2  3  4',
  ]);
});

test('the next side’s route is a quarter turn of the one before', () => {
  for (const size of [5, 7]) {
    const squares = new Squares(size);
    const middle = (size - 1) / 2;
    assert.deepEqual(squares.at('S', 1), [size - 1, middle]);
    assert.deepEqual(squares.at('E', 1), [middle, size - 1]);
    assert.deepEqual(squares.at('N', 1), [0, middle]);
    assert.deepEqual(squares.at('W', 1), [middle, 0]);
    for (const side of SIDES) assert.deepEqual(squares.at(side, squares.centre), [middle, middle]);
  }
});

test('whoever sits below sees his own route as South sees hers', () => {
  for (const size of [5, 7]) {
    const squares = new Squares(size);
    const south = drawing(squares, 'S', 'S');
    for (const side of SIDES) assert.deepEqual(drawing(squares, side, side), south);
    for (const bottom of SIDES) {
      for (const side of SIDES) {
        for (let index = 1; index <= squares.centre; index += 1) {
          const seen = squares.at(side, index, bottom);
          assert.ok(seen);
          assert.equal(squares.indexAt(seen, side, bottom), index);
        }
      }
    }
  }
});

test('the cases of the rules page that two routes share a square', () => {
  const squares = new Squares(5);
  const same = (/** @type {any} */ a, /** @type {number} */ i, /** @type {any} */ b, /** @type {number} */ j) =>
    assert.deepEqual(squares.at(a, i), squares.at(b, j));
  same('E', 8, 'S', 12);
  same('E', 9, 'S', 13);
  same('N', 6, 'S', 14);
  same('E', 16, 'S', 4);
  same('E', 13, 'S', 1);
});

test('safe squares: homes, the centre, and corners where the rules say so', () => {
  assert.deepEqual([...new Squares(5).safe], [1, 5, 9, 13, 25]);
  assert.deepEqual([...new Squares(7).safe], [1, 7, 13, 19, 49]);
  assert.deepEqual([...new Squares(7, 'homes_and_corners').safe], [1, 7, 13, 19, 25, 29, 33, 37, 49]);
  const rim = new Squares(7, 'homes_and_corners');
  for (const side of SIDES) {
    for (const index of rim.safe) {
      const seen = rim.at(side, index);
      assert.ok(seen);
      assert.ok(rim.safe.has(rim.indexAt(seen, 'S')), `${side} ${index}`);
    }
  }
});

test('a walk names every square on its way', () => {
  const squares = new Squares(5);
  assert.deepEqual(squares.walk('S', 15, 17), [[4, 0], [4, 1], [3, 1]]);
  assert.deepEqual(squares.walk('S', 0, 1), [[4, 2]]);
  assert.deepEqual(squares.walk('S', 3, 1), [[4, 4], [4, 3], [4, 2]]);
});

test('which board the rules name', () => {
  assert.equal(squaresOf({ board: 5 })?.gate, 16);
  assert.equal(squaresOf({ board: 7, safe: 'homes_and_corners' })?.safe.size, 9);
  assert.equal(squaresOf({ board: 9 }), null);
  assert.equal(squaresOf(undefined), null);
  assert.deepEqual(sidesFrom('N'), ['N', 'W', 'S', 'E']);
});
