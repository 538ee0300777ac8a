// @ts-check
// Two moments that shine: the square where somebody was hit, once, and the lotus for a seed that has come home.

import { ring } from './chalk.js';
import { s } from './dom.js';
import { CELL } from './ground.js';
import { middle } from './marks.js';
import { animate } from './motion.js';

/** @typedef {import('./squares.js').Squares} Squares */
/** @typedef {import('./squares.js').Square} Square */

/**
 * One flash of a square.
 * @param {SVGGElement} layer
 * @param {Square} square
 * @param {number} delay in milliseconds
 */
export function flash(layer, square, delay) {
  const [x, y] = middle(square);
  const light = s('rect', { class: 'flash', x: x - CELL / 2 + 2, y: y - CELL / 2 + 2, width: CELL - 4, height: CELL - 4, rx: 6 });
  shine(layer, light, [{ opacity: 0 }, { opacity: 0.85, offset: 0.2 }, { opacity: 0 }], 420, delay);
}

/**
 * The lotus opens.
 * @param {SVGGElement} layer
 * @param {Squares} squares
 * @param {number} delay in milliseconds
 */
export function bloom(layer, squares, delay) {
  const heart = (squares.size * CELL) / 2;
  for (const [at, radius] of [34, 50, 66].entries()) {
    const opened = s('path', { class: 'bloom', d: ring(heart, heart, radius, at) });
    shine(layer, opened, [{ opacity: 0 }, { opacity: 0.9 }, { opacity: 0 }], 520, delay + at * 110);
  }
}

/** @param {SVGGElement} layer @param {SVGElement} light @param {Keyframe[]} frames @param {number} duration @param {number} delay */
function shine(layer, light, frames, duration, delay) {
  layer.append(light);
  const shown = animate(light, frames, { duration, delay, fill: 'both' });
  if (shown) shown.onfinish = () => light.remove();
  else light.remove();
}
