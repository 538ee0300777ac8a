// @ts-check
// What never moves: the slate in its wooden frame, chalk lines, crosses on the safe squares, and the lotus in the centre.

import { line, ring } from './chalk.js';
import { refill, s } from './dom.js';
import { dice } from './motion.js';
import { SIDES } from './squares.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./squares.js').Squares} Squares */

/** The width of a square, in the units of the drawing. */
export const CELL = 100;
/** The width of the frame. */
const FRAME = 27;
/** The width of the yard where seeds wait that are off the board. */
const YARD = 54;

/** Which way from the centre each quarter lies: below, right, above, left. @type {readonly (readonly [number, number])[]} */
const AWAY = [[0, 1], [1, 0], [0, -1], [-1, 0]];

/**
 * How far the drawing reaches beyond the squares.
 * @param {boolean} yard
 */
export function marginOf(yard) {
  return FRAME + (yard ? YARD : 4);
}

/**
 * Where the yard of a quarter lies, seen from the middle of its home.
 * @param {number} quarter
 */
export function yardFrom(quarter) {
  const [x, y] = AWAY[quarter] ?? [0, 0];
  return [x * (CELL / 2 + YARD / 2 + 1), y * (CELL / 2 + YARD / 2 + 1)];
}

/**
 * Where a side's letter stands in the frame.
 * @param {Squares} squares
 * @param {Side} side
 * @param {Side} bottom
 * @param {number} margin
 * @returns {[number, number]}
 */
export function letterAt(squares, side, bottom, margin) {
  const [row, column] = squares.at(side, 1, bottom) ?? [0, 0];
  const [dx, dy] = AWAY[(SIDES.indexOf(side) - SIDES.indexOf(bottom) + 4) % 4] ?? [0, 0];
  const out = CELL / 2 + margin - FRAME / 2;
  return [column * CELL + CELL / 2 + dx * out, row * CELL + CELL / 2 + dy * out];
}

/**
 * Draws the ground anew.
 * @param {SVGSVGElement} picture
 * @param {{squares: Squares, bottom: Side, playing: Side[], yard: boolean, numbers: boolean}} ground
 */
export function drawGround(picture, { squares, bottom, playing, yard, numbers }) {
  const wide = squares.size * CELL;
  const margin = marginOf(yard);
  const die = dice(squares.size);
  picture.setAttribute('viewBox', `${-margin} ${-margin} ${wide + 2 * margin} ${wide + 2 * margin}`);
  refill(
    picture,
    frame(wide, margin),
    zones(squares),
    homes(squares, bottom, playing, margin),
    crosses(squares, bottom, die),
    lines(squares, die),
    lotus(wide / 2),
    numbers && figures(squares, bottom),
  );
}

/** @param {number} wide @param {number} margin */
function frame(wide, margin) {
  const far = wide + 2 * margin;
  const inside = margin - FRAME;
  const group = s('g');
  group.append(
    s('rect', { class: 'wood', x: -margin, y: -margin, width: far, height: far, rx: 20 }),
    s('path', {
      class: 'wood-grain',
      d: [7, 13, 20].map((at, no) => {
        const near = -margin + at;
        const end = wide + margin - at;
        const bend = no % 2 ? 2 : -2;
        return `M${near + 14} ${near}Q${wide / 2} ${near + bend} ${end - 14} ${near}M${near + 14} ${end}Q${wide / 2} ${end + bend} ${end - 14} ${end}`
          + `M${near} ${near + 14}Q${near + bend} ${wide / 2} ${near} ${end - 14}M${end} ${near + 14}Q${end + bend} ${wide / 2} ${end} ${end - 14}`;
      }).join(''),
    }),
    s('path', {
      class: 'wood-joint',
      d: [[-margin, -margin, 1, 1], [wide + margin, -margin, -1, 1], [-margin, wide + margin, 1, -1], [wide + margin, wide + margin, -1, -1]]
        .map(([x = 0, y = 0, dx = 0, dy = 0]) => `M${x + dx * 6} ${y + dy * 6}L${x + dx * FRAME} ${y + dy * FRAME}`).join(''),
    }),
    s('rect', { class: 'slate', x: -inside - 2, y: -inside - 2, width: wide + 2 * inside + 4, height: wide + 2 * inside + 4, rx: 5 }),
  );
  // Old chalk that somebody wiped away.
  const die = dice(wide);
  for (let smudge = 0; smudge < 7; smudge += 1) {
    const [x, y] = [die() * wide, die() * wide];
    group.append(s('ellipse', {
      class: 'smudge', cx: Math.round(x), cy: Math.round(y), rx: Math.round(40 + die() * wide / 5), ry: Math.round(16 + die() * 40),
      transform: `rotate(${Math.round(die() * 180)} ${Math.round(x)} ${Math.round(y)})`,
    }));
  }
  return group;
}

