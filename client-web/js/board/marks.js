// @ts-check
// Marks on the board: gates, the last move, where a seed may land and whom it hits, the way it would go, and the ghost of a move on its way.

import { dice } from './motion.js';
import { bent, fixed, line, ring } from './chalk.js';
import { refill, s } from './dom.js';
import { CELL, letterAt } from './ground.js';
import { seed } from './picture.js';
import { pawnName } from './scene.js';
import { SIDES } from './squares.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./squares.js').Squares} Squares */
/** @typedef {import('./squares.js').Square} Square */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').Choice} Choice */

/** The layers of marks: those below the seeds, and those above. */
export function makeMarks() {
  const gates = s('g', { class: 'gates' });
  const turn = s('g', { class: 'turn' });
  const last = s('g', { class: 'last' });
  const arrows = s('g', { class: 'arrows' });
  const targets = s('g', { class: 'targets' });
  const ghost = s('g', { class: 'ghost' });
  const looks = s('g', { class: 'looks' });
  const values = s('g', { class: 'looks' });
  const crosses = s('g', { class: 'targets' });
  const flashes = s('g', { class: 'flashes' });

  return {
    below: [turn, gates, last, arrows, targets, flashes, looks],
    above: [ghost, crosses, values],
    flashes,

    /** Each playing side's gate, mine the plainest; a broken bar where it is open. @param {Scene} scene @param {Squares} squares */
    gates(scene, squares) {
      const marks = [];
      for (const side of SIDES) {
        const seat = scene.view?.sides?.[side];
        if (!seat || seat.left || (seat.rank > 0 && side !== scene.bottom)) continue;
        marks.push(gate(squares, side, scene.bottom, seat.right || scene.view?.rules.gate === 'open'));
      }
      refill(gates, ...marks);
    },

    /** Lights the letter of the side in turn, in the frame. @param {Side | null} side @param {Squares} squares @param {Side} bottom @param {number} margin */
    turn(side, squares, bottom, margin) {
      if (!side) return refill(turn);
      const [x, y] = letterAt(squares, side, bottom, margin);
      refill(turn,
        s('circle', { class: 'turn-glow', cx: x, cy: y, r: 17 }),
        s('circle', { class: `turn-ground turn-${side}`, cx: x, cy: y, r: 12 }),
        s('text', { class: 'turn-letter', x, y, dy: '.35em', 'text-anchor': 'middle' }, side));
    },

    /** The trail of the last move. @param {{side: Side, from: number, to: number} | null} move @param {Squares} squares @param {Side} bottom */
    last(move, squares, bottom) {
      const walked = move ? squares.walk(move.side, move.from, move.to, bottom) : [];
      const first = walked[0];
      if (!move || !first || walked.length < 2) return refill(last);
      const points = walked.map(middle);
      const [x, y] = middle(first);
      refill(last,
        s('path', { class: `last-way last-${move.side}`, d: bent(points) }),
        s('path', { class: `last-from last-${move.side}`, d: ring(x, y, 12, 5) }));
    },

    /** Where seeds may land. @param {Choice[]} choices @param {Squares} squares @param {Side} side @param {Side} bottom */
    targets(choices, squares, side, bottom) {
      /** @type {Map<number, Choice[]>} */
      const byIndex = new Map();
      for (const choice of choices) byIndex.set(choice.to, [...(byIndex.get(choice.to) ?? []), choice]);
      const rings = [];
      const hits = [];
      for (const [index, here] of byIndex) {
        const square = squares.at(side, index, bottom);
        if (!square) continue;
        const [x, y] = middle(square);
        const hit = here.some(choice => choice.hits.length > 0);
        rings.push(s('g', { class: hit ? 'target target-hit' : 'target', 'data-to': index },
          s('path', { class: 'target-ground', d: ring(x, y, 43, index) }),
          s('path', { class: 'target-ring', d: ring(x, y, 43.5, index + 7) })));
        if (hit) {
          const die = dice(index);
          const [cx, cy] = [x + 33, y - 33];
          hits.push(s('g', { class: 'target target-cross', 'data-to': index },
            s('circle', { class: 'cross-ground', cx, cy, r: 15 }),
            s('path', { class: 'cross', d: line([cx - 8, cy - 8], [cx + 8, cy + 8], die, 0.8) + line([cx + 8, cy - 8], [cx - 8, cy + 8], die, 0.8) })));
        }
      }
      refill(targets, ...rings);
      refill(crosses, ...hits);
    },

    /**
     * What somebody looks at: the dotted way of each choice, its landing square, and faint arrows along the rest of the route.
     * @param {{side: Side, index: number, choices: Choice[]} | null} looked
     * @param {Squares} squares
     * @param {Side} bottom
     */
    look(looked, squares, bottom) {
      const shown = new Set(looked?.choices.map(choice => String(choice.to)));
      for (const mark of [...targets.children, ...crosses.children]) {
        mark.classList.toggle('dimmed', shown.size > 0 && !shown.has(mark.getAttribute('data-to') ?? ''));
        mark.classList.toggle('looked', shown.has(mark.getAttribute('data-to') ?? ''));
      }
      if (!looked) {
        refill(looks);
        refill(values);
        refill(arrows);
        return;
      }
      refill(arrows, s('path', { class: `arrow arrow-${looked.side}`, d: chevrons(squares, looked.side, Math.max(looked.index, 1), bottom) }));
      const several = new Set(looked.choices.map(choice => choice.value)).size > 1;
      // Ways from one square run together: the longest shows them all.
      const longest = looked.choices.filter(choice => !looked.choices.some(other => other.from === choice.from && other.to > choice.to));
      refill(looks, ...longest.map(choice => {
        const way = bent(squares.walk(looked.side, choice.from, choice.to, bottom).map(middle));
        return s('g', {}, s('path', { class: 'look-ground', d: way }), s('path', { class: 'look-way', d: way }));
      }));
      refill(values, ...(several ? looked.choices : []).map(choice => {
        const [x, y] = middle(squares.at(looked.side, choice.to, bottom) ?? [0, 0]);
        return s('g', {}, s('circle', { class: 'look-value-ground', cx: x - 31, cy: y - 31, r: 15 }),
          s('text', { class: 'look-value', x: x - 31, y: y - 31, dy: '.36em', 'text-anchor': 'middle' }, String(choice.value)));
      }));
    },

    /** The seed that is on its way but not settled. @param {{side: Side, pawn: number, to: number, beside: boolean} | null} move `beside`: somebody stands there @param {Squares} squares @param {Side} bottom */
    ghost(move, squares, bottom) {
      const square = move && squares.at(move.side, move.to, bottom);
      if (!move || !square) return refill(ghost);
      const [x, y] = middle(square);
      const place = move.beside ? `translate(${x - 19} ${y - 17}) scale(.8)` : `translate(${x} ${y})`;
      const group = s('g', { class: `ghost-seed pawn-${move.side}`, transform: place });
      group.append(seed(move.side, pawnName(move.side, move.pawn)), s('path', { class: 'ghost-ring', d: ring(0, 0, 40, 2) }));
      refill(ghost, group);
    },
  };
}

