// @ts-check
// Commands on their way: in order, one at a time, each under its number until the room has answered (contract 11).

/** @typedef {import('./wish.js').Asked} Asked */

/** Most commands that wait behind the one that is on its way. */
const WAITING_MAX = 32;
/** A command gets a new number so often before it is given up. */
const RENUMBERED_MAX = 1;

/** The command that was sent and not yet answered.
 * @typedef {{n: number, wish: Asked, text: string, firstSent: number, resent: number, onThisSocket: boolean,
 *   holdUntil?: number, surelyInTime: boolean, ofBefore?: boolean}} Flight `ofBefore`: of the chain of a match before */

/** All commands that are not answered yet. */
export class Outbox {
  constructor() {
    /** The number of the last command that was acknowledged. */
    this.acked = 0;
    /** @type {Flight | undefined} */
    this.flight = undefined;
    /** @type {Asked[]} */
    this.waiting = [];
    /** How often the present command was given a new number. */
    this.renumbered = 0;
    /** What the room said, on this socket, of the last number that it knows. */
    this.lastN = 0;
  }

  /** Takes a command in, `first` before all that wait; false if too many wait.
   * @param {Asked} wish
   * @param {boolean} [first] */
  push(wish, first = false) {
    if (this.waiting.length >= WAITING_MAX) return false;
    if (first) this.waiting.unshift(wish);
    else this.waiting.push(wish);
    return true;
  }

  /** The commands that are not answered yet, in order.
   * @returns {Asked[]} */
  all() {
    return this.flight ? [this.flight.wish, ...this.waiting] : [...this.waiting];
  }

  /** Whether a command of this name is on its way or waits.
   * @param {string} name */
  holds(name) {
    return this.all().some((wish) => wish.t === name);
  }

  /** The number that the next command gets. */
  nextN() {
    return this.acked + 1;
  }

  /** The first waiting command is on its way now.
   * @param {string} text
   * @param {number} now
   * @param {boolean} surelyInTime whether it left so early that it must come before its deadline */
  takeOff(text, now, surelyInTime) {
    const wish = this.waiting.shift();
    if (!wish) return;
    const n = this.nextN();
    this.flight = { n, wish, text, firstSent: now, resent: 0, onThisSocket: true, surelyInTime };
  }

  /** Command `n` was acknowledged: the command, unless that was known.
   * @param {number} n
   * @returns {Flight | undefined} */
  acknowledged(n) {
    if (this.flight?.n !== n) return undefined;
    this.acked = n;
    this.renumbered = 0;
    return this.land();
  }

  /** Command `n` was refused: the command. Its number is free again.
   * @param {number | null | undefined} n
   * @returns {Flight | undefined} */
  refused(n) {
    return this.flight && this.flight.n === n ? this.land() : undefined;
  }

  /** The socket ended: what was on its way is to be sent again. */
  socketEnded() {
    if (!this.flight) return;
    this.flight.onThisSocket = false;
    this.flight.surelyInTime = false;
    this.flight.holdUntil = undefined;
  }

  /** The room says which number it acknowledged last: how many commands it has forgotten that it had acknowledged.
   * @param {number} lastN
   * @returns {number} */
  seated(lastN) {
    this.lastN = lastN;
    // What was on its way when the next match was sealed, and was lost with its socket, is not said again as it was.
    if (this.flight?.ofBefore && this.flight.n > lastN) {
      if (this.flight.wish.t === 'ready') this.backToWaiting();
      else this.land();
    }
    const known = this.acked;
    const expected = this.flight ? this.flight.n : known;
    if (lastN < known) {
      // The command on its way was never applied either: it goes under the number that is free.
      this.acked = lastN;
      this.backToWaiting();
      return known - lastN;
    }
    if (lastN > expected) {
      // Somebody counted for us: go on from there.
      this.acked = lastN;
      this.backToWaiting();
    }
    return 0;
  }

  /** The room found a gap: the command gets a new number once the room has told the last one. False if that was tried
   * before.
   * @param {Flight} flight */
  renumber(flight) {
    if (this.renumbered >= RENUMBERED_MAX) {
      this.renumbered = 0;
      return false;
    }
    this.renumbered += 1;
    this.flight = { ...flight, onThisSocket: false };
    return true;
  }

  /** Another match is sealed. A tip or a first link of the one before, or the word that its chain is lost, that was on
   * its way when a socket broke and never arrived, is not said again as it was: it would be wrong now. One that arrived
   * gets its stored answer. A ready that still waits gets the tip of the new chain; the others are not said of it.
   * @returns {boolean} whether a Ready was dropped */
  anotherMatch() {
    this.waiting = this.waiting.filter((wish) => wish.t !== 'reveal' && wish.t !== 'no_chain');
    const { flight, lastN } = this;
    const ofThatMatch = flight && ['ready', 'reveal', 'no_chain'].includes(flight.wish.t);
    if (!ofThatMatch) return false;
    flight.ofBefore = true;
    if (flight.onThisSocket || flight.n <= lastN) return false;
    this.land();
    return flight.wish.t === 'ready';
  }

  /** @returns {Flight | undefined} */
  land() {
    const flight = this.flight;
    this.flight = undefined;
    return flight;
  }

  backToWaiting() {
    const flight = this.land();
    if (flight) this.waiting.unshift(flight.wish);
  }
}
