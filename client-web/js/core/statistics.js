// @ts-check
// The statistics of a match: what fell beside what was to be expected, hits, waits and luck in words; never a verdict on
// one game. Counted from events as they come, or from a whole record.

/** @typedef {import('./rules/board.js').Side} Side */
/** @typedef {import('../../types/protocol').Event} Event */
/** @typedef {import('./client/room.js').View} View */
/** @typedef {{shells?: number, mouth_up_256?: number, none_up?: number, grace?: number[], entry?: unknown}} Rules */

/** How often a value fell; 95 of 100 fair matches lie between the two numbers of `usual`.
 * @typedef {{value: number, seen: number, expected: number, usual: [number, number]}} Fell */
/** One side's match in numbers. `grace` is absent where no value earns another throw.
 * @typedef {{side: Side, throws: number, fell: Fell[], grace?: {seen: number, expected: number}, longestWait: number,
 *   average: {seen: number, expected: number}, hitsMade: number, hitsSuffered: number, squaresLost: number,
 *   withoutMove: number, forced: number, byClock: number, luck: Luck}} Card */
/** @typedef {'very_lucky' | 'lucky' | 'a_little_lucky' | 'usual' | 'a_little_unlucky' | 'unlucky' | 'very_unlucky'} Luck */

/** @typedef {{throws: number, values: Map<number, number>, withoutMove: number, byClock: number, hitsMade: number,
 *   hitsSuffered: number, waiting: number, longestWait: number, squaresLost: number, forced: number}} Tally */

/** @type {readonly Side[]} */
const SIDES = ['S', 'E', 'N', 'W'];

export class Statistics {
  constructor() {
    /** @type {Rules} */
    this.rules = {};
    /** Whether the beginning was seen. */
    this.whole = false;
    /** The match that is counted.
     * @type {string | undefined} */
    this.match = undefined;
    /** @type {Map<Side, Tally>} */
    this.tallies = new Map();
  }

  /** A match begins before our eyes.
   * @param {Rules} rules */
  begin(rules) {
    this.rules = rules;
    this.whole = true;
    this.match = undefined;
    this.tallies = new Map();
  }

  /** Follows a table: the view after a change, and the news that it came with. The news of a snapshot tell the last two
   * hundred events again: what was counted is counted anew from there, and is whole only if the lots are among them.
   * @param {View} view
   * @param {{events: readonly Event[], how: 'live' | 'caught_up' | 'snapshot'}} news */
  follow(view, { events, how }) {
    const lots = events.reduce((found, event, at) => (event.e === 'lots' ? at : found), -1);
    if (lots >= 0 || how === 'snapshot') {
      this.begin(view.rules);
      this.whole = lots >= 0;
    } else if (this.match !== undefined && view.match && this.match !== view.match) {
      this.begin(view.rules);
      this.whole = false;
    }
    this.match = view.match ?? this.match;
    for (const event of events.slice(Math.max(lots, 0))) this.saw(event);
  }

  /** Counts an event.
   * @param {Event} event */
  saw(event) {
    if (event.e === 'thrown') {
      const tally = this.tally(event.side);
      tally.throws += 1;
      tally.values.set(event.value, (tally.values.get(event.value) ?? 0) + 1);
      if (event.by === 'clock') tally.byClock += 1;
      tally.waiting = this.rules.grace?.includes(event.value) ? 0 : tally.waiting + 1;
      tally.longestWait = Math.max(tally.longestWait, tally.waiting);
    } else if (event.e === 'moved') {
      const hits = event.hits ?? [];
      const tally = this.tally(event.side);
      tally.hitsMade += hits.length;
      if (event.by === 'forced') tally.forced += 1;
      const home = this.rules.entry === undefined || this.rules.entry === 'on_home' ? 1 : 0;
      for (const hit of hits) {
        const victim = this.tally(hit.side);
        victim.hitsSuffered += 1;
        victim.squaresLost += Math.max(hit.from - home, 0);
      }
    } else if (event.e === 'passed' && event.why === 'no_move') {
      this.tally(event.side).withoutMove += 1;
    }
  }

  /** A card for each side that threw, in the order of turns.
   * @returns {{whole: boolean, cards: Card[]}} */
  cards() {
    const chances = chancesOf(this.rules);
    const cards = SIDES.flatMap((side) => {
      const tally = this.tallies.get(side);
      return tally && tally.throws > 0 ? [cardOf(side, tally, chances, this.rules.grace ?? [])] : [];
    });
    return { whole: this.whole, cards };
  }

