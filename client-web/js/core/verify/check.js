// @ts-check
// A check under way: what it found first, if anything. Once it has failed it looks no further, and the others go on.

import { Fault } from './fields.js';

/** The checks of a record, in the order of a report; the last is made only with a log of seals. `partly` marks one of
 * which a part is beyond this page.
 * @typedef {'hash_chain' | 'seal' | 'tips_and_links' | 'draws' | 'moves' | 'log_of_seals'} CheckName */
/** @typedef {{name: CheckName, holds: boolean, line?: number, why?: string, partly?: boolean}} Verdict */

/** Why a check stops at a line that is no JSON object. */
export const UNREADABLE = 'this line is no JSON object';

export class Check {
  /** @param {CheckName} name */
  constructor(name) {
    this.name = name;
    /** @type {{line: number, why: string} | undefined} */
    this.found = undefined;
  }

  /** @param {number} line
   * @param {string} why */
  fail(line, why) {
    this.found ??= { line, why };
  }

  /** Notes the fault that `judge` throws, if it does.
   * @param {number} line
   * @param {() => void} judge */
  note(line, judge) {
    if (this.found) return;
    try {
      judge();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.fail(line, error.message);
    }
  }

  /** @returns {Verdict} */
  end() {
    return this.found ? { name: this.name, holds: false, ...this.found } : { name: this.name, holds: true };
  }
}

/** What a part is, or the sentence that says why it cannot be used.
 * @template T
 * @typedef {{value: T, why?: undefined} | {value?: undefined, why: string}} Part */

/** @template T
 * @param {() => T} read
 * @returns {Part<T>} */
export function part(read) {
  try {
    return { value: read() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { why: error.message };
  }
}

/** The value of a part, or its fault.
 * @template T
 * @param {Part<T>} found
 * @returns {T} */
export function use(found) {
  if (found.why !== undefined) throw new Fault(found.why);
  return found.value;
}
