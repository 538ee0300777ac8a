// @ts-check
// The log of seals (fairness.md 9): that it is whole, that a match's seal came before its start, and that its record is
// the one that was logged.

import { hex, isHex } from '../bytes.js';
import { canonical } from '../canonical.js';
import { serverCommit } from '../fair.js';
import { sha256 } from '../sha256.js';
import { Check } from './check.js';
import { fault, Fields, must, quoted } from './fields.js';
import { isBefore, momentOf } from './moment.js';

/** @typedef {import('../record.js').Entry} Entry */
/** @typedef {import('./moment.js').Moment} Moment */

/** What a record says that the log must bear out; `last` is the `h` of its last line.
 * @typedef {{serverCommit?: string, started?: Moment, startedText?: string, last?: string, why?: string}} Claims */

/** A line of the log; `fate` only where a seal is opened.
 * @typedef {{n: number, at: Moment, atText: string, prev: string, commit: string, fate?: string, last?: string,
 *   match?: string, seed?: string}} SealLine */

const FATES = ['finished', 'dead_end', 'exhausted', 'abandoned'];

/** Reads a line of the log; fields that are not known are ignored.
 * @param {Record<string, any>} map
 * @returns {SealLine} */
export function sealLine(map) {
  const read = new Fields(map);
  const prev = read.text('prev') === '' ? '' : read.digest('prev');
  const n = read.number('n');
  const atText = read.text('at');
  const at = momentOf(atText) ?? must('at', 'be a moment in UTC as RFC 3339 writes it');
  const commit = read.digest('server_commit');
  const kind = read.text('kind');
  const line = { n, at, atText, prev, commit };
  if (kind === 'sealed') return line;
  if (kind !== 'opened') return fault(`no line of the log is of kind ${quoted(kind)}`);
  if (read.text('fate') !== 'not_started') return { ...line, fate: read.word('fate', FATES), last: read.digest('last') };
  const match = read.text('match');
  if (!isHex(match, 16)) fault('`match` must be 32 lower-case hex digits');
  if (read.get('last') !== null) fault('`last` must be null for a match that did not start');
  return { ...line, fate: 'not_started', match, seed: read.digest('server_seed') };
}

/** The log as a whole: numbers, hashes and moments in order, and what became of each seal. */
export class LogReader {
  constructor() {
    this.prev = '';
    /** @type {Moment | undefined} */
    this.at = undefined;
    /** Every commitment sealed so far, and whether it was opened.
     * @type {Map<string, boolean>} */
    this.seals = new Map();
  }

  /** @param {Entry} entry
   * @returns {SealLine} */
  read({ number, bytes, text, fields }) {
    const prev = this.prev;
    this.prev = hex(sha256(bytes));
    if (text === undefined) return fault('this line is not UTF-8');
    if (!fields) return fault('this line is no JSON object');
    if (canonical(fields) !== text) fault('this line is not in canonical form (RFC 8785)');
    const seal = sealLine(fields);
    const before = this.at;
    this.at = seal.at;
    if (seal.n !== number) fault(`\`n\` is ${seal.n} where ${number} must follow`);
    if (seal.prev !== prev) fault('`prev` is not the hash of the line before');
    if (before && isBefore(seal.at, before)) fault('`at` is earlier than on the line before');
    return seal;
  }

  /** @param {SealLine} seal */
  count({ commit, fate, match, seed }) {
    const opened = this.seals.get(commit);
    if (fate === undefined) {
      if (opened !== undefined) fault('this seal is in the log already');
      this.seals.set(commit, false);
      return;
    }
    if (match && seed && serverCommit(match, seed) !== commit) {
      fault('the opened seed is not the one that was sealed for this match');
    }
    if (opened === undefined) fault('a seal is opened that was not in the log before');
    if (opened) fault('this seal was opened already');
    this.seals.set(commit, true);
  }
}

/** Checks the log, and the record against it. Of several faults the first line is told; where record and log differ it is
 * that of the match's `opened`, or the log's last line if it is missing.
 * @param {Entry[]} log
 * @param {Claims} claims
 * @returns {import('./check.js').Verdict} */
export function checkLog(log, claims) {
  const check = new Check('log_of_seals');
  const reader = new LogReader();
  /** @type {{line: number, seal: SealLine} | undefined} */
  let sealed;
  /** @type {{line: number, seal: SealLine} | undefined} */
  let opened;
  for (const entry of log) {
    // The log is read to its end, also behind its first fault.
    const one = new Check('log_of_seals');
    one.note(entry.number, () => {
      const seal = reader.read(entry);
      if (seal.commit === claims.serverCommit) {
        if (seal.fate === undefined) sealed ??= { line: entry.number, seal };
        else opened ??= { line: entry.number, seal };
      }
      reader.count(seal);
    });
    if (one.found) check.fail(one.found.line, one.found.why);
  }
  const differs = bearsOut(claims, sealed, opened, log.length);
  if (differs && (!check.found || differs.line < check.found.line)) check.found = differs;
  return check.end();
}

/** Where the log does not bear out the record.
 * @param {Claims} claims
 * @param {{line: number, seal: SealLine} | undefined} sealed
 * @param {{line: number, seal: SealLine} | undefined} opened
 * @param {number} lastLine
 * @returns {{line: number, why: string} | undefined} */
function bearsOut(claims, sealed, opened, lastLine) {
  const line = opened?.line ?? lastLine;
  if (!claims.serverCommit) return { line, why: 'the record has no `server_commit` to look for' };
  if (!sealed) return { line, why: 'the seal of this match is not in the log' };
  if (!opened) return { line, why: 'the seal of this match was never opened' };
  const { fate, last } = opened.seal;
  if (fate === 'not_started') return { line, why: 'the log says that this match did not start' };
  if (last !== claims.last) return { line, why: 'the last `h` of the record is not the one that was logged' };
  if (fate !== claims.why) return { line, why: `the log says ${fate}, the record ${claims.why ?? 'nothing'}` };
  if (!claims.started) return { line, why: 'the record does not say when the match started' };
  // The record is the one that was logged, so a start before the seal is a late seal.
  if (isBefore(claims.started, sealed.seal.at)) {
    const why = `the match was sealed at ${sealed.seal.atText}, after its start at ${claims.startedText}`;
    return { line: sealed.line, why };
  }
  return undefined;
}
