// @ts-check
// What can be done at a table besides playing: the rules, another device, a bot for somebody absent, giving up, leaving.

import { moveLink } from '../core/seats.js';
import { el } from '../elements.js';
import { presetTitle } from '../lobby/presets.js';
import { isolated, t } from '../words.js';
import { confirmFirst, openDialog } from './dialog.js';
import { mayAsk } from './moretime.js';
import { openOptions } from './options.js';
import { othersIn } from './phrases.js';
import { openReport } from './report.js';
import { rulesInWords } from './rules.js';
import { openShare, qrBox, shareButtons } from './share.js';

/**
 * @typedef {object} Deeds
 * @property {() => any} scene
 * @property {import('./names.js').Names} names
 * @property {(wish: any) => void} wish
 * @property {() => void} leave
 * @property {() => void} help
 */

/** Opens the menu of the table. @param {Deeds} deeds */
export function openMenu({ scene, names, wish, leave, help }) {
  const { view, chair, room } = scene();
  const sits = chair !== undefined;
  const playing = view?.stage === 'playing' && view.chairs[chair]?.side && !view.sides?.[view.chairs[chair].side]?.left;
  /** @param {string} words @param {() => void} then @param {string} [kind] */
  const item = (words, then, kind = 'button') => el('li', {}, el('button', { class: kind, type: 'button', on: { click: () => { close(); then(); } } }, words));
  const absent = view && chair === view.host && view.stage === 'playing' ? absentees(scene()) : [];
  const others = sits ? othersIn(view, names) : [];
  const close = openDialog({
    title: t('menu.title'),
    content: [
      el('ul', { class: 'menu' },
        mayAsk(scene()) && item(t('menu.time'), () => wish({ t: 'more_time' })),
        room && item(t('menu.share'), () => openShare(room)),
        view && item(t('menu.rules'), () => openRules(view)),
        item(t('menu.keys'), help),
        sits && room && item(t('menu.move'), () => openMove(room)),
        item(t('settings.title'), () => openOptions()),
        absent.map((no) => item(t('menu.hand', { name: names.chair(no) }), () => openHandOver(no, names, wish))),
        others.length > 0 && item(t('menu.report'), () => openReport({ who: others, wish })),
        playing && item(t('menu.resign'), () => confirmFirst({
          title: t('menu.resign.title'), words: t('menu.resign.words'), yes: t('menu.resign'), danger: true, then: () => wish({ t: 'resign' }),
        }), 'button danger'),
        item(t(sits ? 'menu.leave' : 'menu.leave.watcher'), () => {
          if (!sits) return leave();
          confirmFirst({ title: t('menu.leave.title'), words: t(playing ? 'menu.leave.playing' : 'menu.leave.words'), yes: t('menu.leave'), danger: true, then: leave });
        }, 'button danger')),
    ],
  });
}

/** Who is absent, so that the host may let a bot play. @param {any} scene @returns {number[]} */
function absentees({ view, around, chair: me }) {
  return Object.entries(view.chairs)
    .filter(([no, seat]) => Number(no) !== me && seat.kind !== 'house' && seat.kind !== 'empty' && !seat.stand_in
      && (seat.away || around?.chairs?.[no] === false || view.clock === 'none'))
    .map(([no]) => Number(no));
}

/** The rule card of a room. @param {any} view */
export function openRules(view) {
  openDialog({
    title: t('rules.title', { name: presetTitle(view.preset) }),
    content: [
      el('ul', { class: 'rules' }, rulesInWords(view.rules).map((line) => el('li', {}, line)),
        el('li', {}, `${t(`clock.${view.clock}`)}: ${t(`clock.${view.clock}.hint`)}.`)),
      el('p', { class: 'dim small' }, t('rules.hash', { hash: view.rules_hash.slice(0, 8) })),
    ],
  });
}

/** The seat goes to another device by a QR code. @param {string} room */
function openMove(room) {
  const link = moveLink(room);
  openDialog({
    title: t('menu.move'),
    content: link ? [
      el('p', {}, t('move.words')),
      qrBox(link, t('move.qr')),
      shareButtons(link, t('menu.move')),
      el('p', { class: 'fault' }, t('move.secret')),
    ] : [el('p', {}, t('move.none'))],
  });
}

/**
 * @param {number} no
 * @param {import('./names.js').Names} names
 * @param {(wish: any) => void} wish
 */
function openHandOver(no, names, wish) {
  const close = openDialog({
    title: t('menu.hand', { name: names.chair(no) }),
    content: [
      el('p', {}, t('hand.words', { name: isolated(names.plain(no)) })),
      el('ul', { class: 'menu' }, ['steady', 'careful', 'bold', 'random'].map((brain) =>
        el('li', {}, el('button', { class: 'button', type: 'button', on: { click: () => { close(); wish({ t: 'hand_over', chair: no, brain }); } } }, t(`brain.${brain}`))))),
    ],
  });
}

/** The keys, and what can be typed. */
export function openHelp() {
  const keys = /** @type {[string, string][]} */ ([
    ['Space', t('keys.space')], ['1 – 8', t('keys.digits')], ['↑ ↓ ← →, Enter', t('keys.arrows')], ['L', t('keys.l')], ['C', t('keys.c')],
    ['O', t('keys.o')], ['P', t('keys.p')], ['S', t('keys.s')], ['R', t('keys.r')], ['[ ]', t('keys.back')], ['Esc', t('keys.esc')], ['?', t('keys.help')],
  ]);
  openDialog({
    title: t('menu.keys'),
    content: [
      el('dl', { class: 'keys' }, keys.map(([key, words]) => el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, words)))),
      el('h3', {}, t('typed.label')),
      el('p', {}, t('typed.help')),
    ],
  });
}
