// @ts-check
// Moves, passes and result: every line is what the rules make of it, and by somebody who could have made it.

import { sidesOf } from '../rules/board.js';
import { forced, legal, newMatch } from '../rules/match.js';
import { valueOfMouths } from '../rules/ruleset.js';
import { decide, evolve, Illegal } from '../rules/turn.js';
import { Check, part, UNREADABLE, use } from './check.js';
import { isSameVictim } from './draws.js';
import { fault, Fields, nameOf } from './fields.js';
import { BY, seating } from './links.js';

/** @typedef {import('../record.js').Entry} Entry */
/** @typedef {import('../rules/board.js').Side} Side */
/** @typedef {import('../rules/turn.js').Happened} Happened */
/** @typedef {import('../rules/turn.js').Action} Action */
/** @typedef {import('./fields.js').Victim} Victim */

export const ENDINGS = ['finished', 'dead_end', 'exhausted', 'abandoned'];
const LEAVINGS = ['resigned', 'timed_out', 'kicked'];

export class MovesCheck extends Check {
  /** @param {import('./table.js').Table} table */
  constructor(table) {
    super('moves');
    /** @type {boolean[]} */
    this.houses = [];
    /** @type {import('../rules/match.js').Match | undefined} */
    this.match = undefined;
    /** What must be told next, at once: lost values, the end.
     * @type {Happened[]} */
    this.due = [];
    this.ended = false;
    /** For each side in use its chair, once the lots have told it.
     * @type {number[] | undefined} */
    this.sides = undefined;
    /** The sides whose seat has said no_chain.
     * @type {Side[]} */
    this.noChain = [];
    this.note(1, () => {
      const rules = use(table.rules);
      this.houses = use(table.houses);
      this.match = newMatch(rules, this.houses.length);
    });
  }

  /** Hears a line, and says for the draws whether its victim is a matter of chance.
   * @param {Entry} entry
   * @returns {import('./draws.js').Chance} */
  hear({ number, kind, fields: map }) {
    if (this.found) return 'unknown';
    if (!map) {
      this.fail(number, UNREADABLE);
      return 'unknown';
    }
    const fields = new Fields(map);
    const chance = this.chanceOf(kind, fields);
    this.note(number, () => this.judge(kind, fields));
    return chance;
  }

  /** @param {number} lastLine */
  finish(lastLine) {
    if (!this.ended) this.fail(lastLine, 'the record ends before the match does');
    return this.end();
  }

  /** @param {string | undefined} kind
   * @param {Fields} fields */
  judge(kind, fields) {
    switch (kind) {
      case 'lots':
        this.sides ??= seating(fields, this.houses.length);
        return;
      case 'thrown':
        return this.thrown(fields);
      case 'moved':
        return this.moved(fields);
      case 'passed': {
        const [side, value] = [fields.side('side'), fields.small('value')];
        const why = /** @type {'no_move' | 'burned'} */ (fields.word('why', ['no_move', 'burned']));
        return this.settle({ e: 'passed', side, value, why }, 'no value is lost here');
      }
      case 'left': {
        const side = fields.side('side');
        this.follow(side, { do: 'leave', why: fields.word('why', LEAVINGS) });
        return;
      }
      case 'ended':
        return this.matchEnds(fields);
      case 'opened':
        if (this.ended) return;
        this.nothingDue();
        fault('the match has not ended');
    }
    // Kinds that do not belong here belong to the hash chain.
  }

  /** @param {Fields} fields */
  thrown(fields) {
    this.nothingDue();
    const side = fields.side('side');
    const by = fields.word('by', BY);
    this.judgeHouse(side, by);
    if (by === 'forced') fault('no throw is forced');
    if (by === 'seat' && this.noChain.includes(side)) {
      fault('this seat said no_chain, which holds for all its later throws');
    }
    if (by === 'no_chain') this.noChain.push(side);
    this.follow(side, { do: 'throw', shells: this.shellsOf(fields) });
  }

  /** @param {Fields} fields */
  moved(fields) {
    this.nothingDue();
    const side = fields.side('side');
    const by = fields.word('by', BY);
    this.judgeHouse(side, by);
    const [pawn, value, from, to] = ['pawn', 'value', 'from', 'to'].map((name) => fields.small(name));
    const hits = fields.victims('hit');
    if (by === 'no_chain') fault('"no_chain" stands on throws only');
    if (by === 'forced') this.judgeForced(side, pawn, value);
    const chance = this.chance(side, pawn, value);
    const told = typeof chance === 'string' ? -1 : chance.findIndex((one) => hits.length === 1 && isSameVictim(one, hits[0]));
    const really = this.follow(side, { do: 'move', pawn, value, pick: Math.max(told, 0) });
    if (really.e !== 'moved') return fault('a move must be told here');
    if (from !== really.from || to !== really.to) fault(`this move goes from ${really.from} to ${really.to}`);
    const same = hits.length === really.hits.length && hits.every((hit, at) => isSameVictim(hit, really.hits[at]));
    if (!same) fault(whoIsHit(really.hits));
  }

  /** @param {Fields} fields */
  matchEnds(fields) {
    const ranks = fields.ranks('ranks');
    const why = fields.word('why', ENDINGS);
    /** @type {Happened} */
    const told = { e: 'ended', ranks, why };
    if (why === 'abandoned' && this.due.length === 0) {
      // A match can be given up at any moment, by the room and not by a side.
      const really = this.follow('S', { do: 'abandon' });
      if (!isSame(really, told)) fault('these are not the ranks at this moment');
    } else {
      this.settle(told, 'the match does not end here');
    }
    this.ended = true;
  }

