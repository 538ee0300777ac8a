// @ts-check
// Movement as decoration: how long it takes, and how somebody skips it. The board is in its new state before anything moves.

import { speedOf } from './scene.js';

/** How long the shells tumble, in milliseconds. */
export const TUMBLE_MS = 450;
/** How long a seed that was hit flies home. */
export const FLICK_MS = 350;

/** @typedef {import('./scene.js').Settings} Settings */

/**
 * How long a walk over so many steps takes.
 * @param {Settings} settings
 * @param {number} steps
 */
export function walkMs(settings, steps) {
  const speed = speedOf(settings);
  if (speed === 'off' || steps < 1) return 0;
  const [step, most] = speed === 'fast' ? [70, 400] : [170, 1000];
  return Math.min(step * steps, most);
}

/**
 * How long the shells tumble for this person.
 * @param {Settings} settings
 */
export function tumbleMs(settings) {
  const speed = speedOf(settings);
  return speed === 'off' ? 0 : speed === 'fast' ? TUMBLE_MS / 2 : TUMBLE_MS;
}

/** Keys and taps that skipped something. @type {WeakSet<Event>} */
const spent = new WeakSet();

/**
 * Whether a key or tap has skipped a movement. Whoever threw by Space and presses it again does not mean a move.
 * @param {Event} event
 */
export function isSpent(event) {
  return spent.has(event);
}

/**
 * Calls `then` after so long, or as soon as somebody presses a key or taps; never twice.
 * @param {number} ms
 * @param {() => void} then
 * @returns {() => void} ends it at once
 */
export function untilSkipped(ms, then) {
  let over = false;
  const end = (/** @type {Event | undefined} */ event = undefined) => {
    if (over) return;
    over = true;
    if (event) spent.add(event);
    clearTimeout(timer);
    document.removeEventListener('keydown', end, true);
    document.removeEventListener('pointerdown', end, true);
    then();
  };
  const timer = setTimeout(() => end(), ms);
  document.addEventListener('keydown', end, true);
  document.addEventListener('pointerdown', end, true);
  return () => end();
}

/** @type {(() => void) | null} */
let lie = null;

/**
 * Marks the whole page as `tumbling` while shells roll: what they count, and what follows from it, is shown when they lie.
 * @param {number} ms
 */
export function tumble(ms) {
  lie?.();
  if (ms <= 0) return;
  document.documentElement.classList.add('tumbling');
  lie = untilSkipped(ms, () => document.documentElement.classList.remove('tumbling'));
}

/**
 * Animates an element if the browser can; a browser that cannot shows the end at once.
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing
 * @returns {Animation | null}
 */
export function animate(element, frames, timing) {
  if (typeof element.animate !== 'function' || document.hidden) return null;
  return element.animate(frames, { fill: 'backwards', ...timing });
}

/**
 * Numbers that look random and are always the same: from 0 up to 1, for chalk that wobbles and shells that fall.
 * @param {number} seed
 * @returns {() => number}
 */
export function dice(seed) {
  let state = (seed * 2654435761 + 1013904223) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
