// @ts-check
// The seal: a header that is whole and agrees with itself, and a seed on the last line that is the one committed to.

import { hasOwn, isHex } from '../bytes.js';
import { canonical } from '../canonical.js';
import { SCHEME, serverCommit } from '../fair.js';
import { PRESETS } from '../rules/ruleset.js';
import { Check, UNREADABLE, use } from './check.js';
import { fault, Fields, must, quoted } from './fields.js';
import { momentOf } from './moment.js';
import { FOUR_STONES } from './stones.js';
import { hashOfRules } from './table.js';

/** @typedef {import('../record.js').Entry} Entry */
/** @typedef {import('./table.js').Table} Table */

const FORMAT = 'chowk-record/1';
/** The number of the rules' behaviour that this page knows. */
const ENGINE = 1;

export class SealCheck extends Check {
  /** @param {Table} table */
  constructor(table) {
    super('seal');
    this.table = table;
    this.note(1, () => judgeHeader(table.header ?? fault(UNREADABLE), table));
  }

  /** @param {Entry} entry
   * @param {boolean} last */
  hear(entry, last) {
    if (entry.kind === 'opened' && !last) this.fail(entry.number, 'the seed is opened before the last line');
    if (last) this.note(entry.number, () => this.opens());
  }

  opens() {
    const seed = use(this.table.seed);
    const { match, serverCommit: commit } = this.table;
    // A header that lacks either has failed already.
    if (match === undefined || !commit || !isHex(match, 16)) return;
    if (serverCommit(match, seed) !== commit) {
      fault('the opened seed is not the one that `server_commit` sealed for this match');
    }
  }
}

/** The first fault of a header, but for tips, reveals and links, which belong to their own check.
 * @param {Fields} header
 * @param {Table} table */
function judgeHeader(header, table) {
  only(header, 'record', FORMAT);
  const engine = header.get('engine');
  if (engine !== ENGINE) {
    fault(`this verifier knows engine ${ENGINE}, and \`engine\` is ${quoted(JSON.stringify(engine))}`);
  }
  use(table.game);
  if (!isHex(header.text('match'), 16)) fault('`match` must be 32 lower-case hex digits');
  only(header, 'scheme', SCHEME);
  if (!momentOf(header.text('started'))) must('started', 'be a moment in UTC as RFC 3339 writes it');
  const server = Fields.of(header.get('server'), '`server`');
  server.text('name');
  server.text('version');
  use(table.houses);
  for (const chair of header.list('chairs')) Fields.of(chair, 'a chair').text('name');
  header.digest('server_commit');
  judgeRules(header, table);
}

/** @param {Fields} header
 * @param {Table} table */
function judgeRules(header, table) {
  const rules = use(table.rules);
  const told = header.digest('rules_hash');
  if (hashOfRules(header) !== told) fault('`rules_hash` is not the hash of `rules`');
  if (header.get('preset') === null) return;
  const name = header.text('preset');
  /** @type {Record<string, unknown>} */
  const presets = use(table.game) === 'chowka' ? PRESETS : { 'four-stones': FOUR_STONES };
  if (!hasOwn(presets, name)) fault(`no preset is called ${quoted(name)}`);
  if (canonical(presets[name]) !== canonical(rules)) fault(`the rules are not those of the preset ${quoted(name)}`);
}

/** @param {Fields} header
 * @param {string} field
 * @param {string} value */
function only(header, field, value) {
  const told = header.text(field);
  if (told !== value) fault(`\`${field}\` is ${quoted(told)}, not "${value}"`);
}
