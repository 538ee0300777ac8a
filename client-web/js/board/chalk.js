// @ts-check
// Chalk: lines that wobble a little, always in the same way, and their grain.

import { dice } from './motion.js';

/** @typedef {readonly [number, number]} Point */

/**
 * A chalk line as the data of a path.
 * @param {Point} from
 * @param {Point} to
 * @param {() => number} die
 * @param {number} [wobble] how far it strays, in units
 */
export function line([x1, y1], [x2, y2], die, wobble = 1.1) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const pieces = Math.max(2, Math.round(length / 45));
  const stray = () => (die() - 0.5) * 2 * wobble;
  let data = `M${fixed(x1 + stray())} ${fixed(y1 + stray())}`;
  for (let piece = 1; piece <= pieces; piece += 1) {
    const middle = (piece - 0.5) / pieces;
    const end = piece / pieces;
    data += `Q${fixed(x1 + (x2 - x1) * middle + stray() * 1.5)} ${fixed(y1 + (y2 - y1) * middle + stray() * 1.5)}`
      + ` ${fixed(x1 + (x2 - x1) * end + stray())} ${fixed(y1 + (y2 - y1) * end + stray())}`;
  }
  return data;
}

/**
 * A chalk ring, drawn by hand: its ends pass each other.
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} seed
 */
export function ring(x, y, radius, seed) {
  const die = dice(seed);
  const begin = die() * Math.PI * 2;
  const points = 9;
  const turn = Math.PI * 2 * 1.04;
  const at = (/** @type {number} */ part) => {
    const angle = begin + turn * part;
    const far = radius * (1 + (die() - 0.5) * 0.045);
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
  };
  const spots = Array.from({ length: points + 1 }, (_, point) => at(point / points));
  return smooth(spots);
}

/**
 * A smooth line through points.
 * @param {(readonly number[])[]} points
 */
export function smooth(points) {
  const get = (/** @type {number} */ at) => points[Math.max(0, Math.min(points.length - 1, at))] ?? [0, 0];
  let data = '';
  for (let at = 0; at < points.length; at += 1) {
    const [x = 0, y = 0] = get(at);
    if (at === 0) {
      data = `M${fixed(x)} ${fixed(y)}`;
      continue;
    }
    const [ax = 0, ay = 0] = get(at - 2);
    const [bx = 0, by = 0] = get(at - 1);
    const [dx = 0, dy = 0] = get(at + 1);
    data += `C${fixed(bx + (x - ax) / 6)} ${fixed(by + (y - ay) / 6)} ${fixed(x - (dx - bx) / 6)} ${fixed(y - (dy - by) / 6)} ${fixed(x)} ${fixed(y)}`;
  }
  return data;
}

/**
 * A line through points that cuts its corners round.
 * @param {(readonly number[])[]} points
 * @param {number} [round] how much of a corner is cut, in units
 */
export function bent(points, round = 30) {
  let data = '';
  for (const [at, [x = 0, y = 0]] of points.entries()) {
    const before = points[at - 1];
    const after = points[at + 1];
    if (!before) {
      data = `M${fixed(x)} ${fixed(y)}`;
      continue;
    }
    if (!after) {
      data += `L${fixed(x)} ${fixed(y)}`;
      continue;
    }
    const towards = (/** @type {readonly number[]} */ [px = 0, py = 0]) => {
      const far = Math.hypot(px - x, py - y) || 1;
      return `${fixed(x + ((px - x) / far) * round)} ${fixed(y + ((py - y) / far) * round)}`;
    };
    data += `L${towards(before)}Q${fixed(x)} ${fixed(y)} ${towards(after)}`;
  }
  return data;
}

/** @param {number} value */
export function fixed(value) {
  return Math.round(value * 10) / 10;
}
