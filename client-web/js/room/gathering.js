// @ts-check
// Before a match: the chairs, the code for friends, bots of the house, and Ready.

import { el, refill, write } from '../elements.js';
import { presetTitle } from '../lobby/presets.js';
import { hasWords, isolated, listed, spokenCode, t } from '../words.js';
import { confirmFirst } from './dialog.js';
import { linkTo, onlyHere, qrBox, shareButtons } from './share.js';

/** @typedef {import('./names.js').Names} Names */

const BRAINS = ['steady', 'careful', 'bold', 'random'];

/**
 * @param {{names: Names, wish: (wish: any) => void, rules: () => void}} options
 */
export function makeGathering({ names, wish, rules }) {
  const title = el('h2', {});
  const facts = el('p', { class: 'dim' });
  const summary = el('p', {});
  const chairs = el('ul', { class: 'chairs' });
  const fill = el('p', { class: 'dim small' });
  const ready = el('button', { class: 'button main big', type: 'button', 'data-do': 'ready' });
  const readyWords = el('p', { class: 'dim small' });
  const invite = el('section', { class: 'card invite', 'aria-labelledby': 'invite-title' });
  const element = el('div', { class: 'gathering' },
    el('section', { class: 'card', 'aria-labelledby': 'gather-title' },
      title, facts, summary,
      el('button', { class: 'button quiet small', type: 'button', on: { click: rules } }, t('menu.rules')),
      chairs, fill, ready, readyWords),
    invite);
  title.id = 'gather-title';
  /** @type {any} */
  let scene;
  let shown = '';
  let invited = '';

  ready.addEventListener('click', () => {
    const { chair, view } = scene;
    const on = isReady(scene, chair) || scene.wantsReady;
    if (view.stage === 'gathering' || view.stage === 'readying') wish({ t: on ? 'unready' : 'ready' });
  });

  /** @param {any} next */
  function update(next) {
    scene = next;
    const { view, chair } = scene;
    if (!view) return;
    write(title, t(`gather.${view.stage === 'gathering' ? 'waiting' : view.stage === 'readying' ? 'full' : 'begins'}`));
    write(facts, [
      presetTitle(view.preset), t(`clock.${view.clock}`), view.series && t('series.stands', { n: view.series.best_of, number: view.series.number }),
      view.listed ? t('gather.listed') : t('gather.private'), !view.watch && t('gather.closed'),
    ].filter(Boolean).join(' · '));
    const key = `preset.${view.preset}.summary`;
    write(summary, hasWords(key) ? t(key) : '');
    const wanted = JSON.stringify([view.chairs, view.host, chair, view.stage, scene.around?.chairs, scene.around?.silent]);
    if (wanted !== shown) {
      shown = wanted;
      const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.held : undefined;
      refill(chairs, Object.keys(view.chairs).map((no) => chairRow(Number(no))));
      if (held) /** @type {HTMLElement | null} */ (chairs.querySelector(`[data-held="${held}"]`))?.focus();
    }
    showReady();
    showInvite();
    showFill();
  }

  function showReady() {
    const { view, chair, wantsReady } = scene;
    ready.hidden = chair === undefined;
    readyWords.hidden = chair === undefined;
    if (chair === undefined) return;
    const on = isReady(scene, chair) || wantsReady;
    write(ready, on ? t('gather.unready') : t('gather.ready'));
    ready.classList.toggle('main', !on);
    ready.setAttribute('aria-pressed', String(on));
    ready.disabled = view.stage === 'revealing';
    const others = Object.entries(view.chairs).filter(([no, seat]) => Number(no) !== chair && /** @type {any} */ (seat).kind !== 'empty' && !(/** @type {any} */ (seat).ready))
      .map(([no]) => names.chair(Number(no)));
    if (view.stage === 'revealing') write(readyWords, t('status.revealing'));
    else if (!on) write(readyWords, view.stage === 'gathering' ? t('gather.ready.early') : t('gather.ready.now'));
    else if (view.stage === 'gathering') write(readyWords, t('gather.ready.kept'));
    else write(readyWords, others.length ? t('status.readying', { names: listed(others) }) : t('status.revealing'));
  }

  function showInvite() {
    const { view, room } = scene;
    const free = Object.values(view.chairs).some((chair) => /** @type {any} */ (chair).kind === 'empty');
    invite.hidden = !free && view.stage !== 'gathering';
    if (!room || invited === room) return;
    invited = room;
    const link = linkTo(room);
    refill(invite,
      el('h2', { id: 'invite-title' }, t('menu.share')),
      el('p', { class: 'big-code', dir: 'ltr', 'aria-label': [...room].join(' ') }, spokenCode(room)),
      el('p', {}, t('share.words')),
      el('p', { class: 'small' }, el('code', {}, link)),
      onlyHere() && el('p', { class: 'dim small' }, t('share.only_here')),
      shareButtons(link, t('share.subject')),
      qrBox(link, t('share.qr')));
  }

  function showFill() {
    const { view } = scene;
    const left = view.fill_at && view.stage === 'gathering' ? scene.left(view.fill_at) : undefined;
    fill.hidden = left === undefined || left === Infinity;
    if (left !== undefined && left !== Infinity) write(fill, t('gather.fill', { n: Math.ceil(left / 1000) }));
  }

  /** @param {number} no */
  function chairRow(no) {
    const { view, chair: me, around } = scene;
    const chair = view.chairs[no];
    const host = me === view.host;
    const before = view.stage === 'gathering' || view.stage === 'readying';
    if (chair.kind === 'empty') {
      return el('li', { class: 'chair free' },
        el('span', { class: 'chair-name dim' }, t('gather.free', { n: no + 1 })),
        host && before && botPicker(no));
    }
    const marks = [
      me === no && t('you'), view.host === no && t('tell.host'),
      chair.kind === 'house' ? t('gather.house', { brain: chair.brain ?? '' }) : chair.kind === 'bot' && t('seats.bot'),
      around?.chairs?.[no] === false && t('tell.gone'), around?.silent?.includes(no) && t('tell.silent'),
    ].filter(Boolean);
    const isOn = isReady(scene, no);
    return el('li', { class: isOn ? 'chair is-ready' : 'chair' },
      el('span', { class: 'chair-name' }, el('bdi', {}, chair.name ?? ''), marks.length > 0 && el('span', { class: 'dim' }, ` – ${marks.join(', ')}`)),
      el('span', { class: isOn ? 'chair-ready on' : 'chair-ready' }, isOn ? `✔ ${t('tell.ready')}` : t('tell.not_ready')),
      host && before && me !== no && el('button', {
        class: 'button quiet small', type: 'button', 'data-held': `off${no}`, 'aria-label': t('gather.off.who', { name: isolated(chair.name ?? '') }),
        on: { click: () => putOff(no, chair) },
      }, t('gather.off')));
  }

  /** @param {number} no @param {any} chair */
  function putOff(no, chair) {
    if (chair.kind === 'house') return wish({ t: 'remove', chair: no });
    confirmFirst({
      title: t('gather.off.title', { name: isolated(chair.name ?? '') }), words: t('gather.off.words'), yes: t('gather.off'), danger: true,
      then: () => wish({ t: 'remove', chair: no }),
    });
  }

  /** @param {number} no */
  function botPicker(no) {
    const brain = el('select', { 'aria-label': t('make.brain'), 'data-held': `brain${no}` }, BRAINS.map((name) => el('option', { value: name }, t(`brain.${name}`))));
    return el('span', { class: 'row bot-picker' }, brain,
      el('button', { class: 'button small', type: 'button', 'data-held': `bot${no}`, on: { click: () => wish({ t: 'add_bot', chair: no, brain: brain.value }) } }, t('gather.bot.add')));
  }

  const timer = setInterval(() => scene?.view && showFill(), 1000);
  return {
    element,
    update,
    close() {
      clearInterval(timer);
    },
  };
}

/** House bots are always ready. @param {any} scene @param {number} no */
function isReady(scene, no) {
  const chair = scene.view.chairs[no];
  return chair?.kind === 'house' || Boolean(chair?.ready);
}
