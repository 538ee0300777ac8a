// @ts-check
// The small parts of a form: a labelled field, a choice among a few, a tick box.

import { el } from '../elements.js';

/**
 * A choice among a few, as radio buttons that look like tiles.
 * @param {string} legend
 * @param {string} name
 * @param {[value: string, words: string, hint?: string][]} choices
 * @param {string} chosen
 */
export function choice(legend, name, choices, chosen) {
  return el('fieldset', { class: 'choice' },
    el('legend', {}, legend),
    el('div', { class: 'tiles' }, choices.map(([value, words, hint]) =>
      el('label', { class: 'tile' },
        el('input', { type: 'radio', name, value, checked: value === chosen }),
        el('span', { class: 'tile-words' }, words, hint && el('small', {}, hint))))));
}

/**
 * A tick box with its words.
 * @param {string} name
 * @param {string} words
 * @param {boolean} [ticked]
 * @param {string} [hint]
 */
export function tick(name, words, ticked = false, hint = '') {
  return el('label', { class: 'tick' },
    el('input', { type: 'checkbox', name, checked: ticked }),
    el('span', {}, words, hint && el('small', {}, hint)));
}

/**
 * A field with its label above it.
 * @param {string} label
 * @param {HTMLElement} input it gets the label's name
 * @param {string} [hint]
 */
export function field(label, input, hint = '') {
  return el('label', { class: 'field' }, el('span', { class: 'field-label' }, label), input, hint && el('small', {}, hint));
}

/**
 * What is chosen in a form, by name.
 * @param {HTMLFormElement} form
 */
export function chosen(form) {
  const data = new FormData(form);
  return {
    word: (/** @type {string} */ name) => String(data.get(name) ?? ''),
    number: (/** @type {string} */ name) => Number(data.get(name) ?? 0),
    yes: (/** @type {string} */ name) => data.has(name),
  };
}
