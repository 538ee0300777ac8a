// @ts-check
// How a turn goes: an action judged, what must follow without anybody's choice, and what each event makes of a match
// (chowka-bara.md 2, 4 and 5). `decide` reads; `evolve` gives the next match and leaves the last as it was.

import { centreOf, nextSide, SIDES } from './board.js';
import { beginning, canMove, crowdAt, distinct, isDeadEnd, landing, mostAdvanced, playing, reasonAgainst } from './match.js';
import { startOf, valueOfMouths } from './ruleset.js';

/** @typedef {import('./board.js').Side} Side */
/** @typedef {import('./match.js').Match} Match */
/** @typedef {import('./match.js').Camp} Camp */
/** @typedef {import('./match.js').Hold} Hold */
/** @typedef {import('./match.js').Victim} Victim */

/** No throw follows this many (section 4.8). */
const THROWS_MAX = 20_000;

/** @typedef {{do: 'throw', shells: number[]} | {do: 'move', pawn: number, value: number, pick?: number} | {do: 'leave', why: string}
 *   | {do: 'abandon'}} Action `pick` tells which of drawn victims falls. */

/** @typedef {{e: 'thrown', side: Side, shells: number[], value: number}
 *   | {e: 'moved', side: Side, pawn: number, value: number, from: number, to: number, hits: Victim[]}
 *   | {e: 'passed', side: Side, value: number, why: 'no_move' | 'burned'} | {e: 'left', side: Side, why: string}
 *   | {e: 'ended', ranks: Side[][], why: string}} Happened */

/** An action that the rules refuse; the message is the refusal's sentence. */
export class Illegal extends Error {}

/** The events that an action by a side makes: itself, then what must follow.
 * @param {Match} match
 * @param {Side} side
 * @param {Action} action
 * @returns {Happened[]} */
export function decide(match, side, action) {
  const events = [judge(match, side, action)];
  let after = evolve(match, events[0]);
  for (let next = due(after); next; next = due(after)) {
    events.push(next);
    after = evolve(after, next);
  }
  return events;
}

/** @param {Match} match
 * @param {Side} side
 * @param {Action} action
 * @returns {Happened} */
function judge(match, side, action) {
  const { stage, rules } = match;
  if (stage.is === 'over') throw new Illegal('The match is over.');
  if (action.do === 'abandon') return ended(match, 'abandoned');
  if (match.camps[side]?.standing !== 'playing') throw new Illegal('This side is not playing any more.');
  if (action.do === 'leave') return { e: 'left', side, why: action.why };
  if (stage.side !== side) throw new Illegal('It is not your turn.');
  if (action.do === 'throw') {
    if (stage.is !== 'throwing') throw new Illegal('You have thrown; now move.');
    const mouths = action.shells.reduce((sum, shell) => sum + shell, 0);
    return { e: 'thrown', side, shells: action.shells, value: valueOfMouths(rules, mouths) };
  }
  if (stage.is === 'throwing') throw new Illegal('Throw the cowries first.');
  const { pawn, value, pick = 0 } = action;
  const from = /** @type {Camp} */ (match.camps[side]).pawns[pawn];
  if (from === undefined) throw new Illegal('There is no such pawn.');
  if (!stage.hand.includes(value)) throw new Illegal('You did not throw that value.');
  const why = reasonAgainst(match, side, from, value);
  if (why) throw new Illegal(REASONS[why]);
  const to = landing(from, value);
  return { e: 'moved', side, pawn, value, from, to, hits: victims(match, crowdAt(match, side, to), pick) };
}

const REASONS = {
  finished: 'That pawn is already in the centre.',
  no_entry: 'This throw does not bring a pawn onto the board.',
  overshoot: 'The centre must be reached by an exact throw.',
  no_hit_right: 'You must hit an opponent before you may go inside.',
  own_pawn: 'Your own pawn stands there.',
};

/** @param {Match} match
 * @param {Victim[]} crowd
 * @param {number} pick
 * @returns {Victim[]} */
function victims({ rules }, crowd, pick) {
  if (rules.victims === 'most_advanced') return mostAdvanced(crowd);
  if (rules.victims === 'random' && crowd.length > 1) return [crowd[Math.min(pick, crowd.length - 1)]];
  return crowd;
}

