// @ts-check
// A match of Chowka-bara as a film: the view that a watcher would have seen after each line of its record, with the
// events that led there, so that the same board draws it.

import { readLines } from './record.js';
import { blocked, legal, newMatch } from './rules/match.js';
import { SIDES, sidesOf } from './rules/board.js';
import { readRules } from './rules/ruleset.js';
import { decide, evolve } from './rules/turn.js';
import { Statistics } from './statistics.js';

/** @typedef {import('./rules/board.js').Side} Side */
/** @typedef {import('./rules/match.js').Match} Match */
/** @typedef {import('./client/room.js').View} View */
/** @typedef {import('../../types/protocol').Event} Event */
/** @typedef {Record<string, any>} Line */

/** One line of what happened: its number in the record, the event as a watcher saw it, the milliseconds since the start,
 * the position after it, how many throws were made by then, and the number of the next draw.
 * @typedef {{line: number, event: Event, ms: number, after: Match, throws: number, t: number}} Step */

/** @typedef {{header: Line, sides: Partial<Record<Side, number>>, steps: Step[], start: Match, seed?: string, cut: boolean}} Film
 *   `cut` if the rules could not follow the record to its end. */

/** The film of a record of Chowka-bara; undefined for what is none. A record that does not hold is a film up to the line
 * that the rules cannot follow.
 * @param {Uint8Array | import('./record.js').Entry[]} record
 * @returns {Film | undefined} */
export function filmOf(record) {
  const entries = Array.isArray(record) ? record : readLines(record);
  const header = entries[0]?.fields;
  const lots = entries[1]?.fields;
  const seated = Array.isArray(header?.chairs) && Array.isArray(lots?.sides) && header.chairs.length === lots.sides.length;
  if (header?.game !== 'chowka' || lots?.kind !== 'lots' || !seated || lots.sides.length < 2) return undefined;
  /** @type {Match} */
  let match;
  try {
    match = newMatch(readRules(header.rules), header.chairs.length);
  } catch {
    return undefined;
  }
  const sides = Object.fromEntries(sidesOf(lots.sides.length).map((side, at) => [side, lots.sides[at]]));
  /** @type {Film} */
  const film = { header, sides, steps: [], start: match, cut: false };
  film.seed = entries[entries.length - 1].fields?.server_seed;
  let t = lots.sides.length - 1;
  for (const { number, fields, kind } of entries.slice(2)) {
    if (kind === 'opened') break;
    const event = fields && eventOf(fields, film.seed);
    const after = event && following(match, fields);
    if (!event || !after) {
      film.cut = true;
      break;
    }
    match = after;
    if (typeof fields.t === 'number') t = fields.t + 1;
    film.steps.push({ line: number, event, ms: Number(fields.ms ?? 0), after: match, throws: match.throws, t });
  }
  return film;
}

/** The match after a line; undefined if the rules cannot follow it.
 * @param {Match} match
 * @param {Line} line
 * @returns {Match | undefined} */
function following(match, line) {
  try {
    switch (line.kind) {
      case 'thrown':
        return evolve(match, decide(match, line.side, { do: 'throw', shells: line.shells })[0]);
      case 'moved': {
        const hits = line.hit ?? [];
        const move = legal(match).find((one) => one.pawn === line.pawn && one.value === line.value);
        if (move?.from !== line.from || move?.to !== line.to) return undefined;
        return evolve(match, { e: 'moved', side: line.side, pawn: line.pawn, value: line.value, from: line.from, to: line.to, hits });
      }
      case 'passed':
        return evolve(match, { e: 'passed', side: line.side, value: line.value, why: line.why });
      case 'left':
        return evolve(match, { e: 'left', side: line.side, why: line.why });
      case 'ended':
        return evolve(match, { e: 'ended', ranks: line.ranks, why: line.why });
    }
  } catch {
    // A line that cannot stand here.
  }
  return undefined;
}

/** What a line tells, as a watcher of the table was told it.
 * @param {Line} line
 * @param {string | undefined} seed
 * @returns {Event | undefined} */
function eventOf(line, seed) {
  const { kind, side, t, by, value, why } = line;
  switch (kind) {
    case 'thrown':
      return { e: 'thrown', side, t, link: line.link, by, shells: line.shells, value };
    case 'moved': {
      const hits = line.hit ? { hits: line.hit } : {};
      return { e: 'moved', side, pawn: line.pawn, value, from: line.from, to: line.to, by, ...hits, ...(t !== undefined && { t }) };
    }
    case 'passed':
      return { e: 'passed', side, value, why };
    case 'left':
      return { e: 'gone', side, why };
    case 'ended':
      return { e: 'ended', ranks: line.ranks, why, server_seed: seed ?? '' };
  }
  return undefined;
}

