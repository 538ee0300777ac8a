// @ts-check
// An invitation, `/r/CODE`: who comes by a friend's link says a name and sits down. Who has a seat there is back at once.

import { el, fill } from '../elements.js';
import { serverInfo } from '../lobby/info.js';
import { nameField } from '../lobby/name.js';
import { passwordField } from '../lobby/password.js';
import { at } from '../place.js';
import { keptSeats } from '../room/kept.js';
import { readCode, spokenCode, t } from '../words.js';

/**
 * @param {HTMLElement} root
 * @param {import('../main.js').Route} route
 */
export function show(root, route) {
  const code = readCode(route.params.code);
  if (!code) {
    fill(root, el('div', { class: 'card narrow door' },
      el('h1', {}, t('invite.wrong')),
      el('p', {}, t('code.fault')),
      el('a', { class: 'button main', href: at('').href }, t('nothing.lobby'))));
    return { close() {} };
  }
  if (keptSeats().some((seat) => seat.code === code)) {
    route.go('/table', { given: { intent: { what: 'resume', code } }, replace: true });
    return { close() {} };
  }
  const name = nameField();
  const door = passwordField();
  serverInfo().then((info) => door.wanted(info.password)).catch(() => {});

  /** @param {'join' | 'watch'} what */
  const come = (what) => {
    const called = name.take();
    if (called && door.take()) route.go('/table', { given: { intent: { what, code }, name: called }, replace: true });
  };
  const form = el('form', { class: 'card narrow door', novalidate: true },
    el('h1', {}, t('invite.title')),
    el('p', { class: 'big-code', dir: 'ltr' }, spokenCode(code)),
    el('p', {}, t('invite.lead')),
    name.element,
    door.element,
    el('button', { class: 'button main big', type: 'submit' }, t('code.join')),
    el('div', { class: 'row' },
      el('button', { class: 'button quiet', type: 'button', on: { click: () => come('watch') } }, t('invite.watch')),
      el('a', { class: 'button quiet', href: at('').href }, t('foot.lobby'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    come('join');
  });
  fill(root, form);
  if (matchMedia('(pointer: fine)').matches) name.input.focus();
  // While the name is typed, what the table needs is fetched.
  import('./room.js');
  return { close() {} };
}
