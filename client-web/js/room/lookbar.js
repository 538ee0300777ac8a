// @ts-check
// The bar over the board while somebody looks back: which move it is, a step to and fro, and the way to the present.

import { el, write } from '../elements.js';
import { t } from '../words.js';

/**
 * @param {{step: (by: number) => void, live: () => void}} options
 */
export function makeLookBar({ step, live }) {
  const words = el('span', { class: 'look-words' });
  const back = el('button', { class: 'button small', type: 'button', 'aria-label': t('look.before'), on: { click: () => step(-1) } }, '◀');
  const on = el('button', { class: 'button small', type: 'button', 'aria-label': t('look.after'), on: { click: () => step(1) } }, '▶');
  const element = el('div', { class: 'look-bar', hidden: true },
    words, el('span', { class: 'row' }, back, on, el('button', { class: 'button small main', type: 'button', on: { click: live } }, t('look.live'))));
  return {
    element,
    /** @param {number | undefined} no the throw that is looked at */
    update(no) {
      element.hidden = no === undefined;
      if (no !== undefined) write(words, t('look.words', { n: no }));
    },
  };
}
