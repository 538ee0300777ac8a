// @ts-check
// The cowries: shells that tumble and land exactly as they were drawn, what they count, what is in hand, and the button that throws.

import { h, refill, s, set, write } from './dom.js';
import { animate, dice, tumbleMs, untilSkipped } from './motion.js';
import { isMine, nameOf, turnOf } from './scene.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').News} News */
/** @typedef {import('./scene.js').Thrown} Thrown */

/** The values that have a name of their own. */
const NAMED = [1, 2, 3, 4, 5, 6, 8, 12];

/**
 * The cowrie tray.
 * @param {{
 *   t: import('./scene.js').Words,
 *   wish?: (wish: import('./scene.js').Wish) => void,
 *   settings?: () => import('./scene.js').Settings,
 * }} options
 */
export function makeCowries({ t, wish = () => {}, settings = () => ({}) }) {
  const floor = s('svg', { class: 'shells', 'aria-hidden': 'true', focusable: 'false' });
  const digits = h('span', { class: 'thrown-digits' });
  const word = h('span', { class: 'thrown-word' });
  const who = h('p', { class: 'thrown-who' });
  const value = h('p', { class: 'thrown-value' }, digits, word);
  const hand = h('ul', { class: 'hand', hidden: true });
  const owed = h('p', { class: 'owed', hidden: true });
  const button = h('button', { type: 'button', class: 'throw-button', 'aria-keyshortcuts': 'Space' }, h('span', { class: 'throw-words' }));
  const words = /** @type {HTMLElement} */ (button.firstChild);
  const element = h('section', { class: 'cowries' },
    floor, h('div', { class: 'thrown' }, value, who, hand, owed), button);

  /** @type {Scene | null} */
  let scene = null;
  /** @type {{shells: number[], value: number, side: Side, by: string, t: number} | null} */
  let shown = null;
  /** @type {string | null} */
  let match = null;
  /** @type {SVGGElement[]} */
  let shells = [];
  /** @type {(() => void) | null} */
  let skip = null;

  button.addEventListener('click', () => {
    if (scene && isMine(scene, 'throw')) wish({ t: 'throw' });
  });

  /** @param {Scene} next @param {News} [news] */
  function update(next, news) {
    scene = next;
    const view = next.view;
    set(element, { 'aria-label': t('cowries.name') });
    if ((view?.match ?? null) !== match) shown = null;
    match = view?.match ?? null;
    /** @type {Thrown | null} */
    let thrown = null;
    for (const event of news?.events ?? []) {
      if (event.e === 'thrown') thrown = event;
      if (event.e === 'lots') shown = null;
    }
    const turn = turnOf(next);
    if (thrown) shown = { shells: thrown.shells, value: thrown.value, side: thrown.side, by: thrown.by, t: thrown.t };
    else if (turn?.shells && turn.shells.join() !== shown?.shells.join()) {
      shown = { shells: turn.shells, value: valueOf(turn.shells, view?.rules), side: turn.side, by: 'seat', t: turn.t };
    }
    const count = Number(view?.rules.shells ?? 4);
    draw(count, turn);
    if (thrown && news?.how === 'live' && next.past === undefined) tumble(thrown.t);
  }

  /** @param {number} count @param {ReturnType<typeof turnOf>} turn */
  function draw(count, turn) {
    if (!scene) return;
    if (shells.length !== count) build(count);
    for (const [at, shell] of shells.entries()) {
      const up = shown?.shells[at] === 1;
      set(shell, { class: `shell ${up ? 'shell-up' : 'shell-down'}`, transform: lying(at, count, shown?.t ?? 0) });
    }
    const current = !!turn && !!shown && turn.side === shown.side && (turn.phase === 'move' || !!turn.shells);
    element.classList.toggle('cowries-old', !!shown && !current);
    write(digits, shown ? String(shown.value) : '');
    write(word, shown && NAMED.includes(shown.value) ? t(`cowries.word.${shown.value}`) : '');
    write(who, said());
    const values = Object.entries(turn?.hand ?? {}).filter(([, number]) => number > 0);
    hand.hidden = values.length === 0;
    set(hand, { 'aria-label': t('cowries.hand') });
    refill(hand, ...values.reverse().map(([value, number]) => h('li', {}, number > 1 ? `${value} × ${number}` : value)));
    owed.hidden = !turn?.owed;
    write(owed, turn?.owed ? t('cowries.owed', { n: turn.owed }) : '');
    const mine = isMine(scene, 'throw');
    const onItsWay = scene.pending?.what === 'throw';
    set(button, { 'aria-disabled': mine ? null : 'true', class: `throw-button ${mine ? 'throw-now' : ''} ${onItsWay ? 'throw-pending' : ''}` });
    write(words, t(onItsWay ? 'cowries.throwing' : turn?.owed && mine ? 'cowries.throw_again' : 'cowries.throw'));
    button.hidden = !!scene.watcher || !scene.side;
    element.classList.toggle('cowries-shaken', onItsWay);
  }

  /** Who threw this, and how. */
  function said() {
    if (!shown || !scene) return '';
    const me = shown.side === scene.side;
    const name = nameOf(scene, shown.side, t);
    if (shown.by === 'clock') return t('cowries.by_clock', { name });
    if (shown.by === 'away') return t('cowries.by_away', { name });
    return me ? t('cowries.you') : t('cowries.they', { name });
  }

  /** @param {number} count */
  function build(count) {
    const wide = count * 56;
    set(floor, { viewBox: `0 0 ${wide} 76` });
    shells = Array.from({ length: count }, (_, at) => shell(at));
    refill(floor, ...shells);
  }

  /** Lets the shells tumble; they land as they lie. @param {number} draw */
  function tumble(draw) {
    const ms = tumbleMs(settings());
    if (ms === 0) return;
    skip?.();
    const running = shells.flatMap((shell, at) => roll(shell, at, draw, ms));
    element.classList.add('tumbling');
    skip = untilSkipped(ms, () => {
      element.classList.remove('tumbling');
      for (const animation of running) animation?.cancel();
    });
  }

  return {
    element,
    update,
    /** The throw button, to set the keyboard on it. */
    button,
    close() {
      skip?.();
    },
  };
}