/** The view after so many steps; 0 is the start.
 * @param {Film} film
 * @param {number} at
 * @returns {View} */
export function viewAt({ header, sides, steps, start, seed }, at) {
  const step = steps[at - 1];
  const match = step?.after ?? start;
  const { stage } = match;
  /** @type {View['chairs']} */
  const chairs = {};
  for (const [no, chair] of header.chairs.entries()) {
    const name = String(chair?.name ?? '');
    const kind = chair?.kind === 'house' || chair?.kind === 'bot' ? chair.kind : 'person';
    const side = SIDES.find((one) => sides[one] === no);
    chairs[no] = { name, kind, away: false, ready: true, by_clock: 0, ...(side && { side }) };
  }
  return {
    game: 'chowka',
    code: '',
    stage: stage.is === 'over' ? 'ended' : 'playing',
    host: 0,
    clock: 'none',
    listed: false,
    watch: true,
    preset: header.preset,
    rules: header.rules,
    rules_hash: header.rules_hash,
    match: header.match,
    server_commit: header.server_commit,
    not_started: 0,
    chairs,
    sides: sidesAt(match, sides),
    ...(stage.is === 'over'
      ? { result: { ranks: stage.ranks, why: /** @type {any} */ (stage.why), server_seed: seed ?? '', record: '' } }
      : { turn: turnAt(match, step?.t ?? header.chairs.length - 1, at) }),
  };
}

/** @param {Match} match
 * @param {Partial<Record<Side, number>>} seats
 * @returns {View['sides']} */
function sidesAt(match, seats) {
  /** @type {NonNullable<View['sides']>} */
  const views = {};
  for (const side of SIDES) {
    const camp = match.camps[side];
    if (!camp) continue;
    const pawns = Object.fromEntries(camp.pawns.map((index, pawn) => [pawn, index]));
    views[side] = { chair: seats[side] ?? 0, pawns, right: camp.right, rank: rankOf(match, side), left: camp.standing === 'left' };
  }
  return views;
}

/** The rank of a side, from 1; 0 while it plays. A leaver's is the worst still free as long as the match goes on.
 * @param {Match} match
 * @param {Side} side */
function rankOf({ stage, camps, players }, side) {
  if (stage.is === 'over') return stage.ranks.findIndex((rank) => rank.includes(side)) + 1;
  const camp = camps[side];
  if (camp?.standing === 'left') return players - camp.nth;
  return camp?.standing === 'finished' ? camp.rank : 0;
}

/** The open question, with all moves and the reasons against others.
 * @param {Match} match
 * @param {number} t the number of the next draw
 * @param {number} asked
 * @returns {View['turn']} */
function turnAt(match, t, asked) {
  const { stage, rules } = match;
  if (stage.is === 'over') return undefined;
  /** @type {NonNullable<View['turn']>} */
  const turn = { side: stage.side, phase: stage.is === 'throwing' ? 'throw' : 'move', asked, owed: stage.owed, t };
  if (stage.shells) turn.shells = stage.shells;
  if (rules.throws === 'one_by_one') {
    if (stage.hand.length > 0) turn.value = stage.hand[0];
  } else {
    turn.hand = {};
    for (const value of stage.hand) turn.hand[value] = (turn.hand[value] ?? 0) + 1;
  }
  if (turn.phase === 'throw') return turn;
  turn.moves = {};
  for (const { pawn, value, from, to, hits, drawn } of legal(match)) {
    /** @type {import('../../types/protocol').MoveView} */
    const move = { from, to, ...(drawn && { drawn }) };
    for (const hit of hits) {
      move.hits ??= {};
      if (move.hits[hit.side] === undefined) move.hits[hit.side] = hit.pawn;
      else ((move.more_hits ??= {})[hit.side] ??= []).push(hit.pawn);
    }
    (turn.moves[pawn] ??= {})[value] = move;
  }
  turn.blocked = {};
  for (const { pawn, value, why } of blocked(match)) (turn.blocked[pawn] ??= {})[value] = why;
  return turn;
}

/** The statistics of the match up to a step.
 * @param {Film} film
 * @param {number} [at] the whole match if absent */
export function statisticsOf({ header, steps, cut }, at = steps.length) {
  const statistics = new Statistics();
  statistics.begin(header.rules);
  statistics.whole = !cut && at === steps.length;
  for (const { event } of steps.slice(0, at)) statistics.saw(event);
  return statistics.cards();
}

/** The step right after throw number `throws`, from 1; 0 if there is none.
 * @param {Film} film
 * @param {number} throws */
export const stepOfThrow = ({ steps }, throws) =>
  steps.findIndex((step) => step.throws === throws && step.event.e === 'thrown') + 1;
