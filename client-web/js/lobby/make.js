// @ts-check
// The form that makes a room: rules by name or by what they are called elsewhere, chairs, clock, bots, who may look on.

import { el } from '../elements.js';
import { rulesInWords } from '../room/rules.js';
import { t } from '../words.js';
import { choice, chosen, field, tick } from './fields.js';
import { isCalled, presetSummary, presetTitle } from './presets.js';

/** @typedef {import('./presets.js').Preset} Preset */

/**
 * @typedef {object} Wanted
 * @property {string} preset
 * @property {number} chairs
 * @property {'casual' | 'quick' | 'relaxed' | 'none'} clock
 * @property {boolean} listed
 * @property {boolean} watch
 * @property {1 | 3 | 5} bestOf
 * @property {boolean} fill
 * @property {string} brain bots on all other chairs at once, '' for none
 */

/**
 * @param {{presets: Preset[], make: (wanted: Wanted) => void}} options
 */
export function makeRoom({ presets, make }) {
  const cards = presets.map(presetCard);
  const found = el('p', { class: 'dim', role: 'status' });
  const search = el('input', { type: 'search', placeholder: t('make.search.example'), autocomplete: 'off' });
  search.addEventListener('input', () => {
    const called = presets.map((preset) => isCalled(preset, search.value));
    cards.forEach((card, i) => (card.hidden = !called[i]));
    const count = called.filter(Boolean).length;
    found.textContent = search.value.trim() === '' ? '' : t('make.found', { n: count });
    if (count > 0) /** @type {HTMLInputElement} */ (cards[called.indexOf(true)].querySelector('input')).checked = true;
  });
  const brain = el('select', { name: 'brain' }, ['steady', 'careful', 'bold', 'random'].map((name) =>
    el('option', { value: name }, t(`brain.${name}`))));
  const form = el('form', { class: 'make' },
    el('fieldset', { class: 'choice' },
      el('legend', {}, t('make.rules')),
      field(t('make.search'), search), found,
      el('div', { class: 'presets' }, cards)),
    el('div', { class: 'make-columns' },
      choice(t('make.chairs'), 'chairs', [2, 3, 4].map((n) => [String(n), String(n)]), '2'),
      choice(t('make.clock'), 'clock', ['casual', 'quick', 'relaxed', 'none'].map((kind) => [kind, t(`clock.${kind}`), t(`clock.${kind}.hint`)]), 'casual'),
      choice(t('make.bots'), 'bots', [['none', t('make.bots.none')], ['later', t('make.bots.later')], ['now', t('make.bots.now')]], 'none'),
      field(t('make.brain'), brain),
      choice(t('make.series'), 'series', [['1', t('series.one')], ['3', t('series.of', { n: 3 })], ['5', t('series.of', { n: 5 })]], '1'),
      el('fieldset', { class: 'choice' },
        el('legend', {}, t('make.doors')),
        tick('watch', t('make.watch'), true),
        tick('listed', t('make.listed'), false))),
    el('button', { class: 'button main', type: 'submit' }, t('make.do')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { word, number, yes } = chosen(form);
    make({
      preset: word('preset') || 'pagdi',
      chairs: number('chairs'),
      clock: /** @type {Wanted['clock']} */ (word('clock')),
      listed: yes('listed'),
      watch: yes('watch'),
      bestOf: /** @type {1 | 3 | 5} */ (number('series')),
      fill: word('bots') === 'later',
      brain: word('bots') === 'now' ? word('brain') : '',
    });
  });
  return { element: form };
}

/**
 * @param {Preset} preset
 * @param {number} at
 */
function presetCard(preset, at) {
  const also = preset.names.filter((name) => name !== presetTitle(preset.name));
  return el('div', { class: 'preset' },
    el('label', { class: 'tile' },
      el('input', { type: 'radio', name: 'preset', value: preset.name, checked: at === 0 }),
      el('span', { class: 'tile-words' },
        el('strong', {}, presetTitle(preset.name)),
        el('span', {}, presetSummary(preset)),
        also.length > 0 && el('small', {}, t('make.also', { names: also.join(', ') })))),
    el('details', {}, el('summary', {}, t('make.whole')),
      el('ul', { class: 'rules' }, rulesInWords(preset.rules).map((line) => el('li', {}, line)))));
}
