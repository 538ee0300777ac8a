// @ts-check
// The server's password, where its operator wants one: asked once and kept on this device, so that every window of it comes in.

import { el } from '../elements.js';
import { t } from '../words.js';

const PLACE = 'chowk.password';

/** The password that was said on this device, if any. */
export function passwordKept() {
  try {
    return localStorage.getItem(PLACE) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} password */
export function keepPassword(password) {
  try {
    localStorage.setItem(PLACE, password);
  } catch {
    // Without storage it is asked again next time.
  }
}

/** The field; hidden until the server is known to want one. `take()` is false while it is wanted and missing. */
export function passwordField() {
  const input = el('input', { type: 'password', name: 'password', autocomplete: 'current-password', value: passwordKept() ?? '' });
  const element = el('label', { class: 'field', hidden: true }, el('span', { class: 'field-label' }, t('password.label')), input);
  return {
    element,
    /** @param {boolean} yes */
    wanted(yes) {
      element.hidden = !yes;
    },
    take() {
      if (element.hidden) return true;
      if (input.value === '') {
        input.focus();
        return false;
      }
      keepPassword(input.value);
      return true;
    },
  };
}
