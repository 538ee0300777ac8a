// @ts-check
// The frame around each page: the name that leads home, the language, the settings, the links at the foot.

import { el, refill } from './elements.js';
import { at } from './place.js';
import { openOptions } from './room/options.js';
import { set } from './settings.js';
import { LANGUAGES, languageNow, t, useLanguage } from './words.js';

/**
 * Draws the frame. `again` shows the present page anew, after a change of language.
 * @param {{again: () => void}} options
 */
export function chrome({ again }) {
  const draw = () => {
    const skip = document.querySelector('.skip');
    if (skip) skip.textContent = t('site.skip');
    refill(byId('top'), home(), el('span', { id: 'top-middle', class: 'top-middle' }), languagePicker(changed), gear());
    refill(byId('foot'), ...footLinks());
  };
  const changed = () => {
    draw();
    again();
  };
  // The page's address changes below it: what it names relatively must not follow.
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel~=icon]'))) link.setAttribute('href', link.href);
  draw();
  document.addEventListener('language', (event) => {
    changeTo(/** @type {CustomEvent} */ (event).detail, changed);
  });
}

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

function home() {
  return el('a', { class: 'site-home', href: at('').href, 'aria-label': t('site.name') },
    el('img', { src: new URL('../css/icon.svg', import.meta.url).href, alt: '', width: 28, height: 28 }),
    el('span', {}, t('site.name')));
}

/** @param {() => void} changed */
function languagePicker(changed) {
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    el('option', { value: code, lang: code, selected: code === languageNow() }, name));
  const picker = el('select', { class: 'language', 'aria-label': t('settings.language') }, options);
  picker.addEventListener('change', async () => {
    await changeTo(/** @type {import('./words.js').Language} */ (picker.value), changed);
    /** @type {HTMLElement | null} */ (document.querySelector('.language'))?.focus();
  });
  return picker;
}

/** @param {import('./words.js').Language} code @param {() => void} changed */
async function changeTo(code, changed) {
  set({ language: code });
  await useLanguage(code);
  changed();
}

function gear() {
  return el('button', { class: 'button quiet gear', type: 'button', on: { click: () => openOptions() } },
    el('span', { 'aria-hidden': 'true' }, '⚙'), el('span', { class: 'gear-word' }, t('settings.title')));
}

function footLinks() {
  const link = (/** @type {string} */ href, /** @type {string} */ key) => el('a', { href: at(href).href }, t(key));
  return [
    el('nav', { 'aria-label': t('foot.label') },
      link('', 'foot.lobby'), link('replay', 'replay.title'), link('verify', 'foot.verify'), link('fair', 'fair.title')),
    el('p', { class: 'small' }, t('foot.fairness')),
  ];
}