/** The inner rim lies a little lighter than the outer one. @param {Squares} squares */
function zones(squares) {
  const group = s('g');
  for (let ring = 1; ring <= (squares.size - 1) / 2; ring += 1) {
    const wide = (squares.size - 2 * ring) * CELL;
    group.append(s('rect', { class: 'zone', x: ring * CELL, y: ring * CELL, width: wide, height: wide }));
  }
  return group;
}

/** @param {Squares} squares @param {() => number} die */
function lines(squares, die) {
  const wide = squares.size * CELL;
  let thin = '';
  let grain = '';
  for (let at = 1; at < squares.size; at += 1) {
    for (const strayed of [0, 1]) {
      const both = line([0, at * CELL], [wide, at * CELL], die) + line([at * CELL, 0], [at * CELL, wide], die);
      if (strayed) grain += both;
      else thin += both;
    }
  }
  const square = (/** @type {number} */ near, /** @type {number} */ far) => line([near, near], [far, near], die) + line([far, near], [far, far], die)
    + line([far, far], [near, far], die) + line([near, far], [near, near], die);
  const wall = square(0, wide) + square(CELL, wide - CELL);
  // Where the slate shows through: thin strokes that cross the lines here and there.
  const gaps = [0, 0, CELL, CELL].map((near, no) => {
    const far = wide - near;
    const off = () => (no % 2 ? 1 : -1) * (0.6 + die());
    return line([near, near + off()], [far, near + off()], die, 2) + line([near, far + off()], [far, far + off()], die, 2)
      + line([near + off(), near], [near + off(), far], die, 2) + line([far + off(), near], [far + off(), far], die, 2);
  }).join('');
  return s('g', { class: 'chalk' },
    s('path', { class: 'chalk-thin', d: thin }),
    s('path', { class: 'chalk-grain', d: grain }),
    s('path', { class: 'chalk-wall', d: wall }),
    s('path', { class: 'chalk-grain', d: square(0, wide) + square(CELL, wide - CELL) }),
    s('path', { class: 'chalk-gaps', d: gaps }));
}

/** @param {Squares} squares @param {Side} bottom @param {() => number} die */
function crosses(squares, bottom, die) {
  let marks = '';
  let grain = '';
  for (const index of squares.safe) {
    const square = squares.at(bottom, index, bottom);
    if (!square || index === squares.centre) continue;
    const [x, y] = [square[1] * CELL, square[0] * CELL];
    const cross = () => line([x + 5, y + 5], [x + 95, y + 95], die, 1.4) + line([x + 95, y + 5], [x + 5, y + 95], die, 1.4);
    marks += cross();
    grain += cross();
  }
  return s('g', { class: 'crosses' }, s('path', { class: 'chalk-cross', d: marks }), s('path', { class: 'chalk-grain', d: grain }));
}

/** Each home has the colour of its side on its outer edge, and its letter in the frame. @param {Squares} squares @param {Side} bottom @param {Side[]} playing @param {number} margin */
function homes(squares, bottom, playing, margin) {
  const group = s('g');
  for (const side of SIDES) {
    const square = squares.at(side, 1, bottom);
    if (!square || !playing.includes(side)) continue;
    const [x, y] = letterAt(squares, side, bottom, margin);
    group.append(
      s('rect', { class: `home home-${side}`, x: square[1] * CELL, y: square[0] * CELL, width: CELL, height: CELL }),
      s('path', { class: `home-edge home-edge-${side}`, d: ring(x, y, 11, SIDES.indexOf(side)) }),
      s('text', { class: `home-letter home-letter-${side}`, x, y, dy: '.35em', 'text-anchor': 'middle' }, side),
    );
  }
  return group;
}

/** @param {number} middle */
function lotus(middle) {
  const group = s('g', { class: 'lotus', transform: `translate(${middle} ${middle})` });
  for (const [count, petal, turned, kind] of /** @type {[number, string, number, string][]} */ ([
    [8, 'M0 -10C15 -20 15 -34 0 -45C-15 -34 -15 -20 0 -10Z', 22.5, 'petal-back'],
    [8, 'M0 -8C12 -16 12 -28 0 -37C-12 -28 -12 -16 0 -8Z', 0, 'petal'],
  ])) {
    for (let at = 0; at < count; at += 1) group.append(s('path', { class: kind, d: petal, transform: `rotate(${turned + (at * 360) / count})` }));
  }
  group.append(s('circle', { class: 'petal-heart', r: 8 }));
  return group;
}

/** @param {Squares} squares @param {Side} bottom */
function figures(squares, bottom) {
  const group = s('g', { class: 'figures' });
  for (let index = 1; index < squares.centre; index += 1) {
    const square = squares.at(bottom, index, bottom);
    if (square) group.append(s('text', { x: square[1] * CELL + 5, y: square[0] * CELL + 17 }, String(index)));
  }
  return group;
}
