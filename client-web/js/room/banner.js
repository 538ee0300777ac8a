// @ts-check
// The line above the table for what is out of the ordinary: a lost connection, a seat taken over, words of the operator.

import { el, fill } from '../elements.js';
import { hasWords, spokenCode, t } from '../words.js';
import { copy, linkTo } from './share.js';

/** Shorter drops heal before anybody has read about them. */
const AMBER_MS = 2_000;
const RED_MS = 30_000;

/**
 * @param {{retry: () => void, away: () => void}} options `retry` takes the seat back
 */
export function makeBanner({ retry, away }) {
  const element = el('div', { class: 'banner', role: 'status', hidden: true });
  const notice = el('div', { class: 'banner notice', role: 'status', hidden: true });
  let shown = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {any} scene */
  function update(scene) {
    clearTimeout(timer);
    const kind = kindOf(scene);
    if (kind === shown) return later(scene);
    shown = kind;
    element.textContent = '';
    element.hidden = kind === '';
    element.className = `banner ${kind}`;
    if (kind === 'amber') fill(element, el('span', {}, t('banner.amber')));
    if (kind === 'red') red(scene);
    if (kind.startsWith('ended')) over(scene);
    if (kind.startsWith('paused')) fill(element, el('span', {}, t('status.paused', { why: scene.around?.paused ?? '' })));
    later(scene);
  }

  /** Looks again when the colour is due to change. @param {any} scene */
  function later(scene) {
    if (scene.line !== 'lost') return;
    const gone = performance.now() - (scene.lostSince ?? performance.now());
    const next = gone < AMBER_MS ? AMBER_MS - gone : RED_MS - gone;
    if (next > 0) timer = setTimeout(() => update(scene), next + 20);
  }

  /** @param {any} scene */
  function red(scene) {
    const code = scene.room ?? '';
    const button = el('button', { class: 'button small', type: 'button' }, t('share.copy'));
    button.addEventListener('click', () => copy(linkTo(code), button));
    fill(element, el('span', {}, t('banner.red', { code: spokenCode(code) })), button);
  }

  /** @param {any} scene */
  function over(scene) {
    const { code, reason } = scene.ended ?? {};
    const takenOver = code === 4001 || code === 'taken_over' || scene.ended?.close === 4001;
    fill(element, el('span', {}, takenOver ? t('door.taken_over') : hasWords(`door.${code}`) ? t(`door.${code}`) : reason ?? t('banner.over')));
    if (takenOver) fill(element, el('button', { class: 'button small main', type: 'button', on: { click: retry } }, t('banner.take_back')));
    fill(element, el('button', { class: 'button small', type: 'button', on: { click: away } }, t('nothing.lobby')));
  }

  return {
    element: el('div', { class: 'banners' }, element, notice),
    update,
    /** Words of the operator. @param {string} words */
    notice(words) {
      notice.textContent = '';
      notice.hidden = false;
      fill(notice, el('span', {}, t('banner.notice', { words })),
        el('button', { class: 'button small quiet', type: 'button', 'aria-label': t('dialog.close'), on: { click: () => (notice.hidden = true) } }, '✕'));
    },
    close() {
      clearTimeout(timer);
    },
  };
}

/** @param {any} scene */
function kindOf(scene) {
  if (scene.line === 'ended') return `ended ${scene.ended?.code ?? ''}`;
  if (scene.line === 'lost') {
    const gone = performance.now() - (scene.lostSince ?? performance.now());
    return gone >= RED_MS ? 'red' : gone >= AMBER_MS ? 'amber' : '';
  }
  return scene.around?.paused ? `paused ${scene.around.paused}` : '';
}
