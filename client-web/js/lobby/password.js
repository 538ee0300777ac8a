// @ts-check
// The server's password, where its operator wants one: asked once a visit and kept only for it.

import { el } from '../elements.js';
import { t } from '../words.js';

const PLACE = 'chowk.password';

/** The password of this visit, if one was said. */
export function passwordKept() {
  try {
    return sessionStorage.getItem(PLACE) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} password */
export function keepPassword(password) {
  try {
    sessionStorage.setItem(PLACE, password);
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
