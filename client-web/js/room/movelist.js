// @ts-check
// The move list: `57 S 4: 12→16`, a line each; a press looks back at how the table stood then. One tab stop, arrows inside.

import { el, refill } from '../elements.js';
import { t } from '../words.js';

/** @typedef {import('./history.js').History} History */
/** @typedef {import('./history.js').Line} Line */

/**
 * @param {{history: History, centre: () => number, look: (at: number | undefined) => void}} options
 */
export function makeMoveList({ history, centre, look }) {
  const list = el('ol', { class: 'moves', 'aria-label': t('moves.label') });
  const empty = el('p', { class: 'dim small' }, t('moves.none'));
  const element = el('div', { class: 'moves-box' }, empty, list);
  let age = -1;
  /** @type {number | undefined} */
  let at;

  /** @param {Line} line @param {number} i */
  const row = (line, i) => el('li', {},
    el('button', { type: 'button', class: `move side-${line.side}`, tabindex: '-1', 'data-at': i },
      el('span', { class: 'move-no' }, line.no), el('b', {}, line.side), el('span', {}, shortly(line, centre())), el('span', { class: 'hidden-words' }, spoken(line, centre()))));

  list.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button) look(Number(button.dataset.at));
  });
  list.addEventListener('keydown', (event) => {
    const buttons = /** @type {HTMLButtonElement[]} */ ([...list.querySelectorAll('button')]);
    const here = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowUp: here - 1, ArrowLeft: here - 1, ArrowDown: here + 1, ArrowRight: here + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    const next = buttons[Math.min(Math.max(to, 0), buttons.length - 1)];
    roving(next);
    next.focus();
  });

  /** @param {HTMLElement | undefined | null} button */
  function roving(button) {
    list.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
    button?.setAttribute('tabindex', '0');
  }

  /** Scrolls the list alone: the page stays, so that the board is not led out of sight. @param {HTMLElement} button */
  function reveal(button) {
    const [box, line] = [element.getBoundingClientRect(), button.getBoundingClientRect()];
    if (line.top < box.top) element.scrollTop -= box.top - line.top;
    else if (line.bottom > box.bottom) element.scrollTop += line.bottom - box.bottom;
  }

  return {
    element,
    /** @param {number | undefined} looking which line is looked at */
    update(looking) {
      if (age !== history.age) {
        age = history.age;
        refill(list);
      }
      const grown = history.lines.length > list.children.length;
      const bottom = element.scrollTop + element.clientHeight >= element.scrollHeight - 30;
      for (let i = list.children.length; i < history.lines.length; i += 1) list.append(row(history.lines[i], i));
      empty.hidden = history.lines.length > 0;
      if (at !== looking) {
        list.querySelector('[aria-current]')?.removeAttribute('aria-current');
        at = looking;
      }
      const chosen = looking === undefined ? undefined : list.children[looking]?.querySelector('button');
      chosen?.setAttribute('aria-current', 'true');
      if (chosen) reveal(chosen);
      if (!list.contains(document.activeElement)) roving(chosen ?? list.lastElementChild?.querySelector('button'));
      if (grown && bottom && looking === undefined) element.scrollTop = element.scrollHeight;
    },
  };
}

/** @param {Line} line @param {number} centre */
function shortly(line, centre) {
  if (line.what === 'gone') return t('moves.gone');
  const auto = line.auto ? '*' : '';
  if (line.what === 'passed') return `${line.value}: –${auto}`;
  return `${line.value}: ${line.from}→${line.to}${line.hits ? 'x' : ''}${line.to === centre ? '⌂' : ''}${auto}`;
}

/** What the signs mean, for ears. @param {Line} line @param {number} centre */
function spoken(line, centre) {
  const marks = [
    line.what === 'passed' && t('moves.spoken.passed'),
    line.hits > 0 && t('moves.spoken.hit'), line.to === centre && t('moves.spoken.centre'),
    line.auto && t('moves.spoken.auto'), line.forced && t('moves.spoken.forced'),
  ].filter(Boolean);
  return marks.map((mark) => `, ${mark}`).join('');
}
