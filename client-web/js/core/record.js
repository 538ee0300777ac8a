// @ts-check
// A record as it was found, line by line (record.md): what can be read of each, and nothing of it known to be true. The
// log of seals is read the same way.

/** @typedef {Record<string, any>} Line */

/** One line: `number` from 1, the header's; no text if it is not UTF-8, no fields if it is no JSON object.
 * @typedef {{number: number, bytes: Uint8Array, text?: string, fields?: Line, kind?: string}} Entry */

/** The deepest nesting that is read, as deep as any reader of records goes. */
const DEPTH_MAX = 127;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The lines of a file, without their line ends. A file without any byte has one empty line, so that whatever is missing
 * is missing on line 1.
 * @param {Uint8Array} file
 * @returns {Entry[]} */
export function readLines(file) {
  /** @type {Entry[]} */
  const entries = [];
  const end = endsWithLine(file) ? file.length - 1 : file.length;
  for (let start = 0; start <= end; ) {
    const at = file.indexOf(10, start);
    const stop = at < 0 || at > end ? end : at;
    entries.push(readLine(entries.length + 1, file.subarray(start, stop)));
    start = stop + 1;
  }
  return entries;
}

/** Whether the last line has its line end.
 * @param {Uint8Array} file */
export const endsWithLine = (file) => file.length > 0 && file[file.length - 1] === 10;

/** @param {number} number
 * @param {Uint8Array} bytes
 * @returns {Entry} */
function readLine(number, bytes) {
  /** @type {Entry} */
  const entry = { number, bytes };
  try {
    entry.text = decoder.decode(bytes);
  } catch {
    return entry;
  }
  const fields = readObject(entry.text);
  if (fields) {
    entry.fields = fields;
    if (typeof fields.kind === 'string') entry.kind = fields.kind;
  }
  return entry;
}

/** The JSON object that a text is, if it is one that every reader of records reads: not too deep, with numbers that are
 * numbers and texts that are texts.
 * @param {string} text
 * @returns {Line | undefined} */
export function readObject(text) {
  if (depthOf(text) > DEPTH_MAX) return undefined;
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // Half of a pair of surrogates is no text; JSON.stringify shows it as an escape.
  const halves = /\\u[dD][89a-fA-F]/;
  if (halves.test(text) && halves.test(JSON.stringify(value))) return undefined;
  if (/\d{300}|[eE]\+?\d{3}/.test(text) && hasInfinite(value)) return undefined;
  return /** @type {Line} */ (value);
}

/** @param {string} text */
function depthOf(text) {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (inText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inText = false;
    } else if (letter === '"') inText = true;
    else if (letter === '{' || letter === '[') deepest = Math.max(deepest, ++depth);
    else if (letter === '}' || letter === ']') depth -= 1;
  }
  return deepest;
}

/** @param {unknown} value
 * @returns {boolean} */
function hasInfinite(value) {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinite);
}
