// @ts-check
// The draws: `t` counts them without gaps, and each shows what follows from the key, lots and drawn victims too.

import { pick, shuffle, throwShells, valueOf } from '../fair.js';
import { Check, UNREADABLE, use } from './check.js';
import { fault, Fields, nameOf } from './fields.js';
import { clockOut, expectT, stonesLots } from './stones.js';

/** @typedef {import('../record.js').Entry} Entry */
/** @typedef {import('./fields.js').Victim} Victim */

/** What chance has to do with a move, as far as the rules can follow the record: they cannot any more, nothing is drawn,
 * or one of these victims, two or more, is.
 * @typedef {'unknown' | 'none' | Victim[]} Chance */

export class DrawsCheck extends Check {
  /** @param {import('./table.js').Table} table */
  constructor(table) {
    super('draws');
    /** @type {{stones: boolean, key: Uint8Array | undefined, rules: any, chairs: number} | undefined} */
    this.given = undefined;
    this.note(1, () => {
      const rules = use(table.rules);
      const chairs = use(table.houses).length;
      const key = use(table.key);
      this.given = { stones: use(table.game) === 'stones', key, rules, chairs };
    });
    /** Why there is no key, if the seed was not opened: `t` can still be counted, and the check fails at the end. */
    this.unopened = table.seed.why;
    /** The number of the next draw; undefined before the lots.
     * @type {number | undefined} */
    this.nextT = undefined;
  }

  /** @param {Entry} entry
   * @param {Chance} chance what the rules, where they could follow, say of its victim */
  hear({ number, kind, fields: map }, chance) {
    if (this.found || !this.given) return;
    if (!map) return this.fail(number, UNREADABLE);
    const fields = new Fields(map);
    this.note(number, () => {
      if (this.nextT !== undefined) {
        this.nextT = kind === 'lots' ? fault('lots are drawn once') : this.draw(kind, fields, this.nextT, chance);
      } else if (kind === 'lots' && number === 2) {
        this.nextT = this.lots(fields);
      } else if (number !== 1) {
        fault(`the lots for ${this.drawnFor()} must be told on the line after the header`);
      }
    });
  }

  /** @param {number} lastLine */
  finish(lastLine) {
    if (this.nextT === undefined) this.fail(lastLine, `the lots for ${this.drawnFor()} are missing`);
    if (this.unopened) this.fail(lastLine, `no draw can be checked: ${this.unopened}`);
    return this.end();
  }

  drawnFor() {
    return this.given?.stones ? 'places' : 'sides';
  }

  /** The lots, and the number of the draw that follows.
   * @param {Fields} fields
   * @returns {number} */
  lots(fields) {
    const { stones, key, chairs } = this.known();
    if (stones) return stonesLots(fields, key);
    expectT(fields, 0);
    const told = fields.chairs('sides');
    if (told.length !== chairs) fault(`\`sides\` must list ${chairs} chairs`);
    if (key) {
      const { order } = shuffle(key, 0, chairs);
      if (String(told) !== String(order)) fault(`the lots drawn are [${order.join(', ')}], and \`sides\` is [${told.join(', ')}]`);
    }
    return chairs - 1;
  }

  /** What a line that is not the lots draws; the number of the draw that follows comes back.
   * @param {string | undefined} kind
   * @param {Fields} fields
   * @param {number} t
   * @param {Chance} chance
   * @returns {number} */
  draw(kind, fields, t, chance) {
    const { stones, key } = this.known();
    if (stones) return kind === 'clock_out' ? clockOut(fields, key, t) : t;
    if (kind === 'thrown') return this.thrown(fields, t);
    return kind === 'moved' ? this.moved(fields, t, chance) : t;
  }

  /** @param {Fields} fields
   * @param {number} t */
  thrown(fields, t) {
    const { key, rules } = this.known();
    expectT(fields, t);
    const link = fields.digestOrNull('link');
    const shells = fields.shells('shells');
    if (shells.length !== rules.shells) fault(`a throw has ${rules.shells} shells here`);
    const value = fields.small('value');
    if (key) {
      const drawn = throwShells(key, t, link, rules);
      if (String(shells) !== String(drawn)) fault(`draw ${t} shows the shells [${drawn.join(', ')}]`);
    }
    const counts = valueOf(shells, rules);
    if (value !== counts) fault(`these shells count ${counts}, and \`value\` is ${value}`);
    return t + 1;
  }

  /** @param {Fields} fields
   * @param {number} t
   * @param {Chance} told
   * @returns {number} */
  moved(fields, t, told) {
    const { key, rules } = this.known();
    const chance = rules.victims === 'random' ? told : 'none';
    if (chance === 'none') return fields.has('t') ? fault('`t` stands where nothing was drawn') : t;
    // The moves went wrong before, so whether there was a choice is not known; the count goes on.
    if (chance === 'unknown' && !fields.has('t')) return t;
    expectT(fields, t);
    if (chance === 'unknown') return t + 1;
    const hit = fields.victims('hit');
    if (key) {
      const drawn = chance[pick(key, t, chance.length)];
      if (hit.length !== 1 || !isSameVictim(hit[0], drawn)) {
        fault(`draw ${t} hits pawn ${drawn.pawn} of ${nameOf(drawn.side)}, and no other`);
      }
    }
    return t + 1;
  }

  known() {
    return this.given ?? fault(UNREADABLE);
  }
}

/** @param {Victim} a
 * @param {Victim} b */
export const isSameVictim = (a, b) => a.side === b.side && a.pawn === b.pawn && a.from === b.from;
