// @ts-check
// What people and seeds are called in sentences: you, Ravi, careful 2 (house bot), S1. Who has left keeps the name.

import { isolated, t } from '../words.js';

/** @typedef {import('../../types/protocol').View} View */
/** @typedef {'S' | 'E' | 'N' | 'W'} Side */

export class Names {
  constructor() {
    /** @type {Map<number, {name: string, kind: string}>} */
    this.chairs = new Map();
    /** @type {Map<Side, number>} */
    this.sides = new Map();
    /** @type {number | undefined} */
    this.me = undefined;
  }

  /**
   * Reads a view; who left is remembered until somebody else sits there.
   * @param {View} view
   * @param {number | undefined} me
   */
  look(view, me) {
    this.me = me;
    for (const [no, chair] of Object.entries(view.chairs)) {
      if (chair.name) this.chairs.set(Number(no), { name: chair.name, kind: chair.kind });
    }
    for (const [side, seat] of Object.entries(view.sides ?? {})) this.sides.set(/** @type {Side} */ (side), seat.chair);
  }

  /**
   * A name told before the view that holds it.
   * @param {number} chair
   * @param {string} name
   * @param {string} kind
   */
  satDown(chair, name, kind) {
    this.chairs.set(chair, { name, kind });
  }

  /** Which sides are whose, told before the view that holds them. @param {Record<string, number>} sides */
  lots(sides) {
    this.sides = new Map(/** @type {[Side, number][]} */ (Object.entries(sides)));
  }

  /** @param {number} chair */
  isMe(chair) {
    return this.me === chair;
  }

  /** @param {Side} side */
  isMySide(side) {
    const chair = this.sides.get(side);
    return chair !== undefined && this.isMe(chair);
  }

  get mySide() {
    return [...this.sides].find(([, chair]) => this.isMe(chair))?.[0];
  }

  /** The name on a chair as it was given. @param {number} chair */
  plain(chair) {
    return this.chairs.get(chair)?.name ?? t('chair.no', { n: chair + 1 });
  }

  /** The name on a chair, for a sentence; a bot is marked, unless its name says so itself. @param {number} chair */
  chair(chair) {
    const known = this.chairs.get(chair);
    if (!known) return t('chair.no', { n: chair + 1 });
    const name = isolated(known.name);
    if (known.kind === 'person' || /bot/i.test(known.name)) return name;
    return t(known.kind === 'house' ? 'name.house' : 'name.bot', { name });
  }

  /** The name of who plays a side, for a sentence. @param {Side} side */
  side(side) {
    const chair = this.sides.get(side);
    return chair === undefined ? t(`side.${side}`) : this.chair(chair);
  }

  /** The same, without the mark of a bot. @param {Side} side */
  short(side) {
    const chair = this.sides.get(side);
    return chair === undefined ? t(`side.${side}`) : isolated(this.plain(chair));
  }

  /**
   * "your S1" or "Ravi's N2".
   * @param {Side} side
   * @param {number} pawn
   */
  pawn(side, pawn) {
    const seed = pawnName(side, pawn);
    return this.isMySide(side) ? t('seed.mine', { seed }) : t('seed.of', { name: this.short(side), seed });
  }
}

/**
 * The letter of a side and the number of a seed, counted from 1 as people do.
 * @param {Side} side
 * @param {number} pawn
 */
export function pawnName(side, pawn) {
  return `${side}${pawn + 1}`;
}
