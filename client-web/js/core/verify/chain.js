// @ts-check
// The hash chain: canonical form, known kinds, `line`, `ms` and `h`, line by line.

import { hex, utf8 } from '../bytes.js';
import { canonical } from '../canonical.js';
import { sha256 } from '../sha256.js';
import { Check, UNREADABLE } from './check.js';
import { fault, Fields, quoted } from './fields.js';
import { STONES_KINDS } from './stones.js';

/** @typedef {import('../record.js').Entry} Entry */

const BOTH = ['lots', 'ended', 'opened'];
const CHOWKA = ['thrown', 'moved', 'passed', 'left'];

export class ChainCheck extends Check {
  /** @param {string | undefined} game */
  constructor(game) {
    super('hash_chain');
    this.game = game;
    this.h = '';
    this.ms = 0;
  }

  /** @param {Entry} entry
   * @param {boolean} ended whether a line end followed it */
  hear(entry, ended) {
    this.note(entry.number, () => this.judge(entry, ended));
  }

  /** @param {Entry} entry
   * @param {boolean} ended */
  judge({ number, text, fields: map }, ended) {
    if (text === undefined) return fault('this line is not UTF-8');
    if (!map) return fault(UNREADABLE);
    const fields = new Fields(map);
    const told = fields.digest('h');
    if (canonical(map) !== text) fault('this line is not in canonical form (RFC 8785)');
    if (!ended) fault('a line end is missing after this line');
    this.judgeKind(number, fields.text('kind'));
    if (number > 1) this.judgePlace(number - 1, fields);
    if (linkOf(this.h, map) !== told) fault('`h` is not the hash of this line and the `h` before');
    this.h = told;
  }

  /** @param {number} number
   * @param {string} kind */
  judgeKind(number, kind) {
    if (number === 1) return kind === 'header' ? undefined : fault('the first line is not of kind "header"');
    const known = BOTH.includes(kind) || (this.game === 'stones' ? STONES_KINDS : CHOWKA).includes(kind);
    if (!known) fault(`no line is of kind ${quoted(kind)} here`);
  }

  /** @param {number} line
   * @param {Fields} fields */
  judgePlace(line, fields) {
    const told = fields.number('line');
    if (told !== line) fault(`\`line\` is ${told} where ${line} must follow`);
    const ms = fields.number('ms');
    if (ms < this.ms) fault(`\`ms\` falls from ${this.ms} to ${ms}`);
    this.ms = ms;
  }
}

/** The `h` that a line must have: the hash of the `h` before, as text, then the line's canonical JSON without `h`.
 * @param {string} before
 * @param {Record<string, any>} map */
export function linkOf(before, map) {
  const { h, ...rest } = map;
  return hex(sha256(utf8(before + canonical(rest))));
}
