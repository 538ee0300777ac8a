// @ts-check
// The canonical JSON of a value (RFC 8785), and the hash by which a page and a server know that they see one view.

import { hex, utf8 } from './bytes.js';
import { sha256 } from './sha256.js';

/** The canonical text of what was read from JSON. JavaScript's own strings and numbers are what RFC 8785 asks for;
 * only the order of keys, by UTF-16 units, and the absence of blanks are left to do.
 * @param {unknown} value
 * @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const object = /** @type {Record<string, unknown>} */ (value);
  const members = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`);
  return `{${members.join(',')}}`;
}

/** The first 16 hex digits of the SHA-256 of a view's canonical text (contract 20).
 * @param {unknown} view */
export const viewHash = (view) => hex(sha256(utf8(canonical(view))).subarray(0, 8));
