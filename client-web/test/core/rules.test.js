// @ts-check
// The rules, as arithmetic: boards against the page, presets and trees against a separate implementation's vectors, and
// the cases of section 9.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { canonical } from '../../js/core/canonical.js';
import { rulesHash } from '../../js/core/fair.js';
import { meeting, SIDES, squareAt } from '../../js/core/rules/board.js';
import { crowdAt, forced, landing, legal, newMatch, reasonAgainst } from '../../js/core/rules/match.js';
import { falling, PRESETS, readRules, valueOfMouths } from '../../js/core/rules/ruleset.js';
import { decide, due, evolve, openGateIfDead, wouldBurn } from '../../js/core/rules/turn.js';

/** @typedef {import('../../js/core/rules/match.js').Match} Match */
/** @typedef {import('../../js/core/rules/board.js').Side} Side */

/** @param {string} name */
const vectors = (name) => JSON.parse(readFileSync(new URL(`../../../tests/vectors/${name}.json`, import.meta.url), 'utf8'));

test('the routes are those of the page', () => {
  const south = (/** @type {5 | 7} */ size) =>
    Array.from({ length: size * size }, (_, at) => `(${squareAt(size, 'S', at + 1)})`).join(' ');
  assert.equal(
    south(5),
    '(4,2) (4,3) (4,4) (3,4) (2,4) (1,4) (0,4) (0,3) (0,2) (0,1) (0,0) (1,0) (2,0) (3,0) (4,0) (4,1) ' +
      '(3,1) (2,1) (1,1) (1,2) (1,3) (2,3) (3,3) (3,2) (2,2)',
  );
  assert.match(south(7), /^\(6,3\) \(6,4\).*\(6,2\) \(5,1\) \(4,1\).*\(5,2\) \(4,2\) \(3,2\).*\(4,3\) \(3,3\)$/);
  assert.deepEqual(squareAt(5, 'E', 1), [2, 4]);
  assert.equal(meeting(5, 'E', 8, 'S'), 12);
  assert.equal(meeting(5, 'S', 16, 'S'), 16);
  assert.equal(meeting(5, 'S', 0, 'N'), 0);
});

test('the presets are those of another implementation', () => {
  for (const [name, { canonical: text, rules_hash: hash }] of Object.entries(vectors('rules').presets)) {
    assert.equal(canonical(PRESETS[name]), text, name);
    assert.equal(rulesHash(canonical(PRESETS[name])), hash, name);
    assert.deepEqual(readRules(JSON.parse(text)), PRESETS[name]);
  }
  assert.equal(Object.keys(PRESETS).length, 7);
});

test('a set that cannot be played names its field', () => {
  for (const [change, field] of /** @type {[object, string][]} */ ([
    [{ pawns: 9 }, 'pawns'],
    [{ shells: 5 }, 'shells'],
    [{ mouth_up_256: 63 }, 'mouth_up_256'],
    [{ none_up: 4 }, 'none_up'],
    [{ grace: [8, 4] }, 'grace'],
    [{ grace: [1, 2, 3, 4, 8] }, 'grace'],
    [{ grace: [5] }, 'grace'],
    [{ entry: { needs: [] } }, 'entry'],
    [{ entry: { needs: [4], also: 1 } }, 'entry'],
    [{ safe: 'homes_and_corners' }, 'safe'],
    [{ throws: 'Collect' }, 'throws'],
    [{ centre_grace: 1 }, 'centre_grace'],
    [{ partners: true }, 'partners'],
    [{ gatti: true }, 'gatti'],
    [{ board: 6 }, 'board'],
    [{ pawns: 4.5 }, 'pawns'],
  ])) {
    assert.throws(() => readRules({ ...PRESETS.pagdi, ...change }), (fault) => fault.field === field, field);
  }
  assert.throws(() => readRules({ ...PRESETS.pagdi, more: 1 }), /no field "more"/);
  assert.throws(() => readRules([]), /21 fields/);
});

/** A position as the pages write it: `S{15,1,1,1} H, N{10,25,1,1}`.
 * @param {import('../../js/core/rules/ruleset.js').RuleSet} rules
 * @param {number} players
 * @param {string} text
 * @param {Side} toThrow
 * @returns {Match} */
