// @ts-check
// What a record of four stones needs here: the form of its rules, the kinds of its lines, and its draws. Its moves are a
// court's motion, which the program `chowk verify` plays again; this page does not.

import { hasOwn } from '../bytes.js';
import { pick, shuffle } from '../fair.js';
import { RuleFault } from '../rules/ruleset.js';
import { fault, Fields, isWhole, must, quoted } from './fields.js';

/** The kinds of line that only four stones has. */
export const STONES_KINDS = [
  'inputs',
  'take',
  'give',
  'choice',
  'away',
  'innings',
  'phase',
  'cut',
  'taken',
  'given',
  'crossed',
  'void',
  'through',
  'tagged',
  'clock_out',
  'innings_end',
];

/** Each number of the rules: what is shipped, the least and the most.
 * @type {Record<string, [number, number, number]>} */
const NUMBERS = {
  hz: [30, 1, 240],
  runner: [4050, 1, 240_000],
  patwar: [5400, 1, 240_000],
  tag_reach: [750, 0, 12_000],
  pick_reach: [400, 0, 12_000],
  take_ticks: [17, 0, 2_400],
  lead_ticks: [15, 0, 2_400],
  instants: [64, 1, 256],
  cut_near: [1000, 0, 5_999],
  cut_s: [20, 1, 3_600],
  credit_s: [2, 1, 3_600],
  guard_s: [4, 1, 3_600],
  visit_s: [4, 1, 3_600],
  steal_s: [90, 1, 3_600],
  idle_s: [15, 1, 3_600],
  choice_s: [10, 1, 3_600],
  gumpu_s: [30, 1, 3_600],
  chhuttu_s: [45, 1, 3_600],
  break_s: [3, 1, 3_600],
  rounds: [3, 1, 30],
  innings: [3, 1, 3],
};

/** The rules of the preset `four-stones`. */
export const FOUR_STONES = {
  ...Object.fromEntries(Object.entries(NUMBERS).map(([name, [shipped]]) => [name, shipped])),
  gumpu_reach_in: true,
};

/** Reads rules of four stones that can be played; throws a RuleFault for the first fault.
 * @param {any} value
 * @returns {Record<string, number | boolean>} */
export function readStonesRules(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RuleFault('', 'a rule set of four stones is an object with 22 fields');
  }
  const unknown = Object.keys(value).find((key) => !hasOwn(FOUR_STONES, key));
  if (unknown !== undefined) throw new RuleFault('', `a rule set of four stones has no field ${quoted(unknown)}`);
  const missing = Object.keys(FOUR_STONES).find((name) => !hasOwn(value, name));
  if (missing !== undefined) throw new RuleFault(missing, 'is missing; a rule set has all 22 fields');
  for (const name of Object.keys(NUMBERS)) {
    if (typeof value[name] !== 'number') throw new RuleFault(name, 'must be a number');
    if (!isWhole(value[name])) throw new RuleFault(name, 'must be a whole number, and not so large');
  }
  if (typeof value.gumpu_reach_in !== 'boolean') throw new RuleFault('gumpu_reach_in', 'must be true or false');
  for (const [name, [, least, most]] of Object.entries(NUMBERS)) {
    if (value[name] < least || value[name] > most) throw new RuleFault(name, `must be ${least} to ${most}`);
  }
  for (const name of ['runner', 'patwar']) {
    if (value[name] % value.hz !== 0) throw new RuleFault(name, 'must be a multiple of `hz`');
    if (value[name] / value.hz > 12_000) throw new RuleFault(name, 'must be at most the whole court, 12000, in a tick');
  }
  return value;
}

/** The lots: one shuffle of the five chairs. The number of the draw that follows comes back.
 * @param {Fields} fields
 * @param {Uint8Array | undefined} key */
export function stonesLots(fields, key) {
  expectT(fields, 0);
  const told = fields.chairs('chairs');
  if (key) {
    const { order } = shuffle(key, 0, 5);
    if (String(told) !== String(order)) fault(`the lots drawn are [${order.join(', ')}], and \`chairs\` is [${told.join(', ')}]`);
  }
  return 4;
}

/** A clock that ran out. Whether there was a tie is for the court to say; where one was told it must be the drawn one.
 * @param {Fields} fields
 * @param {Uint8Array | undefined} key
 * @param {number} t
 * @returns {number} */
export function clockOut(fields, key, t) {
  if (!fields.has('t')) return t;
  expectT(fields, t);
  const among = fields.chairs('among');
  const seat = fields.number('seat');
  if (among.length < 2) must('among', 'list those among whom it was drawn');
  if (key) {
    const drawn = among[pick(key, t, among.length)];
    if (seat !== drawn) fault(`draw ${t} catches seat ${drawn}, and no other`);
  }
  return t + 1;
}

/** @param {Fields} fields
 * @param {number} t */
export function expectT(fields, t) {
  const told = fields.number('t');
  if (told !== t) fault(`\`t\` is ${told} where draw ${t} must follow`);
}
