// @ts-check
// What is told before a match and after many: the invitation's table, the evening that closes, all throws ever.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { usual } from '../js/core/statistics.js';
import { factsOf, isOpen, tableOf } from '../js/lobby/before.js';
import { lastWords } from '../js/lobby/info.js';
import { modelsOf } from '../js/proof/throws.js';
import { speak } from '../js/words.js';

speak('en', JSON.parse(readFileSync(new URL('../lang/en.json', import.meta.url), 'utf8')));

/** @type {import('../js/lobby/before.js').Line} */
const room = {
  code: '7Q4KM2XD', game: 'chowka', preset: 'pagdi', stage: 'gathering', clock: 'casual', chairs: 4, free: 2, persons: 1, bots: 0, house: 1, watchers: 2,
  watch: true, best_of: 3,
};

test('a table in a line, with its clock or without', () => {
  assert.equal(factsOf(room), '2 of 4 chairs taken · Casual · Best of 3 · 1 bot · 2 look on · waits for players');
  assert.equal(factsOf({ ...room, best_of: 1, house: 0, watchers: 0 }, false), '2 of 4 chairs taken · waits for players');
});

test('one may sit down where a chair is free and no match goes on', () => {
  for (const [changes, open] of /** @type {[object, boolean][]} */ ([
    [{}, true], [{ free: 0 }, false], [{ stage: 'playing' }, false], [{ stage: 'readying' }, false], [{ stage: 'ended' }, true],
  ])) assert.equal(isOpen({ ...room, ...changes }), open, JSON.stringify(changes));
});

test('a table is asked for by its code; gone is only what the server says is gone', async () => {
  const asked = globalThis.fetch;
  /** @type {string[]} */
  const urls = [];
  const answer = (/** @type {number} */ status, /** @type {string} */ body) => {
    globalThis.fetch = async (url) => (urls.push(String(url)), new Response(body, { status }));
    return tableOf('7Q4KM2XD');
  };
  const told = { room, rules: {}, names: {} };
  assert.deepEqual(await answer(200, JSON.stringify(told)), told);
  assert.equal(await answer(404, 'There is no table of this code; perhaps it has ended.\n'), 'gone');
  assert.equal(await answer(404, 'There is nothing here. See /.\n'), undefined, 'an older server');
  assert.equal(await answer(429, 'Too many wrong table codes from this address; wait a little.\n'), undefined);
  assert.ok(urls.every((url) => url.endsWith('/api/v1/rooms/7Q4KM2XD')), urls[0]);
  globalThis.fetch = asked;
});

test('a server that closes for the evening says so, and no other', () => {
  const info = { name: '', motd: null, url: null, password: false, stopping: false };
  assert.equal(lastWords(info), '');
  assert.match(lastWords({ ...info, draining: true }), /no new match starts/);
});

/** @param {number} shells @param {number} none_up */
const cast = (shells, none_up, mouth_up_256 = 128) => ({ shells, mouth_up_256, none_up });

test('throws are laid beside what each kind of shells makes of them', () => {
  const [four, six, ...more] = modelsOf({
    models: { six_shells: { 1: 6, 12: 1 }, four_shells: { 1: 4096, 2: 6000, 3: 4000, 4: 1000, 8: 904 }, five_shells: { 1: 0 } },
    casts: { four_shells: cast(4, 8), six_shells: cast(6, 12), five_shells: cast(5, 10) },
  });
  assert.deepEqual([four.cast.shells, four.throws, more], [4, 16_000, []]);
  assert.deepEqual(four.fell.map(({ value, seen, expected }) => [value, seen, expected]), [
    [1, 4096, 4000], [2, 6000, 6000], [3, 4000, 4000], [4, 1000, 1000], [8, 904, 1000],
  ]);
  assert.equal(four.outside, 1, 'the 8 fell too seldom');
  assert.deepEqual(six.fell.map(({ value }) => value), [1, 2, 3, 4, 5, 6, 12]);
  assert.equal(six.fell.reduce((sum, { expected }) => sum + expected, 0), 7);
});

test('a bent shell is expected to fall as it is bent', () => {
  const [{ fell }] = modelsOf({ models: { bent: { 1: 75, 2: 25 } }, casts: { bent: cast(1, 2, 192) } });
  assert.deepEqual(fell.map(({ value, expected }) => [value, expected]), [[1, 75], [2, 25]]);
});

test('the band of many throws is that of the normal distribution, and goes on from that of few', () => {
  assert.deepEqual(usual(1_000_000, 0.25), [249_151, 250_849]);
  const [few, many] = [usual(19_999, 0.25), usual(20_000, 0.25)];
  assert.ok(Math.abs(few[0] - many[0]) <= 2 && Math.abs(few[1] - many[1]) <= 2, `${few} ${many}`);
});
