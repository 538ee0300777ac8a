// @ts-check
// A table that could not be entered, or is gone: why, plainly, and what to do instead.

import { el } from '../elements.js';
import { keepPassword } from '../lobby/password.js';
import { at } from '../place.js';
import { hasWords, spokenCode, t } from '../words.js';

/** Refusals after which one may look on instead. */
const MAY_WATCH = ['room_full', 'chair_taken', 'removed', 'locked'];
/** Refusals that pass by themselves. */
const MAY_PASS = ['too_many_tries', 'too_fast', 'busy', 'paused', 'rooms_full', 'watchers_full', 'stopping', 'draining', 'flood', 'restart', 'too_slow'];

/**
 * The page in place of a table.
 * @param {object} options
 * @param {string} options.code the refusal's code, or what the close code is called
 * @param {string} options.reason the server's sentence
 * @param {string | undefined} options.room
 * @param {(what: 'join' | 'watch' | 'resume') => void} options.again
 */
export function closedDoor({ code, reason, room, again }) {
  const key = `door.${code}`;
  const words = hasWords(key) ? t(key) : hasWords(`refusal.${code}`) ? t(`refusal.${code}`) : reason;
  const wantsPassword = code === 'password_needed' || code === 'wrong_password';
  return el('div', { class: 'card narrow door', 'data-door': code },
    el('h1', {}, t(titleOf(code))),
    room && el('p', { class: 'big-code', dir: 'ltr' }, spokenCode(room)),
    el('p', {}, words),
    wantsPassword && passwordForm(() => again('join')),
    el('div', { class: 'row' },
      MAY_WATCH.includes(code) && room && el('button', { class: 'button main', type: 'button', on: { click: () => again('watch') } }, t('door.watch')),
      MAY_PASS.includes(code) && el('button', { class: 'button main', type: 'button', on: { click: () => again('join') } }, t('sorry.again')),
      code === 'taken_over' && el('button', { class: 'button main', type: 'button', on: { click: () => again('resume') } }, t('banner.take_back')),
      el('a', { class: 'button', href: at('').href }, t(code === 'no_such_room' || code === 'room_gone' ? 'door.new' : 'nothing.lobby'))));
}

/** @param {string} code */
function titleOf(code) {
  if (code === 'no_such_room' || code === 'room_gone') return 'door.title.gone';
  if (code === 'room_full' || code === 'chair_taken' || code === 'locked') return 'door.title.full';
  if (code === 'left') return 'door.title.left';
  return 'door.title';
}

/** @param {() => void} then */
function passwordForm(then) {
  const input = el('input', { type: 'password', autocomplete: 'current-password', required: true });
  const form = el('form', {},
    el('label', { class: 'field' }, el('span', { class: 'field-label' }, t('password.label')), input),
    el('button', { class: 'button main', type: 'submit' }, t('code.join')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    keepPassword(input.value);
    then();
  });
  return form;
}
