// @ts-check
// What a stranger runs on a record: six checks (record.md), each of which holds or names the first line at which it does
// not. Each reads the fields it needs and no others, so that one false value fails the check that is concerned with it.
// Nothing here trusts the record: any bytes give a report.

import { utf8 } from './bytes.js';
import { endsWithLine, readLines } from './record.js';
import { ChainCheck } from './verify/chain.js';
import { DrawsCheck } from './verify/draws.js';
import { LinksCheck } from './verify/links.js';
import { checkLog } from './verify/log.js';
import { ENDINGS, MovesCheck } from './verify/moves.js';
import { SealCheck } from './verify/seal.js';
import { readTable } from './verify/table.js';

/** @typedef {import('./verify/check.js').Verdict} Verdict */
/** @typedef {import('./record.js').Entry} Entry */

/** What a verification says: each check, whether all hold, and what was read on the way.
 * @typedef {{checks: Verdict[], holds: boolean, entries: Entry[], table: import('./verify/table.js').Table}} Report */

/** Verifies a record, and with `log` also that its seal was published before it began and that it is the record that was
 * logged. Both are whole files. The moves of four stones are left to the program: that check says so.
 * @param {Uint8Array | string} record
 * @param {Uint8Array | string} [log]
 * @returns {Report} */
export function verify(record, log) {
  const file = bytesOf(record);
  const entries = readLines(file);
  const last = entries[entries.length - 1];
  const table = readTable(entries[0], entries.length > 1 ? last : undefined);
  const stones = table.game.value === 'stones';
  const chain = new ChainCheck(table.game.value);
  const seal = new SealCheck(table);
  const links = new LinksCheck(table);
  const draws = new DrawsCheck(table);
  const moves = stones ? undefined : new MovesCheck(table);
  /** @type {import('./verify/log.js').Claims} */
  const claims = { serverCommit: table.serverCommit, started: table.started, startedText: table.header?.map.started };
  for (const entry of entries) {
    chain.hear(entry, entry !== last || endsWithLine(file));
    seal.hear(entry, entry === last);
    links.hear(entry);
    draws.hear(entry, moves ? moves.hear(entry) : 'unknown');
    hearClaims(claims, entry);
  }
  const lastLine = last.number;
  /** @type {Verdict[]} */
  const checks = [chain.end(), seal.end(), links.end(), draws.finish(lastLine)];
  checks.push(moves ? moves.finish(lastLine) : { name: 'moves', holds: true, partly: true });
  if (log !== undefined) checks.push(checkLog(readLines(bytesOf(log)), claims));
  return { checks, holds: checks.every((check) => check.holds), entries, table };
}

/** @param {import('./verify/log.js').Claims} claims
 * @param {Entry} entry */
function hearClaims(claims, { kind, fields }) {
  claims.last = typeof fields?.h === 'string' ? fields.h : undefined;
  if (kind === 'ended') claims.why = ENDINGS.includes(fields?.why) ? fields?.why : undefined;
}

/** @param {Uint8Array | string} file */
const bytesOf = (file) => (typeof file === 'string' ? utf8(file) : file);
