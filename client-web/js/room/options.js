// @ts-check
// The settings of this device, as a dialog: each counts at once, there is nothing to save.

import { el } from '../elements.js';
import { choice, field, tick } from '../lobby/fields.js';
import { set, settings } from '../settings.js';
import { isolated, LANGUAGES, languageNow, t } from '../words.js';
import { openDialog } from './dialog.js';

/** Opens the settings. */
export function openOptions() {
  const now = settings();
  const language = el('select', { name: 'language' }, Object.entries(LANGUAGES).map(([code, name]) =>
    el('option', { value: code, lang: code, selected: code === languageNow() }, name)));
  language.addEventListener('change', () => {
    close();
    document.dispatchEvent(new CustomEvent('language', { detail: language.value }));
  });
  const form = el('form', { class: 'options' },
    field(t('settings.language'), language),
    choice(t('settings.speed'), 'speed', [
      ['normal', t('settings.speed.normal')], ['fast', t('settings.speed.fast')], ['off', t('settings.speed.off')],
    ], now.speed),
    choice(t('settings.confirm'), 'confirm', [
      ['auto', t('settings.confirm.auto')], ['always', t('settings.confirm.always')], ['never', t('settings.confirm.never')],
    ], now.confirm),
    tick('sounds', t('settings.sounds'), now.sounds),
    tick('turnSound', t('settings.turnSound'), now.turnSound),
    tick('vibrate', t('settings.vibrate'), now.vibrate),
    tick('numbers', t('settings.numbers'), now.numbers),
    tick('autoThrow', t('settings.autoThrow'), now.autoThrow, t('settings.autoThrow.hint')),
    tick('keys', t('settings.keys'), now.keys, t('settings.keys.hint')),
    blockedNames());
  form.addEventListener('change', (event) => {
    if (event.target === language) return;
    const data = new FormData(form);
    set({
      speed: /** @type {any} */ (data.get('speed')),
      confirm: /** @type {any} */ (data.get('confirm')),
      sounds: data.has('sounds'),
      turnSound: data.has('turnSound'),
      vibrate: data.has('vibrate'),
      numbers: data.has('numbers'),
      autoThrow: data.has('autoThrow'),
      keys: data.has('keys'),
    });
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  const close = openDialog({ title: t('settings.title'), content: [form] });
}

/** Who is blocked, with the way back. */
function blockedNames() {
  const { blocked } = settings();
  if (blocked.length === 0) return null;
  const list = el('ul', { class: 'tables' }, blocked.map((name) => {
    const row = el('li', { class: 'table-row' }, el('bdi', {}, name),
      el('button', {
        class: 'button small', type: 'button', 'aria-label': t('block.undo.which', { name: isolated(name) }),
        on: { click: () => { set({ blocked: settings().blocked.filter((other) => other !== name) }); row.remove(); } },
      }, t('block.undo')));
    return row;
  }));
  return el('section', {}, el('h3', {}, t('block.title')), list);
}