  /** Takes an action through the rules; what it really does comes back.
   * @param {Side} side
   * @param {Action} action
   * @returns {Happened} */
  follow(side, action) {
    this.nothingDue();
    const match = /** @type {import('../rules/match.js').Match} */ (this.match);
    /** @type {Happened[]} */
    let events;
    try {
      events = decide(match, side, action);
    } catch (error) {
      if (!(error instanceof Illegal)) throw error;
      return fault(`${nameOf(side)} may not do this: "${error.message}"`);
    }
    this.match = events.reduce(evolve, match);
    this.due = events.slice(1);
    return events[0];
  }

  /** @param {string | undefined} kind
   * @param {Fields} fields
   * @returns {import('./draws.js').Chance} */
  chanceOf(kind, fields) {
    if (kind !== 'moved') return 'none';
    const read = part(() => this.chance(fields.side('side'), fields.small('pawn'), fields.small('value')));
    return read.why === undefined ? read.value : 'unknown';
  }

  /** Whether the victim of a move is drawn, and among whom.
   * @param {Side} side
   * @param {number} pawn
   * @param {number} value
   * @returns {import('./draws.js').Chance} */
  chance(side, pawn, value) {
    const { match } = this;
    if (!match) return 'unknown';
    if (match.rules.victims !== 'random') return 'none';
    if (this.due.length > 0 || match.stage.is === 'over' || match.stage.side !== side) return 'unknown';
    const move = legal(match).find((one) => one.pawn === pawn && one.value === value);
    if (!move) return 'unknown';
    return move.drawn ? move.hits : 'none';
  }

  /** The shells of a thrown line; if they cannot be read, shells that count its `value`. Whether they are those drawn is
   * for the draws to say.
   * @param {Fields} fields
   * @returns {number[]} */
  shellsOf(fields) {
    const { rules } = /** @type {import('../rules/match.js').Match} */ (this.match);
    const told = part(() => fields.shells('shells')).value;
    if (told?.length === rules.shells) return told;
    const value = fields.small('value');
    for (let mouths = 0; mouths <= rules.shells; mouths++) {
      if (valueOfMouths(rules, mouths) !== value) continue;
      return Array.from({ length: rules.shells }, (_, shell) => (shell < mouths ? 1 : 0));
    }
    return fault(`no throw counts ${value} here`);
  }

  /** A house chair's lines are by "house" or "forced", others' never by "house".
   * @param {Side} side
   * @param {string} by */
  judgeHouse(side, by) {
    // Lots that cannot be used fail the draws; who sits where is then not known.
    if (!this.sides) return;
    const place = sidesOf(this.sides.length).indexOf(side);
    const house = place >= 0 && this.houses[this.sides[place]];
    if (house && by !== 'house' && by !== 'forced') fault(`${nameOf(side)} is a house bot's, and \`by\` is "${by}"`);
    if (!house && by === 'house') fault(`${nameOf(side)} is no house bot's, and \`by\` is "house"`);
  }

  /** "forced" may be said only of the one move there is; a move that nobody asked for is left to the rules to refuse.
   * @param {Side} side
   * @param {number} pawn
   * @param {number} value */
  judgeForced(side, pawn, value) {
    const match = /** @type {import('../rules/match.js').Match} */ (this.match);
    const { stage } = match;
    if (stage.is === 'over' || stage.is === 'throwing' || stage.side !== side) return;
    const only = forced(match);
    if (!only) return fault('`by` is "forced", and there was a choice');
    if (only.pawn !== pawn || only.value !== value) {
      fault(`the move without a choice is that of pawn ${only.pawn} by ${only.value}`);
    }
  }

  /** Hears what was told of what is due.
   * @param {Happened} told
   * @param {string} otherwise the sentence if nothing is */
  settle(told, otherwise) {
    const [next, ...others] = this.due;
    if (!next) fault(otherwise);
    if (!isSame(next, told)) fault(`here must be told that ${sentence(next)}`);
    this.due = others;
  }

  /** Refuses a line before which something must be told. */
  nothingDue() {
    if (this.due.length > 0) fault(`before this line must be told that ${sentence(this.due[0])}`);
  }
}

/** @param {Happened} a
 * @param {Happened} b */
const isSame = (a, b) =>
  a.e === 'passed' && b.e === 'passed'
    ? a.side === b.side && a.value === b.value && a.why === b.why
    : a.e === 'ended' && b.e === 'ended' && a.why === b.why && JSON.stringify(a.ranks) === JSON.stringify(b.ranks);

/** @param {Victim[]} hits */
function whoIsHit(hits) {
  if (hits.length === 0) return 'this move hits nobody';
  if (hits.length > 1) return `this move hits ${hits.length} pawns, listed by side and number`;
  return `this move hits pawn ${hits[0].pawn} of ${nameOf(hits[0].side)} at ${hits[0].from}`;
}

/** @param {Happened} event */
function sentence(event) {
  if (event.e === 'passed') return `${nameOf(event.side)} loses the value ${event.value} (${event.why})`;
  if (event.e === 'ended') {
    return `the match ends (${event.why}), ranks ${event.ranks.map((rank) => rank.join('')).join(' ')}`;
  }
  return 'something else happens';
}
