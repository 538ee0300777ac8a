// @ts-check
// A record as a film, and the statistics of a match.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

import { filmOf, statisticsOf, stepOfThrow, viewAt } from '../../js/core/retold.js';
import { chancesOf, luckOf, Statistics, usual } from '../../js/core/statistics.js';

const records = new URL('../../../tests/vectors/records/', import.meta.url);
const names = readdirSync(records).filter((name) => name.endsWith('.chowk.ndjson'));

/** @param {string} name */
const film = (name) => {
  const found = filmOf(new Uint8Array(readFileSync(new URL(name, records))));
  assert.ok(found, name);
  return found;
};

test('every good record is a film whose end is the record\'s', () => {
  for (const name of names) {
    const told = film(name);
    const last = told.steps.length;
    const { event } = told.steps[last - 1];
    assert.ok(!told.cut && event.e === 'ended', name);
    const view = viewAt(told, last);
    assert.deepEqual([view.stage, view.result?.ranks, view.result?.why], ['ended', event.ranks, event.why], name);
    assert.ok(!view.turn && viewAt(told, 0).turn, name);
    for (let at = 0; at < last; at++) {
      const { turn } = viewAt(told, at);
      const next = told.steps[at].event;
      // What happens next is what was asked for.
      if (next.e === 'moved' && turn) {
        const move = turn.moves?.[next.pawn]?.[next.value];
        assert.deepEqual([move?.from, move?.to], [next.from, next.to], `${name} step ${at}`);
        assert.ok(turn.phase === 'move' && turn.side === next.side);
      }
      if (next.e === 'thrown') assert.deepEqual([turn?.phase, turn?.t, turn?.side], ['throw', next.t, next.side]);
    }
  }
});

test('a throw is found by its number', () => {
  const told = film('pagdi-2.chowk.ndjson');
  const throws = told.steps[told.steps.length - 1].throws;
  for (let number = 1; number <= throws; number++) {
    const at = stepOfThrow(told, number);
    assert.equal(told.steps[at - 1].throws, number);
    assert.equal(told.steps[at - 1].event.e, 'thrown');
  }
  assert.equal(stepOfThrow(told, 0), 0);
  assert.equal(stepOfThrow(told, throws + 1), 0);
});

test('what does not hold is a film up to the line that cannot be followed', () => {
  const told = film('broken/move-overshoot.chowk.ndjson');
  assert.ok(told.cut && told.steps.length === 75, String(told.steps.length));
  assert.equal(filmOf(new Uint8Array()), undefined);
  assert.equal(filmOf(new TextEncoder().encode('hello\nyou\n')), undefined);
});

test('four fair shells show what they must', () => {
  const chances = chancesOf({ shells: 4, mouth_up_256: 128, none_up: 8 });
  assert.deepEqual([...chances], [[1, 0.25], [2, 0.375], [3, 0.25], [4, 0.0625], [8, 0.0625]]);
  assert.deepEqual(usual(100, 0.375), [28, 47]);
  assert.deepEqual(usual(100, 0.0625), [2, 11]);
  assert.deepEqual(usual(1, 0.0625), [0, 1]);
  assert.deepEqual(usual(20, 0.5), [6, 14]);
  const [low, high] = usual(20_000, 0.0625);
  assert.ok(Math.abs(low - 1183) <= 1 && Math.abs(high - 1317) <= 1, `${low} ${high}`);
  assert.deepEqual([2.1, 1.4, 0.6, 0.1, -0.1, -0.6, -1.4, -2.1].map(luckOf), [
    'very_lucky',
    'lucky',
    'a_little_lucky',
    'usual',
    'usual',
    'a_little_unlucky',
    'unlucky',
    'very_unlucky',
  ]);
});

test('a match in numbers', () => {
  const statistics = new Statistics();
  statistics.begin({ shells: 4, mouth_up_256: 128, none_up: 8, grace: [4, 8], entry: 'on_home' });
  for (const value of [8, 2, 2, 4, 1, 1, 1, 2]) {
    statistics.saw({ e: 'thrown', side: 'S', t: 1, by: value === 4 ? 'clock' : 'seat', shells: [], value });
  }
  statistics.saw({ e: 'moved', side: 'N', pawn: 0, value: 2, from: 1, to: 3, hits: [{ side: 'S', pawn: 1, from: 11 }], by: 'forced' });
  statistics.saw({ e: 'passed', side: 'S', value: 2, why: 'no_move' });
  const { whole, cards } = statistics.cards();
  assert.ok(whole);
  assert.equal(cards.length, 1, 'only South has thrown');
  const [card] = cards;
  assert.deepEqual(card.fell.map(({ seen }) => seen), [3, 3, 0, 1, 1]);
  assert.deepEqual([card.throws, card.grace, card.longestWait, card.average], [8, { seen: 2, expected: 1 }, 4, { seen: 2.625, expected: 2.5 }]);
  assert.deepEqual([card.hitsSuffered, card.squaresLost, card.withoutMove, card.byClock, card.luck], [1, 10, 1, 1, 'usual']);
});

test('a table that is followed counts nothing twice', () => {
  const told = film('pagdi-2.chowk.ndjson');
  const events = told.steps.map((step) => step.event);
  const view = viewAt(told, events.length);
  const lots = /** @type {any} */ ({ e: 'lots', t: 0, sides: told.sides });
  const live = new Statistics();
  live.follow(view, { events: [lots], how: 'live' });
  for (const event of events) live.follow(view, { events: [event], how: 'live' });
  assert.deepEqual(live.cards(), statisticsOf(told));
  live.follow(view, { events: [lots, ...events], how: 'snapshot' });
  assert.deepEqual(live.cards(), statisticsOf(told));
  live.follow(view, { events: events.slice(-50), how: 'snapshot' });
  assert.equal(live.cards().whole, false);
});
