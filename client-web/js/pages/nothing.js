// @ts-check
// An address that means nothing here: said plainly, with the way to the lobby.

import { el, fill } from '../elements.js';
import { at } from '../place.js';
import { t } from '../words.js';

/** @param {HTMLElement} root */
export function show(root) {
  fill(
    root,
    el('div', { class: 'card narrow' },
      el('h1', {}, t('nothing.title')),
      el('p', {}, t('nothing.words')),
      el('a', { class: 'button main', href: at('').href }, t('nothing.lobby'))),
  );
  return { close() {} };
}
