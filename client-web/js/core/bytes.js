// @ts-check
// Bytes as this game writes them: lower-case hex, pieces with their length before them, numbers with the big end first.

const encoder = new TextEncoder();
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The bytes of a text, in UTF-8.
 * @param {string} text */
export const utf8 = (text) => encoder.encode(text);

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** The bytes that a lower-case hex text stands for; throws where it is none.
 * @param {string} text
 * @returns {Uint8Array} */
export function unhex(text) {
  if (!isHex(text, text.length / 2)) throw new TypeError('not lower-case hex');
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/** Whether this is the lower-case hex of so many bytes.
 * @param {unknown} text
 * @param {number} bytes
 * @returns {text is string} */
export function isHex(text, bytes) {
  return typeof text === 'string' && Number.isInteger(bytes) && text.length === 2 * bytes && /^[0-9a-f]*$/.test(text);
}

/** The pieces, one after the other.
 * @param {...Uint8Array} pieces */
export function join(...pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** lp(x) of the fairness scheme: the length in two bytes, then x.
 * @param {Uint8Array | string} piece */
export function lp(piece) {
  const bytes = typeof piece === 'string' ? utf8(piece) : piece;
  if (bytes.length > 0xffff) throw new RangeError('a piece has at most 65,535 bytes');
  return join(Uint8Array.of(bytes.length >>> 8, bytes.length & 255), bytes);
}

/** A number in four bytes.
 * @param {number} n */
export const u32 = (n) => Uint8Array.of(n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255);

/** A number below 2^53 in eight bytes.
 * @param {number} n */
export const u64 = (n) => join(u32(Math.floor(n / 0x100000000)), u32(n >>> 0));

/** Whether an object has a member of its own of this name; `Object.hasOwn`, which older browsers lack.
 * @param {object} object
 * @param {string} name
 * @returns {boolean} */
export const hasOwn = (object, name) => Object.prototype.hasOwnProperty.call(object, name);