/** What must happen next without anybody's choice: a value that is lost, or the end.
 * @param {Match} match
 * @returns {Happened | undefined} */
export function due(match) {
  const { stage } = match;
  if (stage.is === 'over') return undefined;
  if (isDecided(match)) return ended(match, 'finished');
  const { side, hand } = stage;
  if (stage.is === 'burning') return { e: 'passed', side, value: hand[0], why: 'burned' };
  if (stage.is === 'moving') {
    const playable = distinct(hand).some((value) => canMove(match, side, value));
    return playable ? undefined : { e: 'passed', side, value: hand[0], why: 'no_move' };
  }
  // A hand half collected may still be played, so nothing is dead yet.
  if (hand.length === 0 && isDeadEnd(match)) return ended(match, 'dead_end');
  return match.throws >= THROWS_MAX ? ended(match, 'exhausted') : undefined;
}

/** Whether all ranks are settled: one player is left, or the first to finish ends the game (4.4, 4.5).
 * @param {Match} match */
function isDecided(match) {
  return playing(match).length < 2 || (match.rules.end === 'first_finisher' && standing(match, 'finished').length > 0);
}

/** @param {Match} match
 * @param {Camp['standing']} how
 * @returns {Side[]} */
const standing = (match, how) => SIDES.filter((side) => match.camps[side]?.standing === how);

/** The end as things stand: finishers by rank, those still playing together, then the leavers, the first to leave last.
 * @param {Match} match
 * @param {string} why
 * @returns {Happened} */
function ended(match, why) {
  const camp = (/** @type {Side} */ side) => /** @type {Camp} */ (match.camps[side]);
  const finished = standing(match, 'finished').sort((a, b) => camp(a).rank - camp(b).rank);
  const left = standing(match, 'left').sort((a, b) => camp(b).nth - camp(a).nth);
  const ranks = [...finished.map((side) => [side]), playing(match), ...left.map((side) => [side])];
  return { e: 'ended', ranks: ranks.filter((sides) => sides.length > 0), why };
}

/** The match after an event that can follow here.
 * @param {Match} match
 * @param {Happened} event
 * @returns {Match} */
export function evolve(match, event) {
  const after = { ...match, camps: { ...match.camps } };
  switch (event.e) {
    case 'thrown':
      thrown(after, holdOf(match), event.shells, event.value);
      break;
    case 'moved':
      moved(after, holdOf(match), event);
      break;
    case 'passed':
      passed(after, holdOf(match), event.value, event.why);
      break;
    case 'left':
      left(after, event.side);
      break;
    case 'ended':
      after.stage = { is: 'over', ranks: event.ranks, why: event.why };
      break;
  }
  openGateIfDead(after);
  return after;
}

/** A copy of what the side in turn holds.
 * @param {Match} match
 * @returns {Hold} */
function holdOf({ stage }) {
  if (stage.is === 'over') throw new Error('an event after the end');
  return { ...stage, hand: [...stage.hand] };
}

/** @param {Match} match
 * @param {Hold} hold
 * @param {number[]} shells
 * @param {number} value */
function thrown(match, hold, shells, value) {
  const { rules } = match;
  const grace = rules.grace.includes(value);
  const burns = wouldBurn(match, hold, value);
  match.throws += 1;
  hold.shells = shells;
  hold.hand.push(value);
  hold.graces = grace ? hold.graces + 1 : 0;
  hold.is = burns ? 'burning' : rules.throws === 'collect' && grace ? 'throwing' : 'moving';
  match.stage = hold;
}

/** Whether `value`, thrown now, is the third grace value in a row that burns.
 * @param {Match} match
 * @param {Hold} hold
 * @param {number} value */
export const wouldBurn = ({ rules }, hold, value) =>
  rules.triple_grace_burns && hold.graces === 2 && rules.grace.includes(value);

/** @param {Match} match
 * @param {Hold} hold
 * @param {Happened & {e: 'moved'}} move */
