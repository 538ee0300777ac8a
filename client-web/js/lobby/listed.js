// @ts-check
// The public tables of this server, kept fresh while somebody looks.

import { el, refill } from '../elements.js';
import { at } from '../place.js';
import { spokenCode, t } from '../words.js';
import { factsOf, isOpen } from './before.js';
import { presetTitle } from './presets.js';

const FRESH_MS = 8000;

/** @typedef {import('./before.js').Line} Line */

/**
 * The list. `sit` and `look` are told a code.
 * @param {{sit: (code: string) => void, look: (code: string) => void}} options
 */
export function listedRooms({ sit, look }) {
  const list = el('ul', { class: 'tables' });
  const empty = el('p', { class: 'dim' }, t('listed.none'));
  const element = el('section', { class: 'card', 'aria-labelledby': 'listed-title' },
    el('h2', { id: 'listed-title' }, t('listed.title')), empty, list);
  let last = '';

  async function look_again() {
    if (document.hidden) return;
    const answer = await fetch(at('api/v1/rooms')).catch(() => undefined);
    if (!answer?.ok) return;
    const text = await answer.text();
    if (text === last) return;
    last = text;
    /** @type {Line[]} */
    const rooms = JSON.parse(text).rooms;
    const ours = rooms.filter((room) => (room.game ?? 'chowka') === 'chowka');
    empty.hidden = ours.length > 0;
    // A button that has the focus keeps it when the list is drawn anew.
    const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.held : undefined;
    refill(list, ours.map(row));
    if (held) /** @type {HTMLElement | null} */ (list.querySelector(`[data-held="${CSS.escape(held)}"]`))?.focus();
  }

  /** @param {Line} room */
  function row(room) {
    const open = isOpen(room);
    const code = spokenCode(room.code);
    return el('li', { class: 'table-row' },
      el('div', {},
        el('strong', {}, presetTitle(room.preset)), ' ',
        el('span', { class: 'dim' }, factsOf(room))),
      el('div', { class: 'row' },
        open && el('button', { class: 'button', type: 'button', 'data-held': `sit${room.code}`, 'aria-label': t('listed.sit.at', { code }), on: { click: () => sit(room.code) } }, t('code.join')),
        room.watch && el('button', { class: 'button quiet', type: 'button', 'data-held': `look${room.code}`, 'aria-label': t('listed.look.at', { code }), on: { click: () => look(room.code) } }, t('listed.look'))));
  }

  look_again();
  const timer = setInterval(look_again, FRESH_MS);
  document.addEventListener('visibilitychange', look_again);
  return {
    element,
    close() {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look_again);
    },
  };
}
