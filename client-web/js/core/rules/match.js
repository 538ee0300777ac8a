// @ts-check
// A match of Chowka-bara at one moment as a value, and what may be moved in it, whom that hits, and why not
// (chowka-bara.md 3 and 4.2). Nothing here changes a match.

import { centreOf, gateOf, meeting, SIDES, sidesOf } from './board.js';
import { falling, isSafe, startOf } from './ruleset.js';

/** @typedef {import('./board.js').Side} Side */
/** @typedef {import('./ruleset.js').RuleSet} RuleSet */

/** What one side has on the board: `rank` of one who finished, `nth` of one who left.
 * @typedef {{pawns: number[], right: boolean, standing: 'playing' | 'finished' | 'left', rank: number, nth: number}} Camp */

/** The side in turn and what it holds: values to spend in the order thrown, throws (or series) owed, grace values in a
 * row.
 * @typedef {{is: 'throwing' | 'moving' | 'burning', side: Side, hand: number[], owed: number, graces: number, shells?: number[]}} Hold */

/** @typedef {{is: 'over', ranks: Side[][], why: string}} Over */

/** @typedef {{rules: RuleSet, players: number, throws: number, camps: Partial<Record<Side, Camp>>, stage: Hold | Over}} Match */

/** @typedef {{side: Side, pawn: number, from: number}} Victim */
/** A move that would be accepted; with `drawn` only one of the hits, which are two or more, falls by a draw.
 * @typedef {{pawn: number, value: number, from: number, to: number, hits: Victim[], drawn: boolean}} Legal */

/** The start of a match: everybody's pawns at their start, nobody with the hit right, South to throw.
 * @param {RuleSet} rules
 * @param {number} players
 * @returns {Match} */
export function newMatch(rules, players) {
  /** @type {Match['camps']} */
  const camps = {};
  for (const side of sidesOf(players)) {
    camps[side] = { pawns: Array(rules.pawns).fill(startOf(rules)), right: false, standing: 'playing', rank: 0, nth: 0 };
  }
  return { rules, players, throws: 0, camps, stage: beginning('S') };
}

/** The beginning of a side's turn.
 * @param {Side} side
 * @returns {Hold} */
export const beginning = (side) => ({ is: 'throwing', side, hand: [], owed: 0, graces: 0 });

/** @param {Match} match
 * @param {Side} side
 * @returns {Camp | undefined} */
export const campOf = (match, side) => match.camps[side];

/** @param {Match} match
 * @param {Side} side */
export const isPlaying = (match, side) => match.camps[side]?.standing === 'playing';

/** The sides still in the game, in the order of turns from South.
 * @param {Match} match
 * @returns {Side[]} */
export const playing = (match) => SIDES.filter((side) => isPlaying(match, side));

/** Where a pawn on `from` would go by `value`: entering spends the whole value.
 * @param {number} from
 * @param {number} value */
export const landing = (from, value) => (from === 0 ? 1 : from + value);

/** The first rule of section 3 that forbids a pawn of `side` to move from `from` by `value`.
 * @param {Match} match
 * @param {Side} side
 * @param {number} from
 * @param {number} value
 * @returns {'finished' | 'no_entry' | 'overshoot' | 'no_hit_right' | 'own_pawn' | undefined} */
export function reasonAgainst({ rules, camps }, side, from, value) {
  const camp = /** @type {Camp} */ (camps[side]);
  const centre = centreOf(rules.board);
  const gate = gateOf(rules.board);
  const to = landing(from, value);
  if (from === centre) return 'finished';
  if (from === 0 && !(rules.entry !== 'on_home' && rules.entry.needs.includes(value))) return 'no_entry';
  if (to > centre) return 'overshoot';
  if (from <= gate && to > gate && rules.gate === 'hit' && !camp.right) return 'no_hit_right';
  const single = rules.outer_stack === 'forbidden' && to <= gate && !isSafe(rules, to);
  return single && camp.pawns.includes(to) ? 'own_pawn' : undefined;
}

/** The opposing pawns that stand where `side` would reach `to`, in the order South, East, North, West, then by pawn
 * number; none if that square is safe.
 * @param {Match} match
 * @param {Side} side
 * @param {number} to
 * @returns {Victim[]} */
export function crowdAt(match, side, to) {
  const { rules } = match;
  if (isSafe(rules, to)) return [];
  return playing(match).flatMap((other) => {
    if (other === side) return [];
    const there = meeting(rules.board, side, to, other);
    const pawns = /** @type {Camp} */ (match.camps[other]).pawns;
    return pawns.flatMap((from, pawn) => (from === there ? [{ side: other, pawn, from }] : []));
  });
}

/** Of a crowd the one furthest along its own route, of equals the lowest pawn number.
 * @param {Victim[]} crowd
 * @returns {Victim[]} */
export function mostAdvanced(crowd) {
  return crowd.length === 0 ? [] : [crowd.reduce((best, next) => (next.from > best.from ? next : best))];
}

/** The values in hand, each once, in the order thrown.
 * @param {number[]} hand */
export const distinct = (hand) => [...new Set(hand)];

/** Every move that would be accepted, by pawn number and then by value in the order thrown. Empty while a throw is asked
 * for.
 * @param {Match} match
 * @returns {Legal[]} */
export function legal(match) {
  return pairs(match, (side, pawn, value, from) => {
    if (reasonAgainst(match, side, from, value)) return [];
    const to = landing(from, value);
    const crowd = crowdAt(match, side, to);
    const { victims } = match.rules;
    const hits = victims === 'most_advanced' ? mostAdvanced(crowd) : crowd;
    return [{ pawn, value, from, to, hits, drawn: victims === 'random' && crowd.length > 1 }];
  });
}

/** Every pair of pawn and value in hand that would be refused, with the reason.
 * @param {Match} match
 * @returns {{pawn: number, value: number, why: string}[]} */
export function blocked(match) {
  return pairs(match, (side, pawn, value, from) => {
    const why = reasonAgainst(match, side, from, value);
    return why ? [{ pawn, value, why }] : [];
  });
}

/** The only choice there is: a move is asked for, and only one pair of value and starting index is legal. Of several
 * pawns on that index the lowest number.
 * @param {Match} match
 * @returns {{pawn: number, value: number} | undefined} */
export function forced(match) {
  const [first, ...others] = legal(match);
  const same = first && others.every((other) => other.value === first.value && other.from === first.from);
  return same ? { pawn: first.pawn, value: first.value } : undefined;
}

/** @template T
 * @param {Match} match
 * @param {(side: Side, pawn: number, value: number, from: number) => T[]} read
 * @returns {T[]} */
function pairs({ stage, camps }, read) {
  if (stage.is !== 'moving') return [];
  const { side, hand } = stage;
  const { pawns } = /** @type {Camp} */ (camps[side]);
  return pawns.flatMap((from, pawn) => distinct(hand).flatMap((value) => read(side, pawn, value, from)));
}

/** Whether any pawn of `side` could move by `value`.
 * @param {Match} match
 * @param {Side} side
 * @param {number} value */
export const canMove = (match, side, value) =>
  /** @type {Camp} */ (match.camps[side]).pawns.some((from) => !reasonAgainst(match, side, from, value));

/** Whether no player in the game could move by any value that can fall (section 4.7).
 * @param {Match} match */
export const isDeadEnd = (match) =>
  !playing(match).some((side) => falling(match.rules).some((value) => canMove(match, side, value)));
