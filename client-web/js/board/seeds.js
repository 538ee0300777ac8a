// @ts-check
// The seeds on the board: where each lies, its halo, and how it walks, hits and is flicked home.

import { ring } from './chalk.js';
import { arrange, arrangeYard } from './crowd.js';
import { s, set, write } from './dom.js';
import { CELL, yardFrom } from './ground.js';
import { animate, FLICK_MS, walkMs } from './motion.js';
import { OUTLINE, seed } from './picture.js';
import { pawnName, speedOf } from './scene.js';
import { SIDES } from './squares.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./squares.js').Squares} Squares */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').Settings} Settings */
/** @typedef {import('./scene.js').Moved} Moved */
/**
 * A seed or a heap as it lies: the middle in units of the drawing, its reach, and its square if it is on one.
 * @typedef {{side: Side, pawns: number[], index: number, x: number, y: number, scale: number}} Lying
 */
/** @typedef {{group: SVGGElement, way: SVGGElement, size: SVGGElement, letters: SVGTextElement, badge: SVGGElement, count: SVGTextElement, halo: SVGGElement}} Drawn */

/** The reach of a lone seed. */
export const REACH = 35;

/**
 * The layer of seeds.
 * @param {SVGGElement} layer
 */
export function makeSeeds(layer) {
  /** @type {Map<string, Drawn>} */
  const drawn = new Map();
  /** @type {Lying[]} */
  let lying = [];

  /** @param {Side} side @param {number} pawn */
  function seedOf(side, pawn) {
    const key = pawnName(side, pawn);
    const old = drawn.get(key);
    if (old) return old;
    const body = seed(side, key);
    const letters = /** @type {SVGTextElement} */ (body.querySelector('text'));
    const count = s('text', { class: 'badge-count', 'text-anchor': 'middle', dy: '.36em' });
    const badge = s('g', { class: 'badge', transform: 'translate(25 23)' }, s('circle', { class: 'badge-ground', r: 18 }), count);
    const halo = s('g', { class: 'halo' },
      s('path', { class: 'halo-glow', d: ring(0, 0, 39, pawn + 3) }),
      s('path', { class: 'halo-ring', d: ring(0, 0, 40, pawn + 11) }),
      s('path', { class: 'halo-grain', d: ring(0, 0, 41, pawn + 23) }));
    const pile = s('path', { class: 'pile', d: OUTLINE[side], transform: 'translate(-6 -7)' });
    const size = s('g', { class: 'size' }, halo, pile, body, badge);
    const way = s('g', { class: 'way' }, size);
    const group = s('g', { class: `pawn pawn-${side}` }, way);
    const made = { group, way, size, letters, badge, count, halo };
    drawn.set(key, made);
    layer.append(group);
    return made;
  }

  /**
   * Lays every seed where it belongs.
   * @param {Scene} scene
   * @param {Squares} squares
   * @param {{small: boolean, movable: Set<number>, forced: number | null, ghost: number | null}} how `movable` and the others are pawns of the side in turn
   */
  function lay(scene, squares, { small, movable, forced, ghost }) {
    const turn = scene.view?.turn?.side;
    const hidden = new Set(drawn.keys());
    lying = lie(scene, squares, small, ghost === null || !turn ? null : { side: turn, pawn: ghost });
    for (const heap of lying) {
      // The one that is drawn for a heap is one that may move, if any may.
      const mine = heap.side === turn;
      const shown = (mine ? heap.pawns.find(pawn => movable.has(pawn)) : undefined) ?? heap.pawns[0] ?? 0;
      const seedling = seedOf(heap.side, shown);
      hidden.delete(pawnName(heap.side, shown));
      const many = heap.pawns.length > 1;
      // In a crowd `5S` are five seeds of South, for `S5` is one of them; alone a badge has room.
      const crowded = heap.scale < 0.9;
      set(seedling.group, {
        transform: `translate(${heap.x} ${heap.y})`,
        class: [
          'pawn', `pawn-${heap.side}`,
          mine && movable.has(shown) ? 'movable' : '', mine && forced === shown ? 'forced' : '', mine && ghost === shown ? 'leaving' : '',
          many ? 'heap' : '', crowded ? 'crowded' : '',
        ].filter(Boolean).join(' '),
      });
      set(seedling.size, { transform: `scale(${heap.scale})` });
      write(seedling.letters, many ? `${crowded ? heap.pawns.length : ''}${heap.side}` : pawnName(heap.side, shown));
      write(seedling.count, many ? `×${heap.pawns.length}` : '');
      set(seedling.badge, { visibility: many && !crowded ? null : 'hidden' });
      set(seedling.group, { display: null });
    }
    for (const key of hidden) set(/** @type {Drawn} */ (drawn.get(key)).group, { display: 'none' });
  }

  /**
   * Shows a move that has been made: the seed walks, whoever was hit flies home. The board is in its new state already.
   * @param {Moved} moved
   * @param {{squares: Squares, bottom: Side, settings: Settings, delay: number, walk: boolean}} how
   * @returns {number} when it lands, in milliseconds from now
   */
  function show(moved, { squares, bottom, settings, delay, walk }) {
    const heap = lying.find(heap => heap.side === moved.side && heap.pawns.includes(moved.pawn));
    const steps = squares.walk(moved.side, moved.from, moved.to, bottom);
    const ms = walk ? walkMs(settings, steps.length - 1) : 0;
    if (heap && ms > 0) {
      const { group, way } = seedOf(heap.side, shownOf(heap, moved.pawn));
      layer.append(group);
      const frames = steps.map(([row, column], at) => {
        const last = at === steps.length - 1;
        const [x, y] = last ? [heap.x, heap.y] : [column * CELL + CELL / 2, row * CELL + CELL / 2];
        return { transform: `translate(${x - heap.x}px, ${y - heap.y}px)`, easing: 'ease-in-out' };
      });
      animate(way, frames, { duration: ms, delay });
    }
    for (const hit of moved.hits ?? []) flick(hit, moved, { squares, bottom, settings, delay: delay + ms });
    return delay + ms;
  }

  /** @param {Lying} heap @param {number} pawn */
  function shownOf(heap, pawn) {
    const visible = heap.pawns.find(own => {
      const made = drawn.get(pawnName(heap.side, own));
      return made && made.group.getAttribute('display') !== 'none';
    });
    return visible ?? pawn;
  }

  /**
   * @param {{side: Side, pawn: number, from: number}} hit
   * @param {Moved} moved
   * @param {{squares: Squares, bottom: Side, settings: Settings, delay: number}} how
   */
  function flick(hit, moved, { squares, bottom, settings, delay }) {
    const heap = lying.find(heap => heap.side === hit.side && heap.pawns.includes(hit.pawn));
    const from = squares.at(moved.side, moved.to, bottom);
    if (!heap || !from || speedOf(settings) === 'off') return;
    const { group, way } = seedOf(heap.side, shownOf(heap, hit.pawn));
    layer.append(group);
    const [dx, dy] = [from[1] * CELL + CELL / 2 - heap.x, from[0] * CELL + CELL / 2 - heap.y];
    animate(way, [
      { transform: `translate(${dx}px, ${dy}px)`, easing: 'cubic-bezier(.2,.7,.4,1)' },
      { transform: `translate(${dx * 0.45}px, ${dy * 0.45}px) scale(1.35) rotate(200deg)`, easing: 'cubic-bezier(.5,0,.8,.4)' },
      { transform: 'translate(0px, 0px) rotate(360deg)' },
    ], { duration: FLICK_MS, delay });
  }

  return {
    lay,
    show,
    /** How all seeds lie now. */
    get lying() {
      return lying;
    },
  };
}

