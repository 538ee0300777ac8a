// @ts-check
// What the components of the board read of a scene: whose question it is, what may be moved, and what people and seeds are called.

import { squaresOf } from './squares.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('../../types/protocol').View} View */
/** @typedef {import('../../types/protocol').Event} Event */
/** @typedef {import('../../types/protocol').Around1} Around */
/** @typedef {{what: 'throw'} | {what: 'move', pawn: number, value: number}} Pending */

/**
 * A table as it is now. `past` is set while somebody looks back: nothing may be asked for then.
 * @typedef {object} Scene
 * @property {View | null} [view]
 * @property {number | null} [chair]
 * @property {Side | null} [side]
 * @property {Side} bottom
 * @property {string} [line]
 * @property {Around | null} [around]
 * @property {Pending | null} [pending]
 * @property {((tick: number) => number)} [left]
 * @property {boolean} [watcher]
 * @property {number} [past]
 * @property {{side: Side, from: number, to: number} | null} [trail] the move whose trail is drawn, while somebody looks back
 */

/** @typedef {{events: Event[], how: 'live' | 'caught_up' | 'snapshot', [other: string]: unknown}} News */
/** @typedef {(key: string, params?: Record<string, string | number>) => string} Words */
/** @typedef {{t: 'throw'} | {t: 'move', pawn: number, value: number}} Wish */

/**
 * How somebody wants it; all of it may be absent.
 * @typedef {object} Settings
 * @property {'off' | 'fast' | 'normal'} [speed]
 * @property {boolean} [numbers]
 * @property {'auto' | 'always' | 'never'} [confirm]
 * @property {boolean} [sounds]
 * @property {boolean} [turnSound]
 * @property {boolean} [vibrate]
 */

/**
 * A legal move.
 * @typedef {object} Choice
 * @property {number} pawn
 * @property {number} value
 * @property {number} from
 * @property {number} to
 * @property {{side: Side, pawn: number}[]} hits
 * @property {boolean} drawn
 */

/** @typedef {Extract<Event, {e: 'moved'}>} Moved */
/** @typedef {Extract<Event, {e: 'thrown'}>} Thrown */

/** @param {Scene} scene */
export function turnOf(scene) {
  return scene.view?.stage === 'playing' ? scene.view.turn ?? null : null;
}

/**
 * Whether the open question is mine to answer, and nothing is on its way yet.
 * @param {Scene} scene
 * @param {'throw' | 'move'} phase
 */
export function isMine(scene, phase) {
  const turn = turnOf(scene);
  return !!turn && turn.phase === phase && turn.side === scene.side && !scene.watcher && scene.past === undefined
    && !scene.pending && scene.line !== 'ended' && !houseActs(scene, turn.side);
}

/** @param {Scene} scene @param {Side} side */
function houseActs(scene, side) {
  const chair = chairOf(scene, side);
  return chair?.kind === 'house';
}

/**
 * The legal moves of the side in turn, by pawn and value.
 * @param {Scene} scene
 * @returns {Choice[]}
 */
export function choicesOf(scene) {
  const turn = turnOf(scene);
  if (!turn || turn.phase !== 'move' || !turn.moves) return [];
  /** @type {Choice[]} */
  const choices = [];
  for (const [pawn, values] of Object.entries(turn.moves)) {
    for (const [value, move] of Object.entries(values)) {
      /** @type {Choice['hits']} */
      const hits = [];
      for (const [side, hit] of Object.entries(move.hits ?? {})) hits.push({ side: /** @type {Side} */ (side), pawn: hit });
      for (const [side, more] of Object.entries(move.more_hits ?? {})) {
        for (const hit of more) hits.push({ side: /** @type {Side} */ (side), pawn: hit });
      }
      choices.push({ pawn: +pawn, value: +value, from: move.from, to: move.to, hits, drawn: !!move.drawn });
    }
  }
  return choices.sort((a, b) => a.pawn - b.pawn || b.value - a.value);
}

/**
 * Choices without those that come to the same: seeds of one side on one square are alike.
 * @param {Choice[]} choices
 */
export function distinct(choices) {
  const seen = new Set();
  return choices.filter(({ from, value }) => {
    const same = `${from}:${value}`;
    return !seen.has(same) && !!seen.add(same);
  });
}

/** Whether there is one move only, which the server makes by itself. @param {Scene} scene */
export const isForced = (scene) => distinct(choicesOf(scene)).length === 1;

/**
 * Why a pawn of the side in turn may not move, as a sentence; for the first value that it may not move by.
 * @param {Scene} scene
 * @param {number} pawn
 * @param {Words} t
 */
export function whyNot(scene, pawn, t) {
  const turn = turnOf(scene);
  const [value, code] = Object.entries(turn?.blocked?.[pawn] ?? {})[0] ?? [];
  const view = scene.view;
  if (!turn || !view || !code) return null;
  const at = view.sides?.[turn.side]?.pawns[pawn] ?? 0;
  const centre = squaresOf(view.rules)?.centre ?? 0;
  const entry = /** @type {{needs?: number[]} | undefined} */ (view.rules.entry);
  switch (code) {
    case 'overshoot':
      return t('board.why.overshoot', { needed: centre - at, value });
    case 'no_entry':
      return t('board.why.no_entry', { values: listed((entry?.needs ?? []).map(String), t, 'or'), value });
    case 'no_hit_right':
    case 'own_pawn':
    case 'finished':
      return t(`board.why.${code}`, { value });
    default:
      return t(`refusal.${code}`);
  }
}

/** @param {Scene} scene @param {Side} side */
export function chairOf(scene, side) {
  const no = scene.view?.sides?.[side]?.chair;
  return no === undefined ? undefined : scene.view?.chairs[no];
}

/**
 * The name of who plays a side, safe to stand inside a sentence.
 * @param {Scene} scene
 * @param {Side} side
 * @param {Words} t
 */
export function nameOf(scene, side, t) {
  const name = chairOf(scene, side)?.name;
  return name ? isolated(name) : t(`side.${side}`);
}

/**
 * A name that may be written from right to left keeps its sentence in order.
 * @param {string} name
 */
export function isolated(name) {
  return /^[\u0020-\u024f\u0900-\u0d7f]*$/.test(name) ? name : `\u2068${name}\u2069`;
}

/**
 * `S1`: the letter of a side, and the number of a pawn as people count.
 * @param {Side} side
 * @param {number} pawn
 */
export function pawnName(side, pawn) {
  return `${side}${pawn + 1}`;
}

/**
 * `a, b and c`.
 * @param {string[]} items
 * @param {Words} t
 * @param {'and' | 'or'} [how]
 */
export function listed(items, t, how = 'and') {
  if (items.length < 2) return items.join('');
  return t(`list.${how}`, { some: items.slice(0, -1).join(', '), last: items[items.length - 1] ?? '' });
}

/**
 * How fast things move for this person.
 * @param {Settings} settings
 * @returns {'off' | 'fast' | 'normal'}
 */
export function speedOf(settings) {
  const still = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
  return still ? 'off' : settings.speed ?? 'normal';
}
