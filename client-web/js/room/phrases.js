// @ts-check
// Phrases of the table: what may be said, what was said, and whom one does not want to hear.

import { el, refill } from '../elements.js';
import { set, settings } from '../settings.js';
import { capital, isolated, t } from '../words.js';
import { phraseWords } from './sentences.js';

const PHRASES = [
  'hello', 'good_luck', 'thanks', 'please', 'well_played', 'nice_hit', 'nice_throw', 'close_one', 'ouch', 'oh_no', 'wow', 'hurry',
  'wait', 'thinking', 'back_soon', 'i_am_back', 'sorry', 'no_problem', 'your_turn', 'yes', 'no', 'again', 'last_one', 'bye',
];
const SHOWN_MAX = 30;

/**
 * @param {{names: import('./names.js').Names, say: (phrase: string) => void, changed: () => void}} options
 */
export function makePhrases({ names, say, changed }) {
  /** Chairs muted for this match. @type {Set<number>} */
  const muted = new Set();
  const heard = el('ul', { class: 'heard' });
  const buttons = el('div', { class: 'phrases' }, PHRASES.map((key) =>
    el('button', { class: 'button small', type: 'button', on: { click: () => say(key) } }, phraseWords(key))));
  const fold = el('details', { class: 'say' }, el('summary', {}, t('phrases.say')), buttons);
  const manners = el('div', { class: 'manners' });
  const element = el('section', { class: 'talk', 'aria-label': t('phrases.title') }, heard, fold, manners);

  /** @param {number} chair */
  const isUnheard = (chair) => muted.has(chair) || settings().blocked.includes(names.plain(chair));

  return {
    element,
    isUnheard,
    isMuted: (/** @type {number} */ chair) => muted.has(chair),
    /** @param {boolean} yes */
    maySay(yes) {
      fold.hidden = !yes;
    },
    /** @param {number} chair @param {boolean} yes */
    mute(chair, yes) {
      if (yes) muted.add(chair);
      else muted.delete(chair);
    },
    /** A new match: everybody is heard again. */
    newMatch() {
      muted.clear();
    },
    /** @param {number} chair @param {string} phrase */
    said(chair, phrase) {
      const who = names.isMe(chair) ? capital(t('you')) : isolated(names.plain(chair));
      heard.append(el('li', {}, el('b', {}, who), ' ', el('span', {}, phraseWords(phrase))));
      while (heard.children.length > SHOWN_MAX) heard.firstElementChild?.remove();
      heard.scrollTop = heard.scrollHeight;
    },
    /** Mute and block for each of the others. @param {any} view */
    update(view) {
      const others = Object.entries(view?.chairs ?? {}).map(([no, chair]) => ({ no: Number(no), chair: /** @type {any} */ (chair) }))
        .filter(({ no, chair }) => chair.name && chair.kind !== 'house' && !names.isMe(no));
      const wanted = others.map(({ no, chair }) => `${no}${chair.name}${muted.has(no)}${settings().blocked.includes(chair.name)}`).join();
      if (manners.dataset.shown === wanted) return;
      manners.dataset.shown = wanted;
      const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.held : undefined;
      refill(manners, others.map(({ no, chair }) => mannersOf(no, chair.name)));
      if (held) /** @type {HTMLElement | null} */ (manners.querySelector(`[data-held="${held}"]`))?.focus();
    },
  };

  /** @param {number} no @param {string} name */
  function mannersOf(no, name) {
    const isMuted = muted.has(no);
    const { blocked } = settings();
    const isBlocked = blocked.includes(name);
    return el('div', { class: 'row' }, el('bdi', {}, name),
      toggle('mute', no, name, isMuted, () => {
        if (isMuted) muted.delete(no);
        else muted.add(no);
        changed();
      }),
      toggle('block', no, name, isBlocked, () => {
        set({ blocked: isBlocked ? blocked.filter((other) => other !== name) : [...blocked, name] });
      }));
  }
}

/**
 * @param {'mute' | 'block'} what
 * @param {number} no
 * @param {string} name
 * @param {boolean} on
 * @param {() => void} press
 */
function toggle(what, no, name, on, press) {
  return el('button', {
    class: on ? 'button small on' : 'button small', type: 'button', 'aria-pressed': String(on), 'data-held': `${what}${no}`,
    'aria-label': t(`phrases.${what}.who`, { name: isolated(name) }), title: t(`phrases.${what}.hint`), on: { click: press },
  }, t(`phrases.${what}`));
}
