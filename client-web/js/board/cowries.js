// @ts-check
// The cowries: shells that tumble and land exactly as they were drawn, what they count, what is in hand, and the button that throws.

import { h, refill, s, set, write } from './dom.js';
import { animate, dice, tumble, tumbleMs, untilSkipped } from './motion.js';
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
  const owed = h('span', { class: 'owed', hidden: true });
  const value = h('p', { class: 'thrown-value' }, digits, word, owed);
  const hand = h('ul', { class: 'hand', hidden: true });
  const button = h('button', { type: 'button', class: 'throw-button', 'aria-keyshortcuts': 'Space' }, h('span', { class: 'throw-words' }));
  const words = /** @type {HTMLElement} */ (button.firstChild);
  const element = h('section', { class: 'cowries' },
    floor, h('div', { class: 'thrown' }, value, who), button, hand);

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

  // The shells may be taken in hand as well.
  for (const part of [button, floor]) {
    part.addEventListener('click', () => {
      if (scene && isMine(scene, 'throw')) wish({ t: 'throw' });
    });
  }

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
      shown = { shells: turn.shells, value: valueOf(turn.shells, view?.rules), side: turn.side, by: 'seat', t: turn.t - 1 };
    }
    // Whoever goes back before a throw does not see it.
    if (turn && shown && shown.t >= turn.t) shown = null;
    const count = Number(view?.rules.shells ?? 4);
    draw(count, turn);
    if (thrown && news?.how === 'live' && next.past === undefined) roll(thrown.t);
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
    // The names of throws are Kannada, which English writes in its own letters.
    set(word, { lang: document.documentElement.lang === 'en' ? 'kn-Latn' : null });
    write(who, said());
    const values = Object.entries(turn?.hand ?? {}).filter(([, number]) => number > 0);
    const own = scene.side ? scene.view?.sides?.[scene.side] : undefined;
    const plays = !!turn && !scene.watcher && !!own && own.rank === 0 && !own.left;
    // Where throws are collected the row stands always for who plays: what lies below it does not jump.
    hand.hidden = values.length === 0 && !(plays && scene.view?.rules.throws === 'collect');
    hand.classList.toggle('hand-empty', values.length === 0);
    set(hand, { 'aria-label': t('cowries.hand') });
    refill(hand, ...values.reverse().map(([value, number]) => h('li', {}, number > 1 ? `${value} × ${number}` : value)));
    owed.hidden = !turn?.owed;
    set(owed, { 'data-owed': turn?.owed ? `+${turn.owed}` : null });
    write(owed, turn?.owed ? t('cowries.owed', { n: turn.owed }) : '');
    // On a small phone a long value takes two lines, and who threw it one, so that the row keeps its height.
    element.classList.toggle('cowries-long', !!turn?.owed || (shown?.value ?? 0) > 9);
    const mine = isMine(scene, 'throw');
    const onItsWay = scene.pending?.what === 'throw';
    set(button, { 'aria-disabled': mine ? null : 'true', class: `throw-button ${mine ? 'throw-now' : ''} ${onItsWay ? 'throw-pending' : ''}` });
    write(words, t(onItsWay ? 'cowries.throwing' : turn?.owed && mine ? 'status.throw.again' : 'cowries.throw'));
    button.hidden = !plays;
    element.classList.toggle('cowries-shaken', onItsWay);
    element.classList.toggle('cowries-mine', mine);
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
    set(floor, { viewBox: `0 0 ${wide} 76`, class: `shells shells-${count}` });
    shells = Array.from({ length: count }, (_, at) => shell(at));
    refill(floor, ...shells);
  }

  /** Lets the shells tumble; they land as they lie. @param {number} draw */
  function roll(draw) {
    const ms = tumbleMs(settings());
    if (ms === 0) return;
    skip?.();
    const running = shells.flatMap((shell, at) => rolled(shell, at, draw, ms));
    tumble(ms);
    skip = untilSkipped(ms, () => {
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
  const body = 'M-1 -30C9 -30 17 -22 19.5 -10C22 -4 21 4 18.5 10C16 22 9 30 1 30C-9 30 -16 22 -18.5 11C-21.5 4 -21 -5 -18.5 -12C-15.5 -23 -9 -30 -1 -30Z';
  // The mouth is a long curved slit; on both its lips stand teeth, light in the dark and dark on the light.
  const middle = (/** @type {number} */ y) => Math.sin((y / 27) * 1.5) * 2.4;
  const half = (/** @type {number} */ y) => 1.4 + Math.cos((y / 30) * 1.5) * 2.6;
  const rows = Array.from({ length: 11 }, (_, tooth) => -21 + tooth * 4.2);
  const both = (/** @type {(side: 1 | -1, x: number, y: number) => string} */ tooth) =>
    rows.map(y => tooth(-1, middle(y) - half(y), y) + tooth(1, middle(y) + half(y), y)).join('');
  const inner = both((side, x, y) => `M${x.toFixed(1)} ${y.toFixed(1)}h${(-side * half(y) * 0.55).toFixed(1)}`);
  const outer = both((side, x, y) => `M${(x + side * 0.8).toFixed(1)} ${y.toFixed(1)}q${side * 2} ${(y / 40).toFixed(1)} ${side * 4.2} ${(y / 14).toFixed(1)}`);
  const edge = (/** @type {1 | -1} */ side) => rows.map(y => `${(middle(y) + side * half(y)).toFixed(1)} ${y.toFixed(1)}`);
  const slit = `M-1.8 -27.5L${edge(1).join('L')}L2.2 27L${edge(-1).reverse().join('L')}Z`;
  return s('g', { class: 'shell', 'data-at': at },
    s('g', { class: 'shell-way' },
      s('path', { class: 'shell-shadow', d: body, transform: 'translate(2.5 4)' }),
      s('g', { class: 'shell-face shell-mouth' },
        s('path', { class: 'shell-belly', d: body }),
        s('path', { class: 'shell-shade', d: 'M-13.5 -16C-17 -4 -16.5 8 -11 20M14.5 -15C17.5 -5 17 8 11.5 20' }),
        s('path', { class: 'shell-slit', d: slit }),
        s('path', { class: 'shell-teeth-in', d: inner }),
        s('path', { class: 'shell-teeth', d: outer })),
      s('g', { class: 'shell-face shell-back' },
        s('path', { class: 'shell-dome', d: body }),
        s('ellipse', { class: 'shell-ring', rx: 12, ry: 19.5, cy: -1 }),
        s('path', { class: 'shell-shade', d: 'M-8 -13C-10.5 -4 -10 6 -6 13' }),
        s('path', { class: 'shell-light', d: 'M5 -14C8.5 -9 9 -3 8 3' }))));
}

/** @param {SVGGElement} shell @param {number} at @param {number} draw @param {number} ms */
function rolled(shell, at, draw, ms) {
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
