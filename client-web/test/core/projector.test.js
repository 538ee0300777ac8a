// @ts-check
// A film runs from where it stands, stops at its end, and goes where it is sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Projector } from '../../js/replay/projector.js';

/** A film of so many throws and moves of two sides in turn. */
function film() {
  const steps = ['S', 'S', 'E', 'E', 'S', 'S'].map((side, at) => ({ event: { e: at % 2 ? 'moved' : 'thrown', side } }));
  return /** @type {any} */ ({ steps });
}

test('going to the end of a film that runs stops it there', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {[number, string, boolean][]} */
  const seen = [];
  const projector = new Projector(film(), (at, how) => seen.push([at, how, projector.runs]));
  projector.play();
  projector.go(projector.last);
  assert.deepEqual(seen, [[6, 'snapshot', false]]);
  context.mock.timers.tick(60_000);
  assert.equal(projector.at, 6);
});

test('a film that runs goes on from where it was sent, and stops by itself', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const projector = new Projector(film(), () => {});
  projector.play();
  projector.go(4);
  assert.ok(projector.runs);
  for (let step = 0; step < 10; step += 1) context.mock.timers.tick(2_000);
  assert.equal(projector.at, 6);
  assert.ok(!projector.runs);
  projector.play();
  assert.equal(projector.at, 0, 'played again, it begins anew');
  projector.pause();
});

test('turn by turn it stands at the throws of another player', () => {
  const projector = new Projector(film(), () => {});
  const stops = [1, 1, 1, -1, -1, -1].map((way) => {
    projector.turn(/** @type {1 | -1} */ (way));
    return projector.at;
  });
  assert.deepEqual(stops, [1, 3, 5, 3, 1, 0]);
});
