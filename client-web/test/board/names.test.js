// @ts-check
// What cells are called, what is asked of whom, and why a seed may not move, in the words that people hear.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellName, choiceName } from '../../js/board/names.js';
import { choicesOf, distinct, isMine, isolated, whyNot } from '../../js/board/scene.js';
import { Squares, squaresOf } from '../../js/board/squares.js';
import { scene, t } from './scenes.js';

const five = new Squares(5);
const turn = {
  side: 'S', phase: 'move', asked: 9, value: 4, shells: [1, 1, 1, 1], t: 3,
  moves: { 0: { 4: { from: 12, to: 16, hits: { N: 2 } } }, 2: { 4: { from: 1, to: 5 } }, 3: { 4: { from: 1, to: 5 } } },
  blocked: { 1: { 4: 'no_hit_right' } },
};
// North's 8 is South's 16.
const table = scene({ S: [12, 15, 1, 1], N: [1, 3, 8, 25] }, turn);

/** @param {import('../../js/board/scene.js').Scene} scene @param {number} index on South's route */
function called(scene, index) {
  return cellName(scene, five, /** @type {any} */ (five.at('S', index, scene.bottom)), t);
}

test('every cell has a name that says who stands there and what may be done', () => {
  assert.equal(called(table, 16), "Square 16, your gate, shut, Ravi's seed N3, you can hit it with seed 1");
  assert.equal(called(table, 12), 'Square 12, your seed S1, may move to 16 and hit');
  assert.equal(called(table, 15), 'Square 15, your seed S2');
  assert.equal(called(table, 1), 'Square 1, your home, safe, your seeds S3 and S4, may move to 5');
  assert.equal(called(table, 5), 'Square 5, safe, you can move seed 3 or 4 here');
  assert.equal(called(table, 9), "Square 9, Ravi's home, safe, Ravi's seed N1");
  assert.equal(called(table, 25), "Centre, Ravi's seed N4");
  assert.equal(called(table, 2), 'Square 2');
});

test('squares are counted on the route of who sits below', () => {
  const north = { ...table, side: /** @type {const} */ ('N'), bottom: /** @type {const} */ ('N') };
  assert.equal(cellName(north, five, [4, 2], t), 'Square 1, your home, safe, your seed N1');
  assert.equal(cellName(north, five, [0, 2], t), "Square 9, Asha's home, safe, Asha's seeds S3 and S4");
});

test('seeds off the board wait at home', () => {
  assert.equal(called(scene({ S: [0, 0, 3, 0], N: [0, 1, 1, 1] }), 1), 'Square 1, your home, safe, 3 of your seeds wait outside');
  assert.equal(called(scene({ S: [1, 1, 1, 1], N: [0, 2, 3, 4] }), 9), "Square 9, Ravi's home, safe, 1 seed of Ravi waits outside");
});

test('nothing is offered to whom it is not asked', () => {
  for (const more of [{ watcher: true }, { side: 'N' }, { past: 4 }, { pending: { what: 'move', pawn: 0, value: 4 } }, { line: 'ended' }]) {
    const other = /** @type {any} */ ({ ...table, ...more });
    assert.equal(isMine(other, 'move'), false, JSON.stringify(more));
    assert.ok(!called(other, 16).includes('you can'), JSON.stringify(more));
  }
  assert.equal(isMine(table, 'move'), true);
  assert.equal(isMine(table, 'throw'), false);
});

test('seeds on one square that may move by one value are alike', () => {
  assert.deepEqual(choicesOf(table).map(choice => choice.pawn), [0, 2, 3]);
  assert.deepEqual(distinct(choicesOf(table)).map(choice => choice.pawn), [0, 2]);
});

test('why a seed may not move is one sentence', () => {
  assert.equal(whyNot(table, 1, t), 'Needs a hit before the inner ring');
  assert.equal(whyNot(table, 0, t), null);
  const late = scene({ S: [24, 25, 2, 2], N: [1, 1, 1, 1] }, { ...turn, moves: {}, blocked: { 0: { 4: 'overshoot' }, 1: { 4: 'finished' }, 2: { 4: 'own_pawn' } } });
  assert.equal(whyNot(late, 0, t), 'Exact throw needed: 1');
  assert.equal(whyNot(late, 1, t), 'This seed is home already');
  assert.equal(whyNot(late, 2, t), 'Your own seed is on that square');
  const off = scene({ S: [0, 1, 1, 1], N: [1, 1, 1, 1] }, { ...turn, moves: {}, blocked: { 0: { 3: 'no_entry' } } });
  /** @type {any} */ (off.view).rules.entry = { needs: [4, 8] };
  assert.equal(whyNot(off, 0, t), 'Needs 4 or 8 to come onto the board');
});

test('a choice is called by what its button shows, and what comes of it', () => {
  const [first] = choicesOf(table);
  assert.ok(first);
  assert.equal(choiceName(five, 'S', first, [first], t), 'S1 → 16, N3 is hit');
  const slow = { ...first, value: 3, from: 12, to: 15, hits: [] };
  assert.equal(choiceName(five, 'S', slow, [first, slow], t), '3 → 15');
  const other = { pawn: 1, value: 8, from: 15, to: 23, hits: [], drawn: false };
  assert.equal(choiceName(five, 'S', other, [first, other], t), 'S2 8 → 23, through the gate');
  assert.equal(choiceName(five, 'S', { ...other, from: 17, to: 25 }, [first, other], t), 'S2 8 → centre');
  const drawn = { pawn: 0, value: 4, from: 12, to: 16, hits: [{ side: /** @type {const} */ ('N'), pawn: 2 }, { side: /** @type {const} */ ('E'), pawn: 0 }], drawn: true };
  assert.equal(choiceName(five, 'S', drawn, [drawn], t), 'S1 → 16, N3 or E1 is hit');
  assert.equal(choiceName(five, 'S', { ...drawn, drawn: false }, [drawn], t), 'S1 → 16, N3 and E1 are hit');
});

test('a name from right to left is kept apart from its sentence, others are left alone', () => {
  assert.equal(isolated('Asha'), 'Asha');
  assert.equal(isolated('ರವಿ'), 'ರವಿ');
  assert.equal(isolated('مينا'), '\u2068مينا\u2069');
  assert.equal(squaresOf({ board: 5 })?.size, 5);
});
