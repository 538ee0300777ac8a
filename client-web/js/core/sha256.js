// @ts-check
// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), our own: a page on plain http in a LAN has no crypto.subtle.

import { join } from './bytes.js';

/** The first 32 bits of the fractional part of a root: what the constants of SHA-256 are. A double has 17 bits more than
 * that, so that engines whose roots differ in the last bit give the same.
 * @param {number} root */
const fraction = (root) => ((root - Math.floor(root)) * 0x100000000) | 0;

const ROUND = new Int32Array(64);
const START = new Int32Array(8);
for (let n = 2, found = 0; found < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  if (found < 8) START[found] = fraction(Math.sqrt(n));
  ROUND[found++] = fraction(Math.cbrt(n));
}

const words = new Int32Array(64);

/** One block of 64 bytes goes into the state.
 * @param {Int32Array} state
 * @param {Uint8Array} bytes
 * @param {number} at */
function block(state, bytes, at) {
  const w = words;
  for (let i = 0; i < 16; i++, at += 4) {
    w[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** SHA-256.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} 32 bytes */
export function sha256(bytes) {
  const state = new Int32Array(START);
  const whole = bytes.length - (bytes.length % 64);
  for (let at = 0; at < whole; at += 64) block(state, bytes, at);
  const rest = bytes.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[rest] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(tail.length - 4, (bytes.length << 3) >>> 0);
  for (let at = 0; at < tail.length; at += 64) block(state, tail, at);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, i) => out.setInt32(4 * i, word));
  return digest;
}

/** HMAC-SHA256 over the pieces joined.
 * @param {Uint8Array} key
 * @param {...Uint8Array} pieces
 * @returns {Uint8Array} 32 bytes */
export function hmac(key, ...pieces) {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(join(padded.map((byte) => byte ^ 0x36), ...pieces));
  return sha256(join(padded.map((byte) => byte ^ 0x5c), inner));
}