/**
 * Where every seed lies, in units of the drawing.
 * @param {Scene} scene
 * @param {Squares} squares
 * @param {boolean} small
 * @param {{side: Side, pawn: number} | null} apart a seed that lies by itself, since it is about to leave
 * @returns {Lying[]}
 */
export function lie(scene, squares, small, apart = null) {
  /** @type {Map<string, {side: Side, pawn: number, index: number}[]>} */
  const cells = new Map();
  /** @type {Lying[]} */
  const lying = [];
  for (const side of SIDES) {
    const seat = scene.view?.sides?.[side];
    if (!seat || seat.left) continue;
    /** @type {{side: Side, pawn: number}[]} */
    const off = [];
    for (const [key, index] of Object.entries(seat.pawns)) {
      const pawn = +key;
      const square = squares.at(side, index, scene.bottom);
      if (!square) off.push({ side, pawn });
      else {
        const cell = `${square[0]}:${square[1]}`;
        cells.set(cell, [...(cells.get(cell) ?? []), { side, pawn, index }]);
      }
    }
    const quarter = (SIDES.indexOf(side) - SIDES.indexOf(scene.bottom) + 4) % 4;
    const home = squares.at(side, 1, scene.bottom);
    const [dx = 0, dy = 0] = yardFrom(quarter);
    for (const heap of arrangeYard(off, small)) {
      const [x, y] = [(home?.[1] ?? 0) * CELL + CELL / 2 + dx, (home?.[0] ?? 0) * CELL + CELL / 2 + dy];
      lying.push({ side, pawns: heap.pawns, index: 0, x: x + (dx ? 0 : heap.along), y: y + (dx ? heap.along : 0), scale: heap.scale });
    }
  }
  for (const [cell, pawns] of cells) {
    const [row = 0, column = 0] = cell.split(':').map(Number);
    const indexOf = new Map(pawns.map(pawn => [pawnName(pawn.side, pawn.pawn), pawn.index]));
    for (const heap of arrange(pawns, scene.bottom, small)) {
      const at = { side: heap.side, index: indexOf.get(pawnName(heap.side, heap.pawns[0] ?? 0)) ?? 0, x: column * CELL + heap.x, y: row * CELL + heap.y, scale: heap.scale };
      const leaves = apart && apart.side === heap.side && heap.pawns.length > 1 && heap.pawns.includes(apart.pawn);
      lying.push({ ...at, pawns: leaves ? heap.pawns.filter(pawn => pawn !== apart.pawn) : heap.pawns });
    }
  }
  return lying;
}
