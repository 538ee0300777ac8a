// @ts-check
// The board for fingers, keys and ears: a grid of named cells over the drawing, with one tab stop and arrow keys.

import { h, refill, set } from './dom.js';
import { isSpent } from './motion.js';

/** @typedef {import('./squares.js').Square} Square */

/**
 * The grid. `press` is called for Enter, for Space where `wantsSpace` says so, and for clicks without a place, as screen
 * readers make them.
 * @param {{press: (square: Square) => void, wantsSpace: () => boolean, look: (square: Square | null) => void}} options
 */
export function makeCells({ press, wantsSpace, look }) {
  const element = h('div', { class: 'board-cells', role: 'grid' });
  /** @type {HTMLElement[][]} */
  let cells = [];
  /** @type {[number, number]} */
  let at = [0, 0];
  /** Whether the focus came by keys: only then the ways of the focused cell are shown. */
  let byKeys = true;

  element.addEventListener('pointerdown', () => {
    byKeys = false;
  });
  element.addEventListener('keydown', event => {
    byKeys = true;
    if (event.altKey || event.ctrlKey && event.key !== 'Home' && event.key !== 'End' || event.metaKey) return;
    const last = cells.length - 1;
    const [row, column] = at;
    /** @type {[number, number] | null} */
    let next = null;
    switch (event.key) {
      case 'ArrowUp': next = [row - 1, column]; break;
      case 'ArrowDown': next = [row + 1, column]; break;
      case 'ArrowLeft': next = [row, column - 1]; break;
      case 'ArrowRight': next = [row, column + 1]; break;
      case 'Home': next = event.ctrlKey ? [0, 0] : [row, 0]; break;
      case 'End': next = event.ctrlKey ? [last, last] : [row, last]; break;
      case 'PageUp': next = [0, column]; break;
      case 'PageDown': next = [last, column]; break;
      case 'Enter': break;
      case ' ':
        if (!wantsSpace()) return;
        if (isSpent(event)) return event.preventDefault();
        break;
      default: return;
    }
    event.preventDefault();
    if (next) go([clamp(next[0], last), clamp(next[1], last)]);
    else press(at);
  });
  element.addEventListener('focusin', event => {
    const cell = placeOf(event.target);
    if (cell) {
      stop(cell);
      if (byKeys) look(cell);
    }
  });
  element.addEventListener('focusout', () => {
    byKeys = true;
    look(null);
  });

  /** @param {EventTarget | null} target @returns {[number, number] | null} */
  function placeOf(target) {
    for (const [row, line] of cells.entries()) {
      for (const [column, cell] of line.entries()) if (cell === target) return [row, column];
    }
    return null;
  }

  /** @param {[number, number]} next */
  function stop(next) {
    const old = cells[at[0]]?.[at[1]];
    if (old) set(old, { tabindex: -1 });
    at = next;
    const cell = cells[at[0]]?.[at[1]];
    if (cell) set(cell, { tabindex: 0 });
    return cell;
  }

  /** @param {[number, number]} next */
  function go(next) {
    stop(next)?.focus();
  }

  return {
    element,
    /** Builds so many rows; the tab stop is `first`. @param {number} size @param {Square} first @param {string} name */
    build(size, first, name) {
      const focused = element.contains(document.activeElement);
      cells = Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => h('div', {
        class: 'board-cell', role: 'gridcell', tabindex: -1, 'data-row': row, 'data-column': column,
      })));
      refill(element, ...cells.map(line => h('div', { class: 'board-row', role: 'row' }, ...line)));
      set(element, { 'aria-label': name });
      stop([first[0], first[1]]);
      if (focused) go([first[0], first[1]]);
    },
    /** Names every cell. @param {(square: Square) => string} nameOf */
    name(nameOf) {
      for (const [row, line] of cells.entries()) {
        for (const [column, cell] of line.entries()) set(cell, { 'aria-label': nameOf([row, column]) });
      }
    },
    /** Sets the keyboard on a cell. @param {Square} [square] */
    focus(square = at) {
      go([square[0], square[1]]);
    },
    placeOf,
    /** @param {Square} square */
    cell([row, column]) {
      return cells[row]?.[column] ?? null;
    },
    /** The cell that has the focus by keys. @returns {Square | null} */
    get focused() {
      return byKeys ? placeOf(document.activeElement) : null;
    },
  };
}

/** @param {number} value @param {number} last */
function clamp(value, last) {
  return Math.max(0, Math.min(last, value));
}
