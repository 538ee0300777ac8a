// @ts-check
// The log of seals, read and judged as a whole: whether it is unbroken, what became of each envelope, and whether what
// this device was told of it still stands there.

import { readLines } from '../core/record.js';
import { Check } from '../core/verify/check.js';
import { LogReader } from '../core/verify/log.js';

/** @typedef {import('../core/verify/log.js').SealLine} SealLine */

/** How an envelope may have ended; `open` is sealed and not opened. */
export const FATES = ['finished', 'dead_end', 'exhausted', 'abandoned', 'not_started', 'open'];

/** An envelope that is older than this and was never opened is odd: a match that nobody visits for so long is given up. */
const OLD_MS = 24 * 3_600_000;

/** @typedef {{lines: SealLine[], sealed: number, fates: Record<string, number>, never: number, newest: string,
 *   fault?: {line: number, why: string}, hashes: Set<string>}} Log `never`: how many old ones were never opened */

/** Reads a log.
 * @param {Uint8Array} file
 * @param {number} [now] milliseconds since 1970
 * @returns {Log} */
export function readLog(file, now = Date.now()) {
  const check = new Check('log_of_seals');
  const reader = new LogReader();
  /** @type {SealLine[]} */
  const lines = [];
  const hashes = new Set();
  /** When each envelope that is not opened was sealed.
   * @type {Map<string, string>} */
  const waiting = new Map();
  const fates = Object.fromEntries(FATES.map((fate) => [fate, 0]));
  let sealed = 0;
  for (const entry of file.length === 0 ? [] : readLines(file)) {
    const one = new Check('log_of_seals');
    one.note(entry.number, () => {
      const line = reader.read(entry);
      lines.push(line);
      if (line.fate === undefined) {
        sealed += 1;
        waiting.set(line.commit, line.atText);
      } else {
        fates[line.fate] = (fates[line.fate] ?? 0) + 1;
        waiting.delete(line.commit);
      }
      reader.count(line);
    });
    hashes.add(reader.prev);
    if (one.found) check.fail(one.found.line, one.found.why);
  }
  fates.open = waiting.size;
  const never = [...waiting.values()].filter((at) => now - Date.parse(at) > OLD_MS).length;
  return { lines, sealed, fates, never, newest: reader.prev, fault: check.found, hashes };
}
