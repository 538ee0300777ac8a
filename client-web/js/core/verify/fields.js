// @ts-check
// The fields of an object that a stranger wrote, read one by one; a fault is a sentence that names the field.

import { hasOwn, isHex } from '../bytes.js';
import { orList } from '../rules/ruleset.js';

/** @typedef {import('../rules/board.js').Side} Side */
/** @typedef {{side: Side, pawn: number, from: number}} Victim */

/** Why a check fails, as a sentence without capital and full stop. */
export class Fault extends Error {}

/** @param {string} why
 * @returns {never} */
export function fault(why) {
  throw new Fault(why);
}

const SIDES = ['S', 'E', 'N', 'W'];
const NAMES = { S: 'South', E: 'East', N: 'North', W: 'West' };

/** The side's name in a sentence.
 * @param {string} side */
export const nameOf = (side) => NAMES[/** @type {Side} */ (side)] ?? side;

/** What a file's writer wrote, cut and escaped, so that it cannot play with whoever shows it.
 * @param {string} text */
export function quoted(text) {
  const letters = [...text];
  const cut = JSON.stringify(letters.slice(0, 40).join(''));
  const safe = cut.replace(/[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (letter) => {
    return `\\u{${letter.charCodeAt(0).toString(16)}}`;
  });
  return letters.length > 40 ? `${safe}…` : safe;
}

export class Fields {
  /** @param {Record<string, any>} map */
  constructor(map) {
    this.map = map;
  }

  /** The fields of a value that must be an object.
   * @param {unknown} value
   * @param {string} what names it in the fault */
  static of(value, what) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) fault(`${what} must be an object`);
    return new Fields(/** @type {Record<string, any>} */ (value));
  }

  /** @param {string} field */
  has(field) {
    return hasOwn(this.map, field);
  }

  /** @param {string} field
   * @returns {any} */
  get(field) {
    return this.has(field) ? this.map[field] : fault(`\`${field}\` is missing`);
  }

  /** @param {string} field
   * @returns {string} */
  text(field) {
    const value = this.get(field);
    return typeof value === 'string' ? value : must(field, 'be a text');
  }

  /** @param {string} field
   * @returns {number} */
  number(field) {
    const value = this.get(field);
    return isWhole(value) ? value : must(field, 'be a whole number from 0');
  }

  /** @param {string} field */
  small(field) {
    const value = this.number(field);
    return value < 256 ? value : must(field, 'be a number below 256');
  }

  /** @param {string} field
   * @param {readonly string[]} words
   * @returns {string} */
  word(field, words) {
    const value = this.get(field);
    return words.includes(value) ? value : must(field, `be ${orList(words)}`);
  }

  /** @param {string} field
   * @returns {Side} */
  side(field) {
    return /** @type {Side} */ (this.word(field, SIDES));
  }

  /** @param {string} field
   * @returns {string} */
  digest(field) {
    const value = this.get(field);
    return isHex(value, 32) ? value : must(field, 'be 64 lower-case hex digits');
  }

  /** A digest or null; the field must be there.
   * @param {string} field
   * @returns {string | null} */
  digestOrNull(field) {
    const value = this.get(field);
    return value === null || isHex(value, 32) ? value : must(field, 'be 64 lower-case hex digits, or null');
  }

  /** @param {string} field
   * @returns {any[]} */
  list(field) {
    const value = this.get(field);
    return Array.isArray(value) ? value : must(field, 'be a list');
  }

  /** @param {string} field
   * @returns {number[]} */
  chairs(field) {
    const list = this.list(field);
    return list.every(isWhole) ? list : must(field, 'list chairs by number');
  }

  /** @param {string} field
   * @returns {number[]} */
  shells(field) {
    const list = this.list(field);
    const faces = list.length <= 6 && list.every((face) => isWhole(face) && face <= 1);
    return faces ? list : must(field, 'list 0 or 1 for each shell');
  }

  /** The pawns that were hit: null for none, never an empty list.
   * @param {string} field
   * @returns {Victim[]} */
  victims(field) {
    const value = this.get(field);
    if (value === null) return [];
    if (!Array.isArray(value) || value.length === 0) return must(field, 'be null or a list that is not empty');
    return value.map((hit) => {
      const read = Fields.of(hit, 'a hit');
      return { side: read.side('side'), pawn: read.small('pawn'), from: read.small('from') };
    });
  }

  /** Ranks from the best, each the sides that share it.
   * @param {string} field
   * @returns {Side[][]} */
  ranks(field) {
    const list = this.list(field);
    const fine = list.every((rank) => Array.isArray(rank) && rank.every((side) => SIDES.includes(side)));
    return fine ? list : must(field, 'be a list of ranks, each a list of sides');
  }
}

/** @param {unknown} value
 * @returns {value is number} */
export const isWhole = (value) => Number.isInteger(value) && Number(value) >= 0 && !Object.is(value, -0);

/** @param {string} field
 * @param {string} what
 * @returns {never} */
export const must = (field, what) => fault(`\`${field}\` must ${what}`);
