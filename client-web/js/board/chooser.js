// @ts-check
// A few buttons beside a seed: which value, or really this one? Escape, the cross and a click elsewhere put it away.

import { h, refill, s } from './dom.js';
import { seedPicture } from './picture.js';

/** @typedef {import('./scene.js').Words} Words */

/**
 * A chooser. It lies where its parent puts it.
 * @param {{t: Words}} options
 */
export function makeChooser({ t }) {
  const element = h('div', { class: 'chooser', role: 'dialog', hidden: true });
  /** @type {Element | null} */
  let before = null;
  /** @type {(() => void) | null} */
  let closed = null;

  element.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    const buttons = [...element.querySelectorAll('button')];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const step = event.key === 'ArrowDown' || event.key === 'ArrowRight' ? 1 : event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 0;
    if (step && at >= 0) {
      event.preventDefault();
      event.stopPropagation();
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    }
  });
  /** @param {Event} event */
  function outside(event) {
    if (!element.contains(/** @type {Node} */ (event.target))) close(false);
  }

  /** @param {boolean} [back] whether the keyboard goes back to where it was; one that went elsewhere meanwhile stays there */
  function close(back = true) {
    if (element.hidden) return;
    const here = element.contains(document.activeElement);
    element.hidden = true;
    document.removeEventListener('pointerdown', outside, true);
    if (back && here && before instanceof HTMLElement) before.focus();
    before = null;
    const then = closed;
    closed = null;
    then?.();
  }

  return {
    element,
    close,
    get open() {
      return !element.hidden;
    },
    /**
     * Asks; one of `choices` is done, or none.
     * @param {string} question
     * @param {{words: string, face: (Node | string)[], look?: () => void, act: () => void}[]} choices `words` for ears, `face` for eyes
     * @param {() => void} [then] called when it is put away
     */
    ask(question, choices, then) {
      close(false);
      before = document.activeElement;
      closed = then ?? null;
      const buttons = choices.map(choice => {
        const button = h('button', { type: 'button', class: 'chooser-choice', 'aria-label': choice.words }, ...choice.face);
        button.addEventListener('click', () => {
          close();
          choice.act();
        });
        for (const event of ['focus', 'pointerenter']) button.addEventListener(event, () => choice.look?.());
        return button;
      });
      const cancel = h('button', { type: 'button', class: 'chooser-cancel', 'aria-label': t('board.choice.cancel'), title: t('board.choice.cancel') },
        s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, s('path', { d: 'M6 6L18 18M18 6L6 18' })));
      cancel.addEventListener('click', () => close());
      element.setAttribute('aria-label', question);
      refill(element, h('div', { class: 'chooser-head' }, h('p', { class: 'chooser-question', 'aria-hidden': 'true' }, question), cancel),
        h('div', { class: 'chooser-choices' }, ...buttons));
      element.hidden = false;
      document.addEventListener('pointerdown', outside, true);
      buttons[0]?.focus({ preventScroll: true });
    },
  };
}

/**
 * The face of a choice, for eyes; its name begins with the same.
 * @param {ReturnType<typeof import('./names.js').choiceParts>} parts
 * @param {import('./squares.js').Side} side
 * @returns {(Node | string)[]}
 */
export function faceOf({ seed, value, to, hits }, side) {
  /** @type {(Node | string)[]} */
  const face = [];
  if (seed) face.push(seedPicture(side, seed), ' ');
  if (value) face.push(h('b', { class: 'chooser-value' }, value), ' ');
  face.push(h('span', {}, to));
  if (hits.length) face.push(' ', h('span', { class: 'chooser-hit' }, `⚔ ${hits.join(' ')}`));
  return face;
}
