// @ts-check
// An invitation, `/r/CODE`: who comes by a friend's link says a name and sits down. Who has a seat there is back at once.

import { el, fill, refill, write } from '../elements.js';
import { isOpen, tableCard, tableOf } from '../lobby/before.js';
import { lastWords, serverInfo } from '../lobby/info.js';
import { nameField } from '../lobby/name.js';
import { passwordField } from '../lobby/password.js';
import { at } from '../place.js';
import { closedDoor } from '../room/door.js';
import { keptSeats } from '../room/kept.js';
import { readCode, spokenCode, t } from '../words.js';

/** So long the name waits for what is told of the table, on a slow line. */
const WAIT_MS = 1_500;

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
  const closing = el('p', { class: 'closing', role: 'status' });
  serverInfo().then((info) => {
    door.wanted(info.password);
    write(closing, lastWords(info));
  }).catch(() => {});

  /** @param {'join' | 'watch'} what */
  const come = (what) => {
    const called = name.take();
    if (called && door.take()) route.go('/table', { given: { intent: { what, code }, name: called }, replace: true });
  };
  const table = el('div', {});
  const sit = el('button', { class: 'button main big', type: 'submit' }, t('code.join'));
  const watch = el('button', { class: 'button quiet', type: 'button', on: { click: () => come('watch') } }, t('invite.watch'));
  const lead = el('p', {}, t('invite.lead'));
  const fields = el('div', { hidden: true },
    name.element,
    door.element,
    sit,
    el('div', { class: 'row' }, watch, el('a', { class: 'button quiet', href: at('').href }, t('foot.lobby'))));
  const form = el('form', { class: 'card narrow door', novalidate: true },
    el('h1', {}, t('invite.title')),
    el('p', { class: 'big-code', dir: 'ltr' }, spokenCode(code)),
    lead, closing, table, fields);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    come('join');
  });
  fill(root, form);

  let closed = false;
  /** The name is asked for below what is told of the table, so that nothing moves under a thumb. */
  const ask = () => {
    if (closed || !fields.hidden) return;
    fields.hidden = false;
    if (matchMedia('(pointer: fine)').matches) name.input.focus();
  };
  const waited = setTimeout(ask, WAIT_MS);
  tableOf(code).then((told) => {
    if (closed || !told) return;
    if (told === 'gone') {
      closed = true;
      refill(root, closedDoor({ code: 'no_such_room', reason: '', room: code, again: (what) => what !== 'resume' && come(what) }));
      const heading = /** @type {HTMLElement} */ (root.querySelector('h1'));
      heading.tabIndex = -1;
      heading.focus();
      return route.title(`${heading.textContent} – ${t('site.name')}`);
    }
    const open = isOpen(told.room);
    fill(table, tableCard(told));
    lead.hidden = !open;
    sit.classList.toggle('main', open);
    watch.className = open ? 'button quiet' : 'button main';
    watch.hidden = !told.room.watch;
  }, () => {}).then(() => {
    clearTimeout(waited);
    ask();
  });
  // While the name is typed, what the table needs is fetched.
  import('./room.js');
  return {
    close() {
      closed = true;
      clearTimeout(waited);
    },
  };
}