  /** @param {Side} side
   * @returns {Tally} */
  tally(side) {
    let tally = this.tallies.get(side);
    if (!tally) {
      const hits = { hitsMade: 0, hitsSuffered: 0, squaresLost: 0 };
      tally = { throws: 0, values: new Map(), withoutMove: 0, byClock: 0, waiting: 0, longestWait: 0, forced: 0, ...hits };
      this.tallies.set(side, tally);
    }
    return tally;
  }
}

/** @param {Side} side
 * @param {Tally} tally
 * @param {Map<number, number>} chances
 * @param {readonly number[]} grace
 * @returns {Card} */
function cardOf(side, tally, chances, grace) {
  const { throws, values } = tally;
  const seen = (/** @type {number} */ value) => values.get(value) ?? 0;
  const sum = (/** @type {(value: number, chance: number) => number} */ part) =>
    [...chances].reduce((total, [value, chance]) => total + part(value, chance), 0);
  const mean = sum((value, chance) => value * chance);
  const variance = sum((value, chance) => (value - mean) ** 2 * chance);
  const steps = [...values].reduce((total, [value, times]) => total + value * times, 0);
  const fell = [...chances].map(([value, chance]) => ({
    value,
    seen: seen(value),
    expected: throws * chance,
    usual: usual(throws, chance),
  }));
  const graceChance = grace.reduce((total, value) => total + (chances.get(value) ?? 0), 0);
  const graceSeen = grace.reduce((total, value) => total + seen(value), 0);
  const { waiting: _, values: __, ...counts } = tally;
  return {
    side,
    ...counts,
    fell,
    ...(grace.length > 0 && { grace: { seen: graceSeen, expected: throws * graceChance } }),
    average: { seen: steps / throws, expected: mean },
    luck: luckOf((steps - throws * mean) / Math.sqrt(throws * variance)),
  };
}

/** How far the sum of all throws lies from the expected one, in words.
 * @param {number} deviations
 * @returns {Luck} */
export function luckOf(deviations) {
  const far = Math.abs(deviations);
  const lucky = deviations > 0;
  if (far >= 2) return lucky ? 'very_lucky' : 'very_unlucky';
  if (far >= 1.3) return lucky ? 'lucky' : 'unlucky';
  if (far >= 0.5) return lucky ? 'a_little_lucky' : 'a_little_unlucky';
  return 'usual';
}

/** Each value that can fall, ascending, and its chance: so many of so many shells with the mouth up.
 * @param {Rules} rules
 * @returns {Map<number, number>} */
export function chancesOf({ shells, mouth_up_256: mouthUp, none_up: noneUp }) {
  /** @type {Map<number, number>} */
  const chances = new Map();
  if (shells === undefined || mouthUp === undefined || noneUp === undefined) return chances;
  const up = mouthUp / 256;
  let ways = 1;
  for (let mouths = 0; mouths <= shells; mouths++) {
    const value = mouths === 0 ? noneUp : mouths;
    const chance = ways * up ** mouths * (1 - up) ** (shells - mouths);
    chances.set(value, (chances.get(value) ?? 0) + chance);
    ways = (ways * (shells - mouths)) / (mouths + 1);
  }
  return new Map([...chances].sort(([a], [b]) => a - b));
}

/** From so many tries on the binomial distribution is the normal one as far as anybody sees. */
const MANY = 20_000;

/** The middle 95 per cent of how often something of this chance happens in so many tries, by the binomial distribution.
 * @param {number} tries
 * @param {number} chance
 * @returns {[number, number]} */
export function usual(tries, chance) {
  if (chance <= 0 || chance >= 1) return [tries * chance, tries * chance];
  if (tries >= MANY) {
    const half = 1.96 * Math.sqrt(tries * chance * (1 - chance));
    return [Math.round(tries * chance - half), Math.round(tries * chance + half)];
  }
  /** @type {number | undefined} */
  let low;
  let sum = 0;
  // By logarithms, since the first term of a long match is too small for a number.
  let exactly = tries * Math.log(1 - chance);
  for (let count = 0; count <= tries; count++) {
    sum += Math.exp(exactly);
    if (sum > 0.025) low ??= count;
    if (sum >= 0.975) return [low ?? count, count];
    exactly += Math.log(((tries - count) / (count + 1)) * (chance / (1 - chance)));
  }
  return [low ?? 0, tries];
}
