// @ts-check
// Tips and links: each tip is that of its reveal, and each throw carries the link it must, or none where it may not.

import { nextLink } from '../fair.js';
import { sidesOf } from '../rules/board.js';
import { Check, part, UNREADABLE, use } from './check.js';
import { fault, Fields } from './fields.js';

/** @typedef {import('../record.js').Entry} Entry */
/** @typedef {import('./table.js').Sitter} Sitter */

/** The words of `by`. */
export const BY = ['seat', 'clock', 'away', 'no_chain', 'house', 'forced'];

export class LinksCheck extends Check {
  /** @param {import('./table.js').Table} table */
  constructor(table) {
    super('tips_and_links');
    /** Whether the game has throws; the links of four stones are shown at the lock and never used. */
    this.throws = table.game.value !== 'stones';
    /** What each chair has shown; undefined for a house bot.
     * @type {({last: string, left: number} | undefined)[]} */
    this.chairs = [];
    this.note(1, () => void (this.chairs = reveals(use(table.sitters))));
    /** The chairs that have said no_chain, which holds for the rest of the match. */
    this.noChain = this.chairs.map(() => false);
    /** For each side in use its chair, once the lots have told it.
     * @type {number[] | undefined} */
    this.sides = undefined;
  }

  /** @param {Entry} entry */
  hear({ number, kind, fields: map }) {
    if (this.found) return;
    if (!map) return this.fail(number, UNREADABLE);
    const fields = new Fields(map);
    // Lots that are told twice belong to the draws.
    if (kind === 'lots') this.sides ??= seating(fields, this.chairs.length);
    if (kind === 'thrown' && this.throws) this.note(number, () => this.judge(fields));
  }

  /** @param {Fields} fields */
  judge(fields) {
    const side = fields.side('side');
    const link = fields.digestOrNull('link');
    // What `by` says beyond this is judged with the moves.
    const by = BY.includes(fields.map.by) ? fields.map.by : undefined;
    if (!this.sides) return fault('no lots before this line say whose chair this is');
    const place = sidesOf(this.sides.length).indexOf(side);
    if (place < 0) return fault('nobody sits on this side');
    const chair = this.sides[place];
    const shown = this.chairs[chair];
    if (!shown) return link === null ? undefined : fault('a house bot has no links');
    if (by === 'no_chain') this.noChain[chair] = true;
    if (link === null) {
      if (by === 'seat' && shown.left > 0) {
        fault(`this seat asked for the throw and must show its next link (links left: ${shown.left})`);
      }
      return;
    }
    if (this.noChain[chair]) fault('this seat said no_chain, and its throws carry no link from then on');
    if (by !== 'seat' && by !== undefined) fault('only a throw that the seat asked for carries a link');
    if (shown.left === 0) fault("this seat's links are used up");
    if (nextLink(link) !== shown.last) fault('this link does not lead to the one this seat showed last');
    this.chairs[chair] = { last: link, left: shown.left - 1 };
  }
}

/** What each chair has shown after the lock: its reveal, checked against its tip.
 * @param {Sitter[]} sitters */
function reveals(sitters) {
  /** @type {({last: string, left: number} | undefined)[]} */
  const chairs = [];
  for (const [number, sitter] of sitters.entries()) {
    if (sitter.kind === 'house') {
      chairs.push(undefined);
      continue;
    }
    if (nextLink(sitter.reveal) !== sitter.tip) fault(`chair ${number}: \`reveal\` is not the link before \`tip\``);
    const twin = sitters.slice(0, number).findIndex((other) => other.kind !== 'house' && other.tip === sitter.tip);
    if (twin >= 0) fault(`chairs ${twin} and ${number} have the same tip`);
    chairs.push({ last: sitter.reveal, left: sitter.links - 1 });
  }
  return chairs;
}

/** The chairs of the lots, if they name each chair once.
 * @param {Fields} fields
 * @param {number} chairs
 * @returns {number[] | undefined} */
export function seating(fields, chairs) {
  const sides = part(() => fields.chairs('sides')).value;
  const eachOnce = sides?.length === chairs && sides.every((_, chair) => sides.includes(chair));
  return eachOnce ? sides : undefined;
}