function position(rules, players, text, toThrow) {
  const match = newMatch(rules, players);
  for (const [, side, pawns, right] of text.matchAll(/([SENW])\{([\d,]+)\} ?(H?)/g)) {
    const camp = /** @type {import('../../js/core/rules/match.js').Camp} */ (match.camps[/** @type {Side} */ (side)]);
    match.camps[/** @type {Side} */ (side)] = { ...camp, pawns: pawns.split(',').map(Number), right: right === 'H' };
  }
  match.stage = { is: 'throwing', side: toThrow, hand: [], owed: 0, graces: 0 };
  openGateIfDead(match);
  return match;
}

/** @param {Match} match
 * @param {Side} side
 * @param {import('../../js/core/rules/turn.js').Action} action */
const after = (match, side, action) => decide(match, side, action).reduce(evolve, match);

/** @param {Match} match
 * @param {number} mouths */
const cast = ({ rules }, mouths) => Array.from({ length: rules.shells }, (_, shell) => (shell < mouths ? 1 : 0));

/** How many different sequences of so many plies there are: a throw with a spending or a pass, or, collecting, a throw or
 * a spending. No row of the vectors draws victims.
 * @param {Match} match
 * @param {number} depth
 * @returns {number} */
function perft(match, depth) {
  if (depth === 0) return 1;
  const { stage, rules } = match;
  if (stage.is === 'over') return 0;
  if (stage.is !== 'throwing') return spendings(match, depth);
  let count = 0;
  for (let mouths = 0; mouths <= rules.shells; mouths++) {
    const value = valueOfMouths(rules, mouths);
    if (depth === 1 && rules.throws === 'one_by_one') {
      const pawns = [...new Set(/** @type {any} */ (match.camps[stage.side]).pawns)];
      const legalFrom = pawns.filter((from) => !reasonAgainst(match, stage.side, from, value)).length;
      count += wouldBurn(match, stage, value) ? 1 : Math.max(legalFrom, 1);
      continue;
    }
    const thrown = after(match, stage.side, { do: 'throw', shells: cast(match, mouths) });
    const spends = rules.throws === 'one_by_one' && thrown.stage.is === 'moving';
    count += spends ? spendings(thrown, depth) : perft(thrown, depth - 1);
  }
  return count;
}

/** @param {Match} match
 * @param {number} depth */
function spendings(match, depth) {
  const seen = new Set();
  let count = 0;
  for (const { pawn, value, from } of legal(match)) {
    if (seen.has(`${value} ${from}`)) continue;
    seen.add(`${value} ${from}`);
    const { side } = /** @type {import('../../js/core/rules/match.js').Hold} */ (match.stage);
    count += depth === 1 ? 1 : perft(after(match, side, { do: 'move', pawn, value }), depth - 1);
  }
  return count;
}

test('trees are counted as a separate implementation counts them', () => {
  let compared = 0;
  for (const row of vectors('perft').rows) {
    const match = position(PRESETS[row.preset], row.players, row.position, row.to_throw);
    for (const [depth, count] of Object.entries(row.counts)) {
      if (count > 20_000) continue;
      assert.equal(perft(match, Number(depth)), count, `${row.preset} ${row.position} depth ${depth}`);
      compared += 1;
    }
  }
  assert.ok(compared > 40, `only ${compared} counts were compared`);
});

