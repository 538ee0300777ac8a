// @ts-check
// The nickname: asked once, kept on this device, judged as the server judges it.

import { el } from '../elements.js';
import { set, settings } from '../settings.js';
import { t } from '../words.js';

/** Characters a name may not have: control, direction and invisible ones. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u;
const GRAPHEMES_MAX = 20;

/**
 * What is wrong with a name, as a key of words; undefined if nothing is.
 * @param {string} name
 */
export function nameFault(name) {
  if (name === '') return 'name.missing';
  // A joiner shapes letters of Indic scripts and family emoji; elsewhere it would be invisible.
  const bare = name.replace(/[\u200c\u200d]/g, '');
  if (FORBIDDEN.test(bare)) return 'name.forbidden';
  return graphemes(name) > GRAPHEMES_MAX ? 'name.long' : undefined;
}

/** @param {string} text */
function graphemes(text) {
  const Segmenter = /** @type {any} */ (Intl).Segmenter;
  if (Segmenter) return [...new Segmenter().segment(text)].length;
  return [...text].filter((letter) => !/\p{M}/u.test(letter)).length;
}

/**
 * The field for the name. `take()` gives a good name and keeps it, or says what is wrong, points there and gives
 * undefined.
 */
export function nameField() {
  const fault = el('small', { class: 'fault', id: 'name-fault', role: 'alert' });
  const input = el('input', {
    type: 'text', name: 'name', value: settings().name, autocomplete: 'nickname', maxlength: 60, dir: 'auto', required: true,
    'aria-describedby': 'name-fault', enterkeyhint: 'go', placeholder: t('name.example'),
  });
  input.addEventListener('input', () => {
    fault.textContent = '';
    input.removeAttribute('aria-invalid');
  });
  const element = el('label', { class: 'field' }, el('span', { class: 'field-label' }, t('name.label')), input, fault);
  const take = () => {
    const name = input.value.normalize('NFC').trim().replace(/\s+/g, ' ');
    const wrong = nameFault(name);
    if (wrong) {
      fault.textContent = t(wrong, { n: GRAPHEMES_MAX });
      input.setAttribute('aria-invalid', 'true');
      input.focus();
      return undefined;
    }
    set({ name });
    return name;
  };
  return { element, input, take };
}