function moved(match, hold, { side, pawn, value, to, hits }) {
  const { rules } = match;
  spend(hold, value);
  place(match, side, pawn, to);
  for (const victim of hits) place(match, victim.side, victim.pawn, startOf(rules));
  for (const victim of hits) {
    const { pawns } = /** @type {Camp} */ (match.camps[victim.side]);
    if (rules.hit_right === 'lost_when_all_home' && pawns.every((index) => index <= 1)) give(match, victim.side, false);
  }
  if (hits.length > 0) give(match, side, true);
  const camp = /** @type {Camp} */ (match.camps[side]);
  if (camp.pawns.every((index) => index === centreOf(rules.board))) {
    const rank = standing(match, 'finished').length + 1;
    match.camps[side] = { ...camp, standing: 'finished', rank };
    return passTurn(match, side);
  }
  hold.owed += earned(match, value, to, hits.length > 0);
  goOn(match, hold);
}

/** The throws, or series when collecting, that a move earns (2.4 and section 6).
 * @param {Match} match
 * @param {number} value
 * @param {number} to
 * @param {boolean} hit */
function earned({ rules }, value, to, hit) {
  const centre = rules.centre_grace && to === centreOf(rules.board);
  if (rules.throws === 'collect') return hit || centre ? 1 : 0;
  const grace = rules.grace.includes(value);
  return (grace || hit || centre ? 1 : 0) + (hit && grace && rules.hit_grace_adds ? 1 : 0);
}

/** @param {Match} match
 * @param {Hold} hold
 * @param {number} value
 * @param {'no_move' | 'burned'} why */
function passed(match, hold, value, why) {
  const { rules } = match;
  spend(hold, value);
  if (why === 'burned') {
    if (hold.hand.length === 0) return passTurn(match, hold.side);
    match.stage = hold;
  } else if (rules.throws === 'collect') {
    goOn(match, hold);
  } else if (rules.grace_without_move === 'keep' && rules.grace.includes(value)) {
    match.stage = { ...hold, is: 'throwing' };
  } else {
    passTurn(match, hold.side);
  }
}

/** @param {Match} match
 * @param {Side} side */
function left(match, side) {
  const nth = standing(match, 'left').length;
  const { pawns } = /** @type {Camp} */ (match.camps[side]);
  match.camps[side] = { pawns: pawns.map(() => 0), right: false, standing: 'left', rank: 0, nth };
  if (match.stage.is !== 'over' && match.stage.side === side) passTurn(match, side);
}

/** The same turn goes on with what is in hand, else with what is owed, else it passes.
 * @param {Match} match
 * @param {Hold} hold */
function goOn(match, hold) {
  if (hold.hand.length > 0) match.stage = { ...hold, is: 'moving' };
  else if (hold.owed > 0) match.stage = { ...hold, is: 'throwing', owed: hold.owed - 1 };
  else passTurn(match, hold.side);
}

/** The turn passes to the next side still playing; what is in hand or owed is gone. With nobody to pass it to it stays,
 * and the end is due.
 * @param {Match} match
 * @param {Side} side */
function passTurn(match, side) {
  let next = nextSide(side);
  while (next !== side && match.camps[next]?.standing !== 'playing') next = nextSide(next);
  match.stage = beginning(next);
}

/** `dead_end: open_gate`: where a throw is due and nobody could ever move again, all still playing gain the right.
 * @param {Match} match */
export function openGateIfDead(match) {
  const { rules, stage } = match;
  const throwDue = stage.is === 'throwing' && stage.hand.length === 0;
  if (rules.dead_end !== 'open_gate' || !throwDue || isDecided(match) || !isDeadEnd(match)) return;
  for (const side of playing(match)) give(match, side, true);
}

/** @param {Match} match
 * @param {Side} side
 * @param {number} pawn
 * @param {number} index */
function place(match, side, pawn, index) {
  const camp = /** @type {Camp} */ (match.camps[side]);
  match.camps[side] = { ...camp, pawns: camp.pawns.map((at, no) => (no === pawn ? index : at)) };
}

/** @param {Match} match
 * @param {Side} side
 * @param {boolean} right */
function give(match, side, right) {
  match.camps[side] = { .../** @type {Camp} */ (match.camps[side]), right };
}

/** Takes `value` out of the hand; of equal ones that thrown first.
 * @param {Hold} hold
 * @param {number} value */
function spend(hold, value) {
  const at = hold.hand.indexOf(value);
  if (at < 0) throw new Error('a value that is not in hand');
  hold.hand.splice(at, 1);
}
