// @ts-check
// The lobby: play at once, make a room for friends, come by a code, see the public tables, go back to one's own.

import { el, fill, write } from '../elements.js';
import { chosen, field, tick } from '../lobby/fields.js';
import { lastWords, serverInfo } from '../lobby/info.js';
import { listedRooms } from '../lobby/listed.js';
import { makeRoom } from '../lobby/make.js';
import { nameField } from '../lobby/name.js';
import { passwordField } from '../lobby/password.js';
import { fetchPresets, presetTitle } from '../lobby/presets.js';
import { myTables } from '../lobby/tables.js';
import { readCode, t } from '../words.js';

/** @typedef {import('../lobby/presets.js').Preset} Preset */

/**
 * @param {HTMLElement} root
 * @param {import('../main.js').Route} route
 */
export function show(root, route) {
  const name = nameField();
  const door = passwordField();
  const banner = el('p', { class: 'motd', hidden: true });
  const closing = el('p', { class: 'closing', role: 'status' });
  /**
   * To the table, with what is wanted there, once there is a name.
   * @param {any} intent
   * @param {any} [more]
   */
  const sit = (intent, more = {}) => {
    const called = name.take();
    if (called && door.take()) route.go('/table', { given: { intent, name: called, ...more } });
  };
  const quick = playNow([name.element, door.element], (wanted) => sit({ what: 'quick', ...wanted }));
  const listed = listedRooms({
    sit: (code) => sit({ what: 'join', code }),
    look: (code) => sit({ what: 'watch', code }),
  });
  const makeBody = el('div', {}, el('p', { class: 'dim' }, t('lobby.loading')));
  fill(root,
    el('div', { class: 'hero' },
      el('div', { class: 'hero-words' },
        el('h1', {}, t('site.name')),
        el('p', { class: 'lead' }, t('lobby.lead')),
        banner, closing,
        myTables(),
        quick.element),
      el('img', { class: 'hero-slate', src: new URL('../../css/slate.svg', import.meta.url).href, alt: '', width: 560, height: 560 })),
    el('div', { class: 'lobby-columns' },
      el('div', { class: 'lobby-side' },
        el('section', { class: 'card', id: 'make', 'aria-labelledby': 'make-title' },
          el('h2', { id: 'make-title' }, t('make.title')),
          el('p', {}, t('make.lead')),
          el('details', { class: 'fold' }, el('summary', { class: 'button' }, t('make.open')), makeBody)),
        howToPlay()),
      el('div', { class: 'lobby-side' },
        byCode({ join: (code) => sit({ what: 'join', code }), watch: (code) => sit({ what: 'watch', code }) }),
        listed.element)));

  fetchPresets().then((presets) => {
    quick.presets(presets);
    makeBody.textContent = '';
    const { element } = makeRoom({
      presets,
      make: ({ brain, ...wanted }) => sit({ what: 'create', game: 'chowka', ...wanted }, { brain }),
    });
    makeBody.append(element);
  }).catch(() => {
    makeBody.textContent = t('lobby.offline');
  });
  serverInfo().then((info) => {
    door.wanted(info.password);
    const words = [info.name === 'Chowka-bara server' ? '' : info.name, info.motd].filter(Boolean);
    banner.textContent = words.join(' – ');
    banner.hidden = words.length === 0;
    write(closing, lastWords(info));
  }).catch(() => {});
  return { close: listed.close };
}

/**
 * Play at once: one button; who wants it otherwise unfolds the rest.
 * @param {HTMLElement[]} first the fields above the button
 * @param {(wanted: {preset: string, chairs: number, clock: string, bots: boolean}) => void} play
 */
function playNow(first, play) {
  const preset = el('select', { name: 'preset' }, el('option', { value: 'pagdi' }, presetTitle('pagdi')));
  const chairs = el('select', { name: 'chairs' }, [2, 3, 4].map((n) => el('option', { value: n }, t('quick.players', { n }))));
  const clock = el('select', { name: 'clock' }, ['casual', 'quick', 'relaxed'].map((kind) =>
    el('option', { value: kind }, `${t(`clock.${kind}`)} – ${t(`clock.${kind}.hint`)}`)));
  const form = el('form', { class: 'card play quick', novalidate: true },
    first,
    el('button', { class: 'button main big', type: 'submit' }, t('quick.do')),
    el('p', { class: 'dim small' }, t('quick.hint')),
    el('details', {}, el('summary', {}, t('quick.more')),
      el('div', { class: 'quick-more' },
        field(t('make.rules'), preset), field(t('make.chairs'), chairs), field(t('make.clock'), clock),
        tick('people', t('quick.people')))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { word, number, yes } = chosen(form);
    play({ preset: word('preset'), chairs: number('chairs'), clock: word('clock'), bots: !yes('people') });
  });
  return {
    element: form,
    /** @param {Preset[]} presets */
    presets(presets) {
      preset.textContent = '';
      fill(preset, presets.map(({ name }) => el('option', { value: name }, presetTitle(name))));
    },
  };
}

/** The game in five sentences. */
function howToPlay() {
  return el('section', { class: 'card how', 'aria-labelledby': 'how-title' },
    el('h2', { id: 'how-title' }, t('how.title')),
    el('ol', {}, ['how.1', 'how.2', 'how.3', 'how.4', 'how.5'].map((key) => el('li', {}, t(key)))));
}

/**
 * A code or a link from a friend.
 * @param {{join: (code: string) => void, watch: (code: string) => void}} ways
 */
function byCode({ join, watch }) {
  const fault = el('small', { class: 'fault', role: 'alert', id: 'code-fault' });
  const input = el('input', {
    type: 'text', name: 'code', class: 'code-input', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false',
    placeholder: '7Q4K-M2XD', 'aria-describedby': 'code-fault', dir: 'ltr',
  });
  /** @param {(code: string) => void} way */
  const by = (way) => {
    const code = readCode(input.value);
    fault.textContent = code ? '' : t('code.fault');
    if (code) way(code);
    else input.focus();
  };
  const form = el('form', { class: 'card', novalidate: true },
    el('h2', {}, t('code.title')),
    field(t('code.label'), input), fault,
    el('div', { class: 'row' },
      el('button', { class: 'button main', type: 'submit' }, t('code.join')),
      el('button', { class: 'button quiet', type: 'button', on: { click: () => by(watch) } }, t('listed.look'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    by(join);
  });
  return form;
}
