// @ts-check
// The pure parts around the board: what is said of each event, what a typed line means, and how the table stood before.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { History } from '../js/room/history.js';
import { Names } from '../js/room/names.js';
import { sentence, stepWords } from '../js/room/sentences.js';
import { statusOf } from '../js/room/status.js';
import { read } from '../js/room/typed.js';
import { LANGUAGES, speak } from '../js/words.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const board = { gate: 16, centre: 25 };
/** @param {string} code */
const talk = (code) => speak(/** @type {any} */ (code), JSON.parse(readFileSync(`${root}lang/${code}.json`, 'utf8')));

/** @returns {any} */
function view() {
  return {
    game: 'chowka', code: '7Q4KM2XD', stage: 'playing', host: 0, clock: 'casual', listed: false, watch: true, preset: 'pagdi',
    rules: { board: 5, pawns: 4, entry: 'on_home', gate: 'hit', hit_right: 'lost_when_all_home' },
    chairs: {
      0: { kind: 'person', name: 'Asha', side: 'S', ready: true },
      1: { kind: 'house', name: 'careful 2', brain: 'careful', side: 'N', ready: true },
    },
    sides: {
      S: { chair: 0, pawns: { 0: 1, 1: 1, 2: 1, 3: 1 }, right: false, rank: 0, left: false },
      N: { chair: 1, pawns: { 0: 1, 1: 1, 2: 1, 3: 1 }, right: false, rank: 0, left: false },
    },
    turn: { side: 'S', phase: 'throw', asked: 3, t: 1 },
  };
}

/** Every event of the protocol's page but four stones', as the page shows them. */
const EVENTS = readFileSync(`${root}../protocol/README.md`, 'utf8').split('\n')
  .filter((line) => line.startsWith('{"e":"') && !line.includes('"e":"court"') && !line.includes('"seats"'))
  .map((line) => JSON.parse(line));

for (const code of Object.keys(LANGUAGES)) {
  test(`${code} has a whole sentence for every event, of me and of others`, () => {
    talk(code);
    assert.ok(EVENTS.length > 25);
    for (const me of [0, 1, undefined]) {
      const names = new Names();
      names.look(view(), me);
      for (const event of EVENTS) {
        const words = sentence(event, { names, ...board, left: () => 30000 });
        if (['opened', 'revealed', 'control'].includes(event.e)) assert.equal(words, undefined);
        else assert.doesNotMatch(words ?? '', /^$|[{}]|undefined|NaN|event\.|phrase\./, `${event.e}: ${words}`);
      }
    }
  });
}

test('sentences are those of a table', () => {
  talk('en');
  const names = new Names();
  names.look(view(), 0);
  const say = (/** @type {any} */ event) => sentence(event, { names, ...board });
  assert.equal(say({ e: 'thrown', side: 'S', t: 1, by: 'seat', shells: [0, 0, 0, 0], value: 8 }), 'You throw 8 (no mouth up).');
  assert.equal(say({ e: 'thrown', side: 'N', t: 1, by: 'house', shells: [1, 1, 0, 0], value: 2 }), 'careful 2 (house bot) throws 2.');
  const hit = { e: 'moved', side: 'S', pawn: 0, value: 2, from: 14, to: 16, hits: [{ side: 'N', pawn: 3, from: 8 }], by: 'seat' };
  assert.equal(say(hit), "You move S1 from 14 to 16 and hit careful 2's N4, which goes home.");
  assert.equal(say({ ...hit, hits: [], to: 25, by: 'forced' }), 'You move S1 from 14 into the centre. It was the only move.');
  assert.equal(say({ e: 'ended', ranks: [['S'], ['N']], why: 'finished', server_seed: '' }), 'The match has ended: 1. you, 2. careful 2 (house bot).');
  assert.equal(stepWords({ from: 14, to: 17 }, board), 'from 14 through the gate to 17');
  assert.equal(statusOf({ view: view(), side: 'S', chair: 0, watcher: false, bottom: 'S' }, names).text, 'Your throw');
  assert.equal(statusOf({ view: view(), side: 'N', chair: 1, watcher: false, bottom: 'N' }, names).text, 'Asha throws');
});

