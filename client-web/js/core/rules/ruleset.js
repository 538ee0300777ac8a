// @ts-check
// A variant is a value: the 21 fields of a rule set, which sets cannot be, and the presets (chowka-bara.md 6 and 7).

import { hasOwn } from '../bytes.js';
import { canonical } from '../canonical.js';
import { centreOf, isCorner, isHome } from './board.js';

/** @typedef {{board: import('./board.js').Size, pawns: number, shells: number, mouth_up_256: number, none_up: number,
 *   grace: number[], gate: 'hit' | 'open', hit_right: 'lost_when_all_home' | 'permanent',
 *   victims: 'most_advanced' | 'random' | 'all', grace_without_move: 'pass' | 'keep', hit_grace_adds: boolean,
 *   throws: 'one_by_one' | 'collect', entry: 'on_home' | {needs: number[]}, outer_stack: 'forbidden' | 'allowed',
 *   safe: 'homes' | 'homes_and_corners', centre_grace: boolean, triple_grace_burns: boolean,
 *   end: 'last_place' | 'first_finisher', dead_end: 'share' | 'open_gate', partners: boolean, gatti: boolean}} RuleSet */

const PAWNS_MAX = 8;
const VALUE_MAX = 24;

/** Each field's form, in the order of the page: a list of words, or what else it is. */
const FORMS = /** @type {const} */ ({
  board: 'board',
  pawns: 'number',
  shells: 'number',
  mouth_up_256: 'number',
  none_up: 'number',
  grace: 'values',
  gate: ['hit', 'open'],
  hit_right: ['lost_when_all_home', 'permanent'],
  victims: ['most_advanced', 'random', 'all'],
  grace_without_move: ['pass', 'keep'],
  hit_grace_adds: 'flag',
  throws: ['one_by_one', 'collect'],
  entry: 'entry',
  outer_stack: ['forbidden', 'allowed'],
  safe: ['homes', 'homes_and_corners'],
  centre_grace: 'flag',
  triple_grace_burns: 'flag',
  end: ['last_place', 'first_finisher'],
  dead_end: ['share', 'open_gate'],
  partners: 'flag',
  gatti: 'flag',
});

/** A value that is no rule set, or one that cannot be played: `field` and why. */
export class RuleFault extends Error {
  /** @param {string} field
   * @param {string} what */
  constructor(field, what) {
    super(field ? `\`${field}\` ${what}` : what);
    this.field = field;
  }
}

/** Reads a rule set that can be played; throws a RuleFault for the first fault.
 * @param {any} value
 * @returns {RuleSet} */
export function readRules(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RuleFault('', 'a rule set is an object with 21 fields');
  }
  const unknown = Object.keys(value).find((key) => !hasOwn(FORMS, key));
  if (unknown !== undefined) throw new RuleFault('', `a rule set has no field ${JSON.stringify(unknown)}`);
  for (const [field, form] of Object.entries(FORMS)) {
    if (!hasOwn(value, field)) throw new RuleFault(field, 'is missing; a rule set has all 21 fields');
    checkForm(field, form, value[field]);
  }
  const rules = /** @type {RuleSet} */ (value);
  checkPlayable(rules);
  return rules;
}

/** @param {string} field
 * @param {string | readonly string[]} form
 * @param {any} value */
function checkForm(field, form, value) {
  if (typeof form !== 'string') {
    if (!form.includes(value)) throw new RuleFault(field, `must be ${orList(form)}`);
  } else if (form === 'flag') {
    if (typeof value !== 'boolean') throw new RuleFault(field, 'must be true or false');
  } else if (form === 'number' || form === 'board') {
    if (typeof value !== 'number') throw new RuleFault(field, 'must be a number');
    if (!isByte(value)) throw new RuleFault(field, 'must be a whole number, and not so large');
    if (form === 'board' && value !== 5 && value !== 7) throw new RuleFault(field, 'must be 5 or 7');
  } else if (form === 'values') {
    checkValues(field, value);
  } else if (value !== 'on_home') {
    const needs = typeof value === 'object' && value !== null && String(Object.keys(value)) === 'needs';
    if (!needs) throw new RuleFault(field, 'must be "on_home" or {"needs":[…]}');
    checkValues(field, value.needs);
  }
}

/** @param {string} field
 * @param {any} list */
function checkValues(field, list) {
  if (!Array.isArray(list) || !list.every((value) => typeof value === 'number')) {
    throw new RuleFault(field, 'must list numbers');
  }
  const ascends = list.every((value, at) => at === 0 || list[at - 1] < value);
  if (!ascends || !list.every((value) => isByte(value) && value >= 1 && value <= VALUE_MAX)) {
    throw new RuleFault(field, 'must list values from 1 to 24, ascending, none twice');
  }
}

