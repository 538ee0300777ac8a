// @ts-check
// Twice the time and words of those who look on: who may ask, what is said of it, and when.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mayAsk } from '../js/room/moretime.js';
import { Names } from '../js/room/names.js';
import { othersIn } from '../js/room/phrases.js';
import { asideWords } from '../js/room/sentences.js';
import { Voice } from '../js/room/voice.js';
import { speak } from '../js/words.js';

speak('en', JSON.parse(readFileSync(new URL('../lang/en.json', import.meta.url), 'utf8')));

/** A table where Asha of South throws within so many milliseconds. @param {number} left @param {any} [changes] */
function scene(left, changes = {}) {
  const seat = (/** @type {number} */ chair) => ({ chair, pawns: { 0: 1 }, right: false, rank: 0, left: false });
  return {
    view: {
      stage: 'playing', clock: 'casual', host: 1, rules: { board: 5 },
      chairs: { 0: { kind: 'person', name: 'Asha', side: 'S' }, 1: { kind: 'person', name: 'Ravi', side: 'N' }, 2: { kind: 'house', name: 'bold 3' }, 3: { kind: 'empty' } },
      sides: { S: seat(0), N: seat(1) }, turn: { side: 'S', phase: 'throw', asked: 7, t: 1, deadline: 100_000 }, ...changes,
    },
    chair: 0, side: 'S', bottom: 'S', watcher: false, line: 'live', left: (/** @type {number} */ tick) => tick - 100_000 + left,
  };
}

test('who plays by the clock may ask once; who does not, or has it, may not', () => {
  assert.ok(mayAsk(scene(5000)));
  const { chairs, sides } = scene(0).view;
  for (const [what, changes] of /** @type {[string, any][]} */ ([
    ['no clock runs', { clock: 'none' }], ['it was asked', { chairs: { ...chairs, 0: { ...chairs[0], more_time: true } } }],
    ['all seeds are home', { sides: { ...sides, S: { ...sides.S, rank: 1 } } }], ['given up', { sides: { ...sides, S: { ...sides.S, left: true } } }],
    ['before', { stage: 'readying' }], ['after', { stage: 'ended' }],
  ])) assert.ok(!mayAsk(scene(5000, changes)), what);
  assert.ok(!mayAsk({ ...scene(5000), chair: undefined, side: undefined, watcher: true }), 'who looks on');
  assert.ok(!mayAsk({ ...scene(5000), around: { paused: 'The disk is full.' } }), 'paused');
});

/** A voice, and what it says. @param {any} first */
function voice(first) {
  /** @type {string[]} */
  const heard = [];
  const say = (/** @type {string} */ text) => heard.push(text);
  const names = new Names();
  names.look(first.view, 0);
  const one = new Voice(/** @type {any} */ ({ say, urge: say }), names, () => false);
  one.question(first, false);
  return { one, heard };
}

test('the warning offers more time once, and a warning that comes true again is told again', () => {
  const { one, heard } = voice(scene(12_000));
  one.clock(scene(9_800));
  one.clock(scene(9_300));
  assert.deepEqual(heard.splice(0), ['Your throw', '10 seconds left. “more time” gives you twice the time for this match.']);
  const longer = scene(9_000);
  longer.view.turn.deadline = 112_000;
  /** @type {any} */ (longer.view.chairs)[0].more_time = true;
  one.event({ e: 'more_time', chair: 0, deadline: 112_000 }, longer);
  one.clock(longer);
  assert.deepEqual(heard.splice(0), ['You play with twice the time until the match ends.'], 'there are 21 seconds now');
  longer.left = (tick) => tick - 112_000 + 9_900;
  one.clock(longer);
  assert.deepEqual(heard.splice(0), ['10 seconds left.']);
  longer.left = (tick) => tick - 112_000 + 4_000;
  one.clock(longer);
  assert.deepEqual(heard.splice(0), ['4 seconds left.'], 'and nothing is offered that was taken');
});

test('that somebody else has more time is told to all, and moves no warning of mine', () => {
  const { one, heard } = voice(scene(12_000));
  one.clock(scene(9_800));
  heard.length = 0;
  one.event({ e: 'more_time', chair: 1 }, scene(9_500));
  one.clock(scene(9_400));
  assert.deepEqual(heard, ['Ravi plays with twice the time.']);
});

test('who looks on is named, or is somebody', () => {
  assert.equal(asideWords({ phrase: 'wow', name: 'Mina' }), 'Mina, looking on, says: Wow!');
  assert.equal(asideWords({ phrase: 'ouch' }), 'Somebody, looking on, says: Ouch!');
});

test('who may be reported: the others with a name, and no bot of the house', () => {
  const names = new Names();
  names.look(/** @type {any} */ (scene(0).view), 0);
  assert.deepEqual(othersIn(scene(0).view, names), [[1, 'Ravi']]);
});