/** What shells count. @param {number[]} shells @param {Record<string, unknown> | undefined} rules */
function valueOf(shells, rules) {
  const up = shells.filter(shell => shell === 1).length;
  return up || Number(rules?.none_up ?? 8);
}

/** Where and how a shell lies after a throw. @param {number} at @param {number} count @param {number} draw */
function lying(at, count, draw) {
  const die = dice(draw * 31 + at);
  const x = 28 + at * 56 + (die() - 0.5) * 8;
  const y = 38 + (die() - 0.5) * 16;
  return `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((die() - 0.5) * 110).toFixed(0)})`;
}

/** A cowrie with both its faces: the mouth with its teeth, and the round back. @param {number} at */
function shell(at) {
  const body = 'M0 -29C12 -29 20 -16 20 1C20 18 12 29 1 29C-11 29 -20 18 -20 2C-20 -15 -12 -29 0 -29Z';
  const teeth = Array.from({ length: 9 }, (_, tooth) => {
    const y = -19 + tooth * 4.7;
    const wide = 5.5 + Math.sin(((tooth + 1) / 10) * Math.PI) * 2.5;
    return `M${-wide} ${y - 0.6}L-2.2 ${y}M2.6 ${y}L${wide + 0.8} ${y - 0.6}`;
  }).join('');
  return s('g', { class: 'shell', 'data-at': at },
    s('g', { class: 'shell-way' },
      s('ellipse', { class: 'shell-shadow', cx: 2, cy: 4, rx: 20, ry: 28 }),
      s('g', { class: 'shell-face shell-mouth' },
        s('path', { class: 'shell-belly', d: body }),
        s('path', { class: 'shell-lip', d: 'M-1 -25C-9 -18 -11 -8 -10 2C-9 14 -6 22 0 26C7 22 10 13 10 2C10 -9 7 -19 -1 -25Z' }),
        s('path', { class: 'shell-slit', d: 'M0 -24C-3.5 -15 -3.8 -6 -2.5 3C-1.5 12 -1.5 19 1 24.500C3.5 18 3.8 11 3 2C2.2 -8 3 -16 0 -24Z' }),
        s('path', { class: 'shell-teeth', d: teeth })),
      s('g', { class: 'shell-face shell-back' },
        s('path', { class: 'shell-dome', d: body }),
        s('path', { class: 'shell-spots', d: 'M-8 -12h.1M7 -16h.1M-2 -3h.1M10 2h.1M-11 6h.1M3 12h.1M-4 19h.1M10 14h.1M0 -22h.1' }),
        s('path', { class: 'shell-line', d: 'M-4 -25C-7 -10 -6 10 0 26' }),
        s('path', { class: 'shell-light', d: 'M9 -19C14 -12 15 -4 14 4' }))));
}

/** @param {SVGGElement} shell @param {number} at @param {number} draw @param {number} ms */
function roll(shell, at, draw, ms) {
  const die = dice(draw * 97 + at + 5);
  const way = /** @type {SVGGElement} */ (shell.firstChild);
  const throwFrom = (0.5 - die()) * 60;
  const spin = (die() > 0.5 ? 1 : -1) * (360 + die() * 360);
  const moving = animate(way, [
    { transform: `translate(${throwFrom}px, -46px) rotate(${spin}deg) scale(1.15)` },
    { transform: `translate(${throwFrom * 0.4}px, 14px) rotate(${spin * 0.4}deg) scale(.95)`, offset: 0.5 },
    { transform: `translate(${throwFrom * 0.15}px, -9px) rotate(${spin * 0.15}deg) scale(1.04)`, offset: 0.75 },
    { transform: 'translate(0px, 0px) rotate(0deg) scale(1)' },
  ], { duration: ms, easing: 'ease-out' });
  // The faces change places while it rolls; the last third shows the one on which it lands.
  const [mouth, back] = [...shell.querySelectorAll('.shell-face')];
  const up = shell.classList.contains('shell-up');
  const flips = (/** @type {boolean} */ first) => [0, 1, 0, 1, 0].map((face, step) => ({ opacity: (face === 1) === first ? 1 : 0, offset: step * 0.16, easing: 'steps(1)' }));
  const frames = (/** @type {boolean} */ face) => [...flips(face), { opacity: (face ? up : !up) ? 1 : 0, offset: 0.7 }, { opacity: (face ? up : !up) ? 1 : 0 }];
  return [moving, mouth ? animate(mouth, frames(true), { duration: ms }) : null, back ? animate(back, frames(false), { duration: ms }) : null];
}