test('the cases of the page', () => {
  const home = 'S{1,1,1,1} E{1,1,1,1} N{1,1,1,1} W{1,1,1,1}';
  /** @type {[string, Side, number, string][]} each: position, who throws, value, "pawns: …" that may move */
  const cases = [
    ['S{15,1,1,1}', 'S', 3, '1 2 3'],
    ['S{15,1,1,1} H', 'S', 3, '0 1 2 3'],
    ['S{24,25,25,25} H', 'S', 1, '0'],
    ['S{24,25,25,25} H', 'S', 2, ''],
    ['S{2,3,1,1}', 'S', 1, '1'],
    ['S{2,3,1,1}', 'S', 2, '0 1'],
  ];
  for (const [text, side, value, may] of cases) {
    const match = position(PRESETS.pagdi, 4, `${home} ${text}`, side);
    const held = { ...match, stage: { .../** @type {any} */ (match.stage), is: 'moving', hand: [value] } };
    assert.equal(legal(held).map((move) => move.pawn).join(' '), may, `${text} ${value}`);
  }
  const play = (/** @type {string} */ text, /** @type {Side} */ side, /** @type {number} */ value, /** @type {number} */ pawn) => {
    const match = position(PRESETS.pagdi, 4, `${home} ${text}`, side);
    const thrown = after(match, side, { do: 'throw', shells: cast(match, value === 8 ? 0 : value) });
    return after(thrown, side, { do: 'move', pawn, value });
  };
  const told = (/** @type {Match} */ match, /** @type {Side} */ side) =>
    `${side}{${match.camps[side]?.pawns}}${match.camps[side]?.right ? 'H' : 'h'}`;
  let match = play('N{10,1,1,1} H', 'S', 1, 0);
  assert.deepEqual([told(match, 'S'), told(match, 'N')], ['S{2,1,1,1}H', 'N{1,1,1,1}h']);
  assert.deepEqual(match.stage, { is: 'throwing', side: 'S', hand: [], owed: 0, graces: 0, shells: [1, 0, 0, 0] });
  match = play('N{10,25,1,1} H', 'S', 1, 0);
  assert.equal(told(match, 'N'), 'N{1,25,1,1}H');
  match = play('S{16,1,1,1} H E{19,1,1,1} H W{23,2,1,1} H', 'S', 1, 0);
  assert.deepEqual([told(match, 'E'), told(match, 'W')], ['E{19,1,1,1}H', 'W{1,2,1,1}H']);
  match = play('S{16,1,1,1} H E{19,19,19,1} H', 'S', 1, 0);
  assert.equal(told(match, 'E'), 'E{1,19,19,1}H');
  match = play('S{17,25,25,25} H', 'S', 8, 0);
  assert.deepEqual([match.camps.S?.rank, /** @type {any} */ (match.stage).side], [1, 'E']);
  match = play('E{12,1,1,1}', 'E', 1, 0);
  assert.deepEqual([told(match, 'S'), /** @type {any} */ (match.stage).side], ['S{1,1,1,1}h', 'N']);
  match = play('S{2,1,1,1} N{14,1,1,1} H', 'S', 4, 0);
  assert.deepEqual([told(match, 'N'), /** @type {any} */ (match.stage).owed, match.stage.is], ['N{1,1,1,1}h', 0, 'throwing']);
  const dead = position(PRESETS.pagdi, 2, 'S{16,15,14,13} N{16,15,14,13}', 'S');
  assert.deepEqual(due(dead), { e: 'ended', ranks: [['S', 'N']], why: 'dead_end' });
  const opened = position({ ...PRESETS.pagdi, dead_end: 'open_gate' }, 2, 'S{16,15,14,13} N{16,15,14,13}', 'S');
  assert.ok(opened.camps.S?.right && opened.camps.N?.right && !due(opened));
});

test('any match of any rules ends, offers what it accepts, and keeps its pawns', () => {
  let seed = 7;
  const below = (/** @type {number} */ n) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % n;
  for (let game = 0; game < 40; game++) {
    const rules = {
      ...PRESETS[Object.keys(PRESETS)[game % 7]],
      victims: /** @type {const} */ (['most_advanced', 'random', 'all'])[below(3)],
      triple_grace_burns: below(2) === 0,
      grace_without_move: /** @type {const} */ (['pass', 'keep'])[below(2)],
      hit_grace_adds: below(2) === 0,
      dead_end: /** @type {const} */ (['share', 'open_gate'])[below(2)],
    };
    readRules(rules);
    let match = newMatch(rules, 2 + below(3));
    for (let step = 0; match.stage.is !== 'over'; step++) {
      assert.ok(step < 60_000);
      const { side } = match.stage;
      const moves = legal(match);
      const only = forced(match);
      assert.ok(!only || moves.some((move) => move.pawn === only.pawn && move.value === only.value));
      const pick = moves[below(Math.max(moves.length, 1))];
      const shells = Array.from({ length: rules.shells }, () => below(256) & 1);
      match = after(match, side, pick ? { do: 'move', pawn: pick.pawn, value: pick.value } : { do: 'throw', shells });
      if (pick) assert.equal(landing(pick.from, pick.value), pick.to);
      for (const one of SIDES) {
        const camp = match.camps[one];
        if (camp) assert.equal(camp.pawns.length, rules.pawns);
        if (camp && rules.gate === 'hit') assert.ok(camp.right || camp.pawns.every((at) => at <= 4 * (rules.board - 1)));
      }
    }
    assert.deepEqual(match.stage.ranks.flat().sort(), SIDES.filter((side) => match.camps[side]).sort());
  }
  assert.equal(crowdAt(newMatch(PRESETS.pagdi, 4), 'S', 25).length, 0);
  assert.deepEqual(falling(PRESETS['ashte-kashte']), [1, 2, 3, 4, 5, 6, 12]);
});
