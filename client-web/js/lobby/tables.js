// @ts-check
// The way back to one's own tables, newest first, each with what is known of it.

import { el } from '../elements.js';
import { at } from '../place.js';
import { isolated, spokenCode, t } from '../words.js';
import { forgetSeat, keptSeats } from '../room/kept.js';

/** The list, or nothing where nobody has sat down on this device. */
export function myTables() {
  const seats = keptSeats();
  if (seats.length === 0) return null;
  const list = el('ul', { class: 'tables' }, seats.slice(0, 5).map((seat) => {
    const row = el('li', { class: 'table-row' },
      el('a', { class: 'button', href: at(`table?room=${seat.code}`).href }, t('mine.back', { code: spokenCode(seat.code) })),
      el('span', { class: 'dim' }, t('mine.as', { name: isolated(seat.name) })),
      el('button', {
        class: 'button quiet small', type: 'button', 'aria-label': t('mine.forget.which', { code: spokenCode(seat.code) }),
        on: { click: () => { forgetSeat(seat.code); row.remove(); if (list.children.length === 0) section.remove(); } },
      }, t('mine.forget')));
    return row;
  }));
  const section = el('section', { class: 'card mine', 'aria-label': t('mine.title') }, el('h2', {}, t('mine.title')), list);
  return section;
}
