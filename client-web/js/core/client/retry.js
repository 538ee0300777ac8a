// @ts-check
// When to come back: waits that double, jittered so that a thousand pages do not return at once, and bounded.

/** The first wait, in milliseconds. */
const FIRST_MS = 250;
/** The longest wait between two tries, in milliseconds. */
const LONGEST_MS = 8_000;
/** The longest wait that a server may ask for, in milliseconds. */
const ASKED_MAX_MS = 60_000;

/** The tries since a client last held its seat. */
export class Retry {
  /** @param {number} seed where the jitter comes from; nothing secret follows from it */
  constructor(seed) {
    this.seed = seed >>> 0;
    this.tries = 0;
    this.atLeast = 0;
  }

  /** The server said when to come back.
   * @param {number} ms */
  notBefore(ms) {
    this.atLeast = Math.min(ms, ASKED_MAX_MS);
  }

  /** The wait before the next try, in milliseconds: between half of a doubled wait and the whole. */
  next() {
    const whole = Math.min(FIRST_MS * 2 ** Math.min(this.tries, 20), LONGEST_MS);
    this.tries += 1;
    const wait = Math.max(whole / 2 + this.unit() * (whole / 2), this.atLeast);
    this.atLeast = 0;
    return Math.round(wait);
  }

  /** The seat is held again. */
  succeeded() {
    this.tries = 0;
    this.atLeast = 0;
  }

  /** A number from 0 to 1 (mulberry32). */
  unit() {
    this.seed = (this.seed + 0x6d2b79f5) >>> 0;
    let z = this.seed;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 0x100000000;
  }
}
