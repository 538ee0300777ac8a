// @ts-check
// Phrases of the table: what may be said, what was said, whom one does not want to hear, and a word about somebody.

import { el, refill, write } from '../elements.js';
import { set, settings } from '../settings.js';
import { capital, isolated, t } from '../words.js';
import { phraseWords } from './sentences.js';

const PHRASES = [
  'hello', 'good_luck', 'thanks', 'please', 'well_played', 'nice_hit', 'nice_throw', 'close_one', 'ouch', 'oh_no', 'wow', 'hurry',
  'wait', 'thinking', 'back_soon', 'i_am_back', 'sorry', 'no_problem', 'your_turn', 'yes', 'no', 'again', 'last_one', 'bye',
];
const SHOWN_MAX = 30;
/** All who look on, among those who may be muted. */
const ASIDE = -1;

/**
 * @param {{names: import('./names.js').Names, say: (phrase: string) => void, report: (chair: number) => void, changed: () => void}} options
 */
export function makePhrases({ names, say, report, changed }) {
  /** Chairs muted for this match. @type {Set<number>} */
  const muted = new Set();
  /** Chairs told of to who runs the server, in this match. @type {Set<number>} */
  const told = new Set();
  const heard = el('ul', { class: 'heard' });
  const buttons = el('div', { class: 'phrases' }, PHRASES.map((key) =>
    el('button', { class: 'button small', type: 'button', on: { click: () => say(key) } }, phraseWords(key))));
  const summary = el('summary', {});
  const fold = el('details', { class: 'say' }, summary, buttons);
  const manners = el('div', { class: 'manners' });
  const element = el('section', { class: 'talk', 'aria-label': t('phrases.title') }, heard, fold, manners);

  /** @param {number} chair */
  const isUnheard = (chair) => muted.has(chair) || settings().blocked.includes(names.plain(chair));

  /** @param {string} who @param {string} phrase */
  const writeDown = (who, phrase) => {
    heard.append(el('li', {}, el('b', {}, who), ' ', el('span', {}, phraseWords(phrase))));
    while (heard.children.length > SHOWN_MAX) heard.firstElementChild?.remove();
    heard.scrollTop = heard.scrollHeight;
    return `${who}: ${phraseWords(phrase)}`;
  };

  return {
    element,
    isUnheard,
    isMuted: (/** @type {number} */ chair) => muted.has(chair),
    /** @param {number} chair @param {boolean} yes */
    mute(chair, yes) {
      if (yes) muted.add(chair);
      else muted.delete(chair);
    },
    /** A new match: everybody is heard again. */
    newMatch() {
      muted.clear();
      told.clear();
    },
    /** Writes a phrase down; gives the line. @param {number} chair @param {string} phrase */
    said: (chair, phrase) => writeDown(names.isMe(chair) ? capital(t('you')) : isolated(names.plain(chair)), phrase),
    /** What one who looks on says to the others who do; undefined where it is not to be heard. @param {{phrase: string, name?: string}} aside */
    aside({ phrase, name }) {
      if (muted.has(ASIDE) || (name && settings().blocked.includes(name))) return undefined;
      return writeDown(`👁 ${name ? isolated(name) : t('event.somebody')}`, phrase);
    },
    /** Who runs the server was told. @param {number} chair */
    reported(chair) {
      told.add(chair);
    },
    /** Mute, block and a word about each of the others. @param {any} scene */
    update({ view, watcher }) {
      write(summary, t(watcher ? 'phrases.say.aside' : 'phrases.say'));
      const others = othersIn(view, names);
      const wanted = [watcher, muted.has(ASIDE), ...others.map(([no, name]) => `${no}${name}${muted.has(no)}${told.has(no)}${settings().blocked.includes(name)}`)].join();
      if (manners.dataset.shown === wanted) return;
      manners.dataset.shown = wanted;
      const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.held : undefined;
      refill(manners, others.map(([no, name]) => mannersOf(no, name, watcher)),
        watcher && el('div', { class: 'row' }, el('span', {}, `👁 ${t('aside.all')}`), muteOf(ASIDE, t('aside.all'))));
      if (held) /** @type {HTMLElement | null} */ (manners.querySelector(`[data-held="${held}"]`))?.focus();
    },
  };

  /** @param {number} no @param {string} name @param {boolean} watcher */
  function mannersOf(no, name, watcher) {
    const { blocked } = settings();
    const isBlocked = blocked.includes(name);
    return el('div', { class: 'row' }, el('bdi', {}, name), muteOf(no, name),
      toggle('block', no, name, isBlocked, () => {
        set({ blocked: isBlocked ? blocked.filter((other) => other !== name) : [...blocked, name] });
      }),
      !watcher && (told.has(no) ? el('span', { class: 'dim', tabindex: -1, 'data-held': `report${no}` }, t('report.done'))
        : el('button', {
          class: 'button small quiet', type: 'button', 'data-held': `report${no}`, 'aria-label': `${t('report')}: ${isolated(name)}`,
          on: { click: () => report(no) },
        }, t('report'))));
  }

  /** @param {number} no @param {string} name */
  function muteOf(no, name) {
    const isMuted = muted.has(no);
    return toggle('mute', no, name, isMuted, () => {
      if (isMuted) muted.delete(no);
      else muted.add(no);
      changed();
    });
  }
}

/** The others at a table who are no bots of the house. @param {any} view @param {import('./names.js').Names} names @returns {[no: number, name: string][]} */
export function othersIn(view, names) {
  return Object.entries(view?.chairs ?? {}).filter(([no, { name, kind }]) => name && kind !== 'house' && !names.isMe(Number(no)))
    .map(([no, { name }]) => [Number(no), name]);
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
