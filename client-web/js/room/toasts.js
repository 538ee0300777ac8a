// @ts-check
// Short words beside the table that go by themselves: a refusal, a lost throw, a phrase. What they say is also announced.
// They lie over the table and take no click: whoever throws or moves quickly means what lies below.

import { el } from '../elements.js';

const STAY_MS = 4200;
const SHOWN_MAX = 3;

export function makeToasts() {
  const element = el('div', { class: 'toasts', 'aria-hidden': 'true' });
  return {
    element,
    /** @param {string} text @param {string} [kind] */
    show(text, kind = '') {
      const toast = el('p', { class: `toast ${kind}` }, text);
      element.append(toast);
      while (element.children.length > SHOWN_MAX) element.firstElementChild?.remove();
      setTimeout(() => toast.remove(), STAY_MS);
    },
    clear() {
      element.textContent = '';
    },
  };
}
