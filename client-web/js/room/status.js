// @ts-check
// The status line: in words, what I must do, or whom the table waits for.

import { isForced, isMine, turnOf } from '../board/scene.js';
import { capital, isolated, listed, t } from '../words.js';

/** @typedef {import('./names.js').Names} Names */
/** @typedef {import('./names.js').Side} Side */

/**
 * @typedef {object} Status
 * @property {string} text
 * @property {'mine' | 'other' | 'calm'} mood whether it is for me to act
 */

/**
 * @param {any} scene
 * @param {Names} names
 * @param {boolean} [again] whether the side in turn has thrown in this turn already
 * @returns {Status}
 */
export function statusOf(scene, names, again = false) {
  const { view } = scene;
  const calm = (/** @type {string} */ text) => ({ text, mood: /** @type {const} */ ('calm') });
  if (!view) return calm(t('status.coming'));
  if (scene.around?.paused) return calm(t('status.paused', { why: scene.around.paused }));
  switch (view.stage) {
    case 'gathering': {
      const free = Object.values(view.chairs).filter((chair) => /** @type {any} */ (chair).kind === 'empty').length;
      return calm(t('status.gathering', { n: free }));
    }
    case 'readying':
      return readying(scene, names);
    case 'revealing':
      return calm(t('status.revealing'));
    case 'ended':
      return calm(endedWords(view, names));
    default:
      return playing(scene, names, again);
  }
}

/** @param {any} scene @param {Names} names @returns {Status} */
function readying(scene, names) {
  const waiting = Object.entries(scene.view.chairs).filter(([, chair]) => !(/** @type {any} */ (chair).ready)).map(([no]) => Number(no));
  if (scene.chair !== undefined && waiting.includes(scene.chair)) return { text: t('status.ready'), mood: 'mine' };
  return { text: t('status.readying', { names: listed(waiting.map((no) => names.chair(no))) }), mood: 'calm' };
}

/** @param {any} scene @param {Names} names @param {boolean} again @returns {Status} */
function playing(scene, names, again) {
  const turn = turnOf(scene);
  if (!turn) return { text: t('status.revealing'), mood: 'calm' };
  const chairNo = names.sides.get(turn.side);
  const chair = chairNo === undefined ? undefined : scene.view.chairs[chairNo];
  if (scene.side === turn.side && !scene.watcher) {
    if (chair?.away) return { text: t('status.away.me'), mood: 'mine' };
    if (scene.pending?.what === 'throw') return { text: t('status.throwing'), mood: 'mine' };
    if (scene.pending?.what === 'move') return { text: t('status.moving'), mood: 'mine' };
    if (turn.phase === 'throw') return { text: t(again ? 'status.throw.again' : 'status.throw'), mood: 'mine' };
    const value = valueWords(turn);
    if (isForced(scene)) return { text: t('status.forced', { value }), mood: 'mine' };
    return { text: t('status.choose', { value }), mood: 'mine' };
  }
  const name = names.side(turn.side);
  if (chair?.stand_in) return { text: t('status.stand_in', { name, brain: chair.stand_in }), mood: 'other' };
  if (chair?.away) return { text: t('status.away', { name }), mood: 'other' };
  if (turn.phase === 'throw') return { text: t('status.other.throw', { name }), mood: 'other' };
  return { text: t('status.other.choose', { name, value: valueWords(turn) }), mood: 'other' };
}

/** "4", or "4 and 8" with several values in hand. @param {any} turn */
export function valueWords(turn) {
  const hand = Object.entries(turn.hand ?? {}).flatMap(([value, count]) => Array.from({ length: Number(count) }, () => value));
  return hand.length ? listed(hand) : String(turn.value ?? '');
}

/** @param {any} view @param {Names} names */
export function endedWords(view, names) {
  const winners = /** @type {Side[]} */ (view.result?.ranks?.[0] ?? []);
  if (view.result?.why === 'abandoned') return t('event.ended.abandoned');
  if (winners.length === 1) return names.isMySide(winners[0]) ? t('status.won.me') : t('status.won', { name: names.side(winners[0]) });
  return capital(t('status.shared', { names: listed(winners.map((side) => (names.isMySide(side) ? t('you') : isolated(names.short(side))))) }));
}

/** Whether the open question is mine. @param {any} scene */
export function isMyTurn(scene) {
  return isMine(scene, 'throw') || isMine(scene, 'move');
}
