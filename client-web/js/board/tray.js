// @ts-check
// The pawn tray: a button for each own seed, with its square, where it would go, whom it would hit, or why it may not move.

import { faceOf, makeChooser } from './chooser.js';
import { h, refill, set, write } from './dom.js';
import { choiceName, choiceParts, hitWords } from './names.js';
import { seedPicture } from './picture.js';
import { choicesOf, isMine, pawnName, turnOf, whyNot } from './scene.js';
import { squaresOf } from './squares.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').Choice} Choice */
/** @typedef {{button: HTMLButtonElement, where: HTMLElement, what: HTMLElement}} Row */

/**
 * The pawn tray. `look` is told which seed somebody points at, so that the board can show its way.
 * @param {{
 *   t: import('./scene.js').Words,
 *   wish?: (wish: import('./scene.js').Wish) => void,
 *   say?: (sentence: string) => void,
 *   settings?: () => import('./scene.js').Settings,
 *   look?: (pawn: number | null) => void,
 * }} options
 */
export function makeTray({ t, wish = () => {}, say, settings = () => ({}), look = () => {} }) {
  const list = h('div', { class: 'tray-seeds' });
  const reason = h('p', { class: 'tray-reason', hidden: true, ...(say ? { 'aria-hidden': 'true' } : { role: 'status' }) });
  const chooser = makeChooser({ t });
  const element = h('section', { class: 'tray' }, list, reason, chooser.element);

  /** @type {Scene | null} */
  let scene = null;
  /** @type {Row[]} */
  let rows = [];
  let made = '';
  let timer = 0;
  let asked = -1;

  /** @param {Scene} next */
  function update(next) {
    scene = next;
    const side = next.side;
    const seat = side ? next.view?.sides?.[side] : null;
    element.hidden = !seat || !side || !!seat.left || !!next.watcher || next.view?.stage !== 'playing' || seat.rank > 0;
    set(element, { 'aria-label': t('tray.name') });
    if (!seat || !side) return;
    const pawns = Object.keys(seat.pawns).map(Number);
    const key = `${side}${pawns.join()}`;
    if (key !== made) {
      made = key;
      rows = pawns.map(pawn => row(pawn));
      refill(list, ...rows.map(each => each.button));
      set(list, { class: `tray-seeds tray-of-${pawns.length > 4 ? 'many' : pawns.length}` });
    }
    for (const [at, pawn] of pawns.entries()) describe(/** @type {Row} */ (rows[at]), pawn);
    const question = isMine(next, 'move') ? turnOf(next)?.asked ?? 0 : -1;
    if (question !== asked) {
      asked = question;
      chooser.close();
      reason.hidden = true;
    }
  }

  /** @param {number} pawn @returns {Row} */
  function row(pawn) {
    const side = /** @type {import('./squares.js').Side} */ (scene?.side);
    const where = h('span', { class: 'tray-where' });
    const what = h('span', { class: 'tray-what' });
    const button = h('button', { type: 'button', class: 'tray-seed', 'aria-keyshortcuts': pawn + 1 },
      seedPicture(side, pawnName(side, pawn)), ' ', h('span', { class: 'tray-words', 'aria-hidden': 'true' }, where, ' ', what));
    button.addEventListener('click', () => press(pawn));
    for (const event of ['pointerenter', 'focus']) button.addEventListener(event, () => look(pawn));
    for (const event of ['pointerleave', 'blur']) button.addEventListener(event, () => look(null));
    return { button, where, what };
  }

  /** @param {Row} row @param {number} pawn */
  function describe(row, pawn) {
    const squares = squaresOf(scene?.view?.rules);
    const side = scene?.side;
    if (!scene || !squares || !side) return;
    const at = scene.view?.sides?.[side]?.pawns[pawn] ?? 0;
    const due = isMine(scene, 'move');
    const choices = due ? choicesOf(scene).filter(choice => choice.pawn === pawn) : [];
    const why = due && choices.length === 0 ? whyNot(scene, pawn, t) : null;
    const code = Object.values(turnOf(scene)?.blocked?.[pawn] ?? {})[0] ?? '';
    const pending = scene.pending?.what === 'move' && scene.pending.pawn === pawn;
    const place = at === 0 ? t('tray.off') : at === squares.centre ? t('tray.home') : String(at);
    const hits = choices.some(choice => choice.hits.length > 0);
    const to = [...new Set(choices.map(choice => choice.to))].map(to => (to === squares.centre ? t('tray.home') : String(to)));
    write(row.where, to.length ? t(at === 0 ? 'board.choice.to' : 'tray.way', { from: place, to: to.join(', ') }) : place);
    const finished = at === squares.centre;
    refill(row.what, hits && h('span', { class: 'tray-mark' }, '⚔'), hits && ' ', hits && h('span', {}, whom(choices)),
      why && !finished && h('span', { class: 'tray-mark' }, '✖'), ' ', why && !finished && h('span', { class: 'tray-short' }, t(`tray.short.${short(code)}`, { needed: squares.centre - at })));
    set(row.button, {
      class: ['tray-seed', choices.length ? 'tray-may' : due ? 'tray-may-not' : '', hits ? 'tray-hits' : '', pending ? 'tray-pending' : ''].filter(Boolean).join(' '),
      'aria-disabled': choices.length ? null : 'true',
      'aria-label': label(pawn, row, choices, why),
    });
  }

  /** @param {Choice[]} choices */
  function whom(choices) {
    const names = choices.flatMap(choice => choice.hits.map(hit => pawnName(hit.side, hit.pawn)));
    return [...new Set(names)].join(' ');
  }

  /** The name for ears: what the button shows, in the same order, with the words that its signs stand for. @param {number} pawn @param {Row} row @param {Choice[]} choices @param {string | null} why */
  function label(pawn, row, choices, why) {
    const side = /** @type {import('./squares.js').Side} */ (scene?.side);
    const shown = `${pawnName(side, pawn)} ${row.where.textContent}`;
    const hits = choices.flatMap(choice => choice.hits.map(hit => pawnName(hit.side, hit.pawn)));
    if (hits.length) return `${shown}, ${hitWords([...new Set(hits)], choices.some(choice => choice.drawn), t)}`;
    if (!why) return shown;
    const short = row.what.querySelector('.tray-short')?.textContent;
    return [shown, short].filter(Boolean).join(', ') + `. ${why}`;
  }

  /** @param {number} pawn */
  function press(pawn) {
    if (!scene || !scene.side || !isMine(scene, 'move')) return;
    const squares = squaresOf(scene.view?.rules);
    const { side } = scene;
    const choices = choicesOf(scene).filter(choice => choice.pawn === pawn);
    const [only] = choices;
    if (!only || !squares) {
      const why = whyNot(scene, pawn, t);
      if (why) tell(why);
      return;
    }
    reason.hidden = true;
    if (choices.length === 1 && settings().confirm !== 'always') return wish({ t: 'move', pawn, value: only.value });
    chooser.ask(t(choices.length > 1 ? 'board.choice.which_of' : 'board.choice.sure', { seed: pawnName(side, pawn) }), choices.map(choice => ({
      words: choiceName(squares, side, choice, choices, t),
      face: faceOf(choiceParts(squares, side, choice, choices, t), side),
      act: () => wish({ t: 'move', pawn, value: choice.value }),
    })));
  }

  /** @param {string} why */
  function tell(why) {
    reason.textContent = why;
    reason.hidden = false;
    say?.(why);
    clearTimeout(timer);
    timer = setTimeout(() => { reason.hidden = true; }, 5000);
  }

  return {
    element,
    update,
    close() {
      clearTimeout(timer);
      chooser.close(false);
    },
  };
}

/** The codes that have a short word. @param {string} code */
function short(code) {
  return ['overshoot', 'no_hit_right', 'own_pawn', 'no_entry'].includes(code) ? code : 'other';
}