/** @param {RuleSet} rules */
function checkPlayable(rules) {
  const values = falling(rules);
  const fall = (/** @type {number[]} */ list) => list.every((value) => values.includes(value));
  const needs = rules.entry === 'on_home' ? undefined : rules.entry.needs;
  /** @type {[string, boolean, string][]} */
  const demands = [
    ['pawns', rules.pawns >= 1 && rules.pawns <= PAWNS_MAX, 'must be 1 to 8'],
    ['shells', rules.shells === 4 || rules.shells === 6, 'must be 4 or 6'],
    ['mouth_up_256', rules.mouth_up_256 >= 64 && rules.mouth_up_256 <= 192, 'must be 64 to 192'],
    ['none_up', rules.none_up > rules.shells && rules.none_up <= VALUE_MAX, 'must be above `shells` and at most 24'],
    [
      'grace',
      fall(rules.grace) && rules.grace.length < values.length,
      'may name only values that can fall, and not all of them',
    ],
    ['entry', !needs || (needs.length > 0 && fall(needs)), 'must need at least one value, and only values that can fall'],
    ['safe', rules.safe === 'homes' || rules.board === 7, 'can be homes_and_corners only on the 7x7 board'],
    ['partners', !rules.partners, 'cannot be played yet'],
    ['gatti', !rules.gatti, 'cannot be played yet'],
  ];
  for (const [field, fine, what] of demands) if (!fine) throw new RuleFault(field, what);
}

/** The values that can fall, ascending.
 * @param {RuleSet} rules
 * @returns {number[]} */
export function falling(rules) {
  const counts = Array.from({ length: Math.min(rules.shells, VALUE_MAX) + 1 }, (_, mouths) => valueOfMouths(rules, mouths));
  return [...new Set(counts)].filter((value) => value >= 1 && value <= VALUE_MAX).sort((a, b) => a - b);
}

/** What a throw with so many mouths up counts.
 * @param {RuleSet} rules
 * @param {number} mouths */
export const valueOfMouths = (rules, mouths) => (mouths === 0 ? rules.none_up : mouths);

/** Whether nobody can be hit on the square at `index`, and own pawns may always share it.
 * @param {RuleSet} rules
 * @param {number} index */
export function isSafe(rules, index) {
  const corner = rules.safe === 'homes_and_corners' && isCorner(rules.board, index);
  return index === centreOf(rules.board) || isHome(rules.board, index) || corner;
}

/** The index at which pawns start, and to which they are hit: 1, their home, or 0, off the board.
 * @param {RuleSet} rules */
export const startOf = (rules) => (rules.entry === 'on_home' ? 1 : 0);

/** @type {RuleSet} */
const PAGDI = {
  board: 5,
  pawns: 4,
  shells: 4,
  mouth_up_256: 128,
  none_up: 8,
  grace: [4, 8],
  gate: 'hit',
  hit_right: 'lost_when_all_home',
  victims: 'most_advanced',
  grace_without_move: 'pass',
  hit_grace_adds: false,
  throws: 'one_by_one',
  entry: 'on_home',
  outer_stack: 'forbidden',
  safe: 'homes',
  centre_grace: false,
  triple_grace_burns: false,
  end: 'last_place',
  dead_end: 'share',
  partners: false,
  gatti: false,
};

/** The rules of each preset.
 * @type {Readonly<Record<string, RuleSet>>} */
export const PRESETS = {
  pagdi: PAGDI,
  'ashte-kashte': { ...PAGDI, board: 7, shells: 6, none_up: 12, grace: [6, 12], safe: 'homes_and_corners' },
  'ashte-kashte-4': { ...PAGDI, board: 7 },
  karnataka: { ...PAGDI, throws: 'collect' },
  'ashta-chamma': { ...PAGDI, entry: { needs: [4, 8] }, end: 'first_finisher' },
  thaayam: {
    ...PAGDI,
    entry: { needs: [1] },
    grace: [1, 4, 8],
    gate: 'open',
    victims: 'all',
    outer_stack: 'allowed',
    end: 'first_finisher',
  },
  quick: { ...PAGDI, pawns: 2, end: 'first_finisher' },
};

/** Whether two rule sets are the same.
 * @param {RuleSet} a
 * @param {RuleSet} b */
export const isSameRules = (a, b) => canonical(a) === canonical(b);

/** @param {unknown} value */
const isByte = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256 && !Object.is(value, -0);

/** @param {readonly string[]} words */
export function orList(words) {
  const quoted = words.map((word) => `"${word}"`);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted[quoted.length - 1]}`;
}
