// @ts-check
// How friends come to this table: a big code, a link to copy, the device's own share sheet, a QR code.

import { el } from '../elements.js';
import { publicRoot } from '../lobby/info.js';
import { spokenCode, t } from '../words.js';
import { openDialog } from './dialog.js';
import { qrCode } from './qr.js';

/** The link to a table. @param {string} code */
export function linkTo(code) {
  return new URL(`r/${code}`, publicRoot()).href;
}

/**
 * Copies a text; where the browser forbids that, shows it selected so that a person can.
 * @param {string} text
 * @param {HTMLButtonElement} button says that it worked
 */
export async function copy(text, button) {
  const words = button.dataset.words ?? button.textContent ?? '';
  button.dataset.words = words;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page over plain http may not use the clipboard directly.
    if (!copyBySelection(text)) {
      openDialog({ title: t('share.by_hand'), content: [el('p', { class: 'copy-text' }, el('code', {}, text))] });
      return;
    }
  }
  button.textContent = t('share.copied');
  setTimeout(() => (button.textContent = words), 1600);
}

/** @param {string} text */
function copyBySelection(text) {
  const area = el('textarea', { class: 'hidden-words', readonly: true, 'aria-hidden': 'true' });
  const before = document.activeElement;
  area.value = text;
  document.body.append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    done = false;
  }
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

/**
 * The buttons that pass a link on.
 * @param {string} link
 * @param {string} title
 */
export function shareButtons(link, title) {
  const copyButton = el('button', { class: 'button main', type: 'button' }, t('share.copy'));
  copyButton.addEventListener('click', () => copy(link, copyButton));
  const canShare = typeof navigator.share === 'function';
  return el('div', { class: 'row' }, copyButton,
    canShare && el('button', {
      class: 'button', type: 'button', on: { click: () => navigator.share({ title, url: link }).catch(() => {}) },
    }, t('share.native')));
}

/**
 * A QR code that is drawn when it has been fetched.
 * @param {string} link
 * @param {string} words
 */
export function qrBox(link, words) {
  const box = el('div', { class: 'qr-box' });
  qrCode(link, words).then((picture) => box.append(picture), () => box.remove());
  return box;
}

/** The share sheet of a table. @param {string} code */
export function openShare(code) {
  const link = linkTo(code);
  openDialog({
    title: t('menu.share'),
    content: [
      el('p', { class: 'big-code', dir: 'ltr' }, spokenCode(code)),
      el('p', {}, t('share.words')),
      el('p', {}, el('code', {}, link)),
      onlyHere() && el('p', { class: 'dim small' }, t('share.only_here')),
      shareButtons(link, t('share.subject')),
      qrBox(link, t('share.qr')),
    ],
  });
}

/** Whether the address is one that only this machine knows. */
export function onlyHere() {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname);
}