test('what may be typed', () => {
  for (const [line, meant] of /** @type {[string, any][]} */ ([
    ['', { what: 'nothing' }], ['t', { what: 'throw' }], ['  THROW ', { what: 'throw' }],
    ['move 2', { what: 'move', pawn: 1, value: undefined }], ['s2', { what: 'move', pawn: 1, value: undefined }],
    ['2 8', { what: 'move', pawn: 1, value: 8 }], ['move 2 by 8', { what: 'move', pawn: 1, value: 8 }],
    ['?', { what: 'tell', of: 'why' }], ['last', { what: 'tell', of: 'last' }], ['say', { what: 'tell', of: 'phrases' }],
    ['say I am back', { what: 'say', phrase: 'i_am_back' }], ['say well played!', { what: 'say', phrase: 'well_played' }],
    ['ready', { what: 'wish', wish: 'ready' }], ['More time', { what: 'wish', wish: 'more_time' }], ['twice', { what: 'wish', wish: 'more_time' }],
    ['time', { what: 'tell', of: 'clock' }], ['report', { what: 'wish', wish: 'report' }],
  ])) assert.deepEqual(read(line), meant, line);
  for (const line of ['move', 'move x', '0', 'xyzzy', '1 2 3', '999', 'more throws']) assert.deepEqual(read(line), { what: 'unknown' }, line);
});

test('the course forwards and backwards is the same', () => {
  const events = /** @type {any[]} */ ([
    { e: 'lots', t: 0, sides: { S: 0, N: 1 } },
    { e: 'thrown', side: 'S', t: 1, by: 'seat', shells: [1, 1, 1, 0], value: 3 },
    { e: 'moved', side: 'S', pawn: 0, value: 3, from: 1, to: 4, by: 'seat' },
    { e: 'thrown', side: 'N', t: 2, by: 'clock', shells: [0, 0, 0, 0], value: 8 },
    { e: 'moved', side: 'N', pawn: 1, value: 8, from: 1, to: 12, hits: [{ side: 'S', pawn: 0, from: 4 }], by: 'clock' },
    { e: 'thrown', side: 'N', t: 3, by: 'house', shells: [1, 0, 0, 0], value: 1 },
    { e: 'passed', side: 'N', value: 1, why: 'no_move' },
    { e: 'thrown', side: 'S', t: 4, by: 'away', shells: [1, 1, 0, 0], value: 2 },
    { e: 'moved', side: 'S', pawn: 1, value: 2, from: 1, to: 3, by: 'forced' },
    { e: 'thrown', side: 'N', t: 5, by: 'clock', shells: [1, 1, 0, 0], value: 2 },
    { e: 'moved', side: 'N', pawn: 1, value: 2, from: 12, to: 14, by: 'seat' },
    { e: 'thrown', side: 'S', t: 6, by: 'away', shells: [1, 1, 0, 0], value: 2 },
    { e: 'passed', side: 'S', value: 2, why: 'no_move' },
    { e: 'thrown', side: 'N', t: 7, by: 'seat', shells: [1, 0, 0, 0], value: 1 },
    { e: 'moved', side: 'N', pawn: 1, value: 1, from: 14, to: 15, by: 'forced' },
  ]);
  const now = view();
  now.sides.N.pawns[1] = 15;
  now.sides.S.pawns[1] = 3;
  now.sides.N.right = true;
  const live = new History();
  const between = view();
  between.sides.S.pawns[0] = 4;
  live.told(between, events.slice(0, 3), 'live');
  live.told(now, events.slice(3), 'live');
  const come = new History();
  come.told(now, events, 'snapshot');
  const places = (/** @type {History} */ history) => history.lines.map(({ no, side, value, what, after }) =>
    [no, side, value, what, after.S.pawns, after.N.pawns]);
  assert.deepEqual(places(live), places(come));
  assert.deepEqual(live.lines.map(({ no }) => no), [1, 2, 3, 4, 5, 6, 7]);
  // What the server threw and moved, or threw so that nothing else could be done.
  assert.deepEqual(live.lines.map(({ auto }) => auto), [false, true, false, true, false, true, false]);
  const scene = live.sceneAt({ view: now, chair: 0 }, 0);
  assert.equal(scene.view.sides.S.pawns[0], 4);
  assert.equal(scene.view.sides.N.pawns[1], 1);
  assert.equal(/** @type {any} */ (scene).past, 1);
});