/** @param {Square} square @returns {[number, number]} */
export function middle([row, column]) {
  return [column * CELL + CELL / 2, row * CELL + CELL / 2];
}

/** A gate: two posts, and between them a bar that is whole or broken. @param {Squares} squares @param {Side} side @param {Side} bottom @param {boolean} open */
function gate(squares, side, bottom, open) {
  const outside = squares.at(side, squares.gate, bottom);
  const inside = squares.at(side, squares.gate + 1, bottom);
  if (!outside || !inside) return null;
  const [x1, y1] = middle(outside);
  const [x2, y2] = middle(inside);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  // A diagonal gate leads through a corner, where there is less room.
  const half = squares.size === 5 ? 36 : 27;
  const die = dice(SIDES.indexOf(side) + 1);
  const posts = line([-half, -9], [-half, 9], die, 1) + line([half, -9], [half, 9], die, 1);
  const bar = open
    ? line([-half, 0], [-half + 12, 13], die, 0.8) + line([half, 0], [half - 12, 13], die, 0.8)
    : line([-half - 2, -3.5], [half + 2, -2.5], die, 1.2) + line([-half - 2, 3], [half + 2, 3.5], die, 1.2);
  return s('g', {
    class: `gate ${open ? 'gate-open' : 'gate-shut'} gate-${side} ${side === bottom ? 'gate-mine' : ''}`,
    transform: `translate(${fixed((x1 + x2) / 2)} ${fixed((y1 + y2) / 2)}) rotate(${fixed(angle + 90)})`,
  },
  open ? null : s('rect', { class: 'gate-ground', x: -half - 4, y: -8, width: 2 * half + 8, height: 16, rx: 4 }),
  s('path', { class: 'gate-bar', d: bar }), s('path', { class: 'gate-post', d: posts }));
}

/** Small arrowheads between the squares of a route, from an index to the centre. @param {Squares} squares @param {Side} side @param {number} from @param {Side} bottom */
function chevrons(squares, side, from, bottom) {
  let data = '';
  for (let index = from; index < squares.centre; index += 1) {
    const here = squares.at(side, index, bottom);
    const next = squares.at(side, index + 1, bottom);
    if (!here || !next) continue;
    const [x1, y1] = middle(here);
    const [x2, y2] = middle(next);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
    data += `M${fixed(mx - ux * 6 - uy * 9)} ${fixed(my - uy * 6 + ux * 9)}L${fixed(mx + ux * 6)} ${fixed(my + uy * 6)}L${fixed(mx - ux * 6 + uy * 9)} ${fixed(my - uy * 6 - ux * 9)}`;
  }
  return data;
}
