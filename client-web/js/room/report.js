// @ts-check
// A word to who runs the server about somebody at the table: whom, and what about. Nobody at the table hears of it.

import { el } from '../elements.js';
import { choice, chosen } from '../lobby/fields.js';
import { isolated, t } from '../words.js';
import { openDialog } from './dialog.js';

const ABOUT = ['name', 'phrases', 'stalling', 'other'];

/**
 * Asks what it is about, and says what is sent before it is.
 * @param {{who: [no: number, name: string][], wish: (wish: any) => void}} options `who` may be meant
 */
export function openReport({ who, wish }) {
  const one = who.length === 1;
  const form = el('form', { class: 'options' },
    !one && choice(t('report.whom'), 'chair', who.map(([no, name]) => [String(no), name]), String(who[0][0])),
    choice(t('report.about'), 'about', ABOUT.map((about) => [about, t(`report.${about}`)]), ABOUT[0]),
    el('p', {}, t('report.words')),
    el('div', { class: 'row' },
      el('button', { class: 'button main', type: 'submit' }, t('report.send')),
      el('button', { class: 'button quiet', type: 'button', on: { click: () => close() } }, t('dialog.no'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { word, number } = chosen(form);
    close();
    wish({ t: 'report', chair: one ? who[0][0] : number('chair'), about: word('about') });
  });
  const close = openDialog({ title: one ? `${t('report')}: ${isolated(who[0][1])}` : t('menu.report'), content: [form] });
}
