// @ts-check
// A dialog: it takes the focus, keeps it inside, closes by Escape or a press beside it, and gives the focus back.

import { el } from '../elements.js';
import { t } from '../words.js';

/** @type {(() => void)[]} */
const open = [];

/** Whether a dialog is open; then the keys of the table are silent. */
export function isDialogOpen() {
  return open.length > 0;
}

/**
 * Opens a dialog. Returns how to close it.
 * @param {object} options
 * @param {string} options.title
 * @param {(Node | string | false | null | undefined)[]} options.content
 * @param {boolean} [options.wide]
 * @param {() => void} [options.closed] is told when it has closed, however that came
 * @returns {() => void}
 */
export function openDialog({ title, content, wide = false, closed }) {
  const before = document.activeElement;
  const id = `dialog-${Math.floor(performance.now())}`;
  const close = () => {
    if (!veil.isConnected) return;
    veil.remove();
    open.splice(open.indexOf(close), 1);
    for (const [element, was] of behind) {
      if (was === null) element.removeAttribute('aria-hidden');
      else element.setAttribute('aria-hidden', was);
    }
    document.removeEventListener('keydown', keys, true);
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    closed?.();
  };
  const heading = el('h2', { id, tabindex: '-1' }, title);
  const dialog = el('div', { class: wide ? 'dialog wide' : 'dialog', role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': id },
    el('div', { class: 'dialog-head' }, heading,
      el('button', { class: 'button quiet', type: 'button', 'aria-label': t('dialog.close'), on: { click: close } }, '✕')),
    ...content.map((part) => part || null));
  const veil = el('div', { class: 'veil' }, dialog);
  veil.addEventListener('pointerdown', (event) => event.target === veil && close());

  // What is said while it is open stays heard: the live regions are not hidden.
  const behind = /** @type {[Element, string | null][]} */ ([...document.body.children]
    .filter((child) => !child.hasAttribute('aria-live'))
    .map((child) => [child, child.getAttribute('aria-hidden')]));
  for (const [element] of behind) element.setAttribute('aria-hidden', 'true');

  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (open[open.length - 1] !== close) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') {
      keepInside(event, dialog);
    }
  };
  document.addEventListener('keydown', keys, true);
  document.body.append(veil);
  open.push(close);
  heading.focus();
  return close;
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} dialog
 */
function keepInside(event, dialog) {
  const stops = /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll('a[href], button:not([disabled]), input:not([disabled]), select, summary, [tabindex="0"]')])
    .filter((stop) => stop.getClientRects().length > 0);
  if (stops.length === 0) return;
  const first = stops[0];
  const last = stops[stops.length - 1];
  const at = document.activeElement;
  const inside = at !== null && dialog.contains(at) && stops.includes(/** @type {HTMLElement} */ (at));
  if (event.shiftKey ? at === first || !inside : at === last) {
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
  }
}

/**
 * Asks before something that cannot be taken back.
 * @param {{title: string, words: string, yes: string, danger?: boolean, then: () => void}} options
 */
export function confirmFirst({ title, words, yes, danger = false, then }) {
  const close = openDialog({
    title,
    content: [
      el('p', {}, words),
      el('div', { class: 'row' },
        el('button', { class: danger ? 'button danger' : 'button main', type: 'button', on: { click: () => { close(); then(); } } }, yes),
        el('button', { class: 'button quiet', type: 'button', on: { click: () => close() } }, t('dialog.no'))),
    ],
  });
}
