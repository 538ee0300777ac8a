// @ts-check
// A seat that came from another device: `/move#CODE.secret`. The secret leaves the address at once.

import { takeMoved } from '../core/seats.js';
import { el, fill } from '../elements.js';
import { at } from '../place.js';
import { spokenCode, t } from '../words.js';

/**
 * @param {HTMLElement} root
 * @param {import('../main.js').Route} route
 */
export function show(root, route) {
  const code = takeMoved(route.hash);
  history.replaceState(null, '', at('move'));
  if (!code) {
    fill(root, el('div', { class: 'card narrow door' },
      el('h1', {}, t('move.wrong')), el('p', {}, t('move.wrong.words')),
      el('a', { class: 'button main', href: at('').href }, t('nothing.lobby'))));
    return { close() {} };
  }
  const come = () => route.go('/table', { given: { intent: { what: 'resume', code } }, replace: true });
  fill(root, el('div', { class: 'card narrow door' },
    el('h1', {}, t('move.title')),
    el('p', { class: 'big-code', dir: 'ltr' }, spokenCode(code)),
    el('p', {}, t('move.arrived')),
    el('button', { class: 'button main big', type: 'button', on: { click: come } }, t('move.come'))));
  return { close() {} };
}
