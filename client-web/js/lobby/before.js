// @ts-check
// A table as it is told before one sits down: its rules, its clock, and who sits there.

import { el } from '../elements.js';
import { at } from '../place.js';
import { rulesInWords } from '../room/rules.js';
import { hasWords, isolated, listed, t } from '../words.js';
import { presetTitle } from './presets.js';

/**
 * @typedef {object} Line a room as `/api/v1/rooms` tells it
 * @property {string} code
 * @property {string} game
 * @property {string | null} preset
 * @property {string} stage
 * @property {string} clock
 * @property {number} chairs
 * @property {number} free
 * @property {number} persons
 * @property {number} bots
 * @property {number} house
 * @property {number} watchers
 * @property {boolean} watch
 * @property {number} [best_of]
 */
/** @typedef {{room: Line, rules: Record<string, any>, names: Record<string, string>}} Before as `/api/v1/rooms/CODE` tells it */

/**
 * Asks for a table; 'gone' where there is none of this code, undefined where the server cannot say.
 * @param {string} code
 * @returns {Promise<Before | 'gone' | undefined>}
 */
export async function tableOf(code) {
  const answer = await fetch(at(`api/v1/rooms/${code}`));
  // An older server knows no such address at all.
  if (answer.status === 404 && /\bcode\b/.test(await answer.text())) return 'gone';
  return answer.ok ? answer.json() : undefined;
}

/** The table in words. @param {Before} before */
export function tableCard({ room, rules, names }) {
  const ours = (room.game ?? 'chowka') === 'chowka';
  const here = Object.values(names ?? {}).map(isolated);
  const summary = `preset.${room.preset}.summary`;
  return el('section', { class: 'before', 'aria-labelledby': 'before-title' },
    el('h2', { id: 'before-title' }, presetTitle(room.preset)),
    hasWords(summary) && el('p', {}, t(summary)),
    el('p', {}, `${t(`clock.${room.clock}`)}: ${t(`clock.${room.clock}.hint`)}`),
    el('p', { class: 'dim' }, factsOf(room, false)),
    here.length > 0 && el('p', {}, t('invite.here', { n: here.length, names: listed(here) })),
    !isOpen(room) && el('p', {}, el('strong', {}, t('refusal.room_full'))),
    ours && el('details', { open: !room.preset }, el('summary', {}, t('make.whole')),
      el('ul', { class: 'rules' }, rulesInWords(rules).map((line) => el('li', {}, line)))));
}

/** Whether one may sit down there. @param {Line} room */
export const isOpen = (room) => room.free > 0 && ['gathering', 'ended'].includes(room.stage);

/** A table in a line. @param {Line} room @param {boolean} [clock] whether its clock is named too */
export function factsOf(room, clock = true) {
  return [
    t('listed.chairs', { taken: room.chairs - room.free, n: room.chairs }),
    clock && t(`clock.${room.clock}`),
    (room.best_of ?? 1) > 1 && t('series.of', { n: room.best_of ?? 1 }),
    room.house + room.bots > 0 && t('listed.bots', { n: room.house + room.bots }),
    room.watchers > 0 && t('tell.watchers', { n: room.watchers }),
    t(`stage.${room.stage}`),
  ].filter(Boolean).join(' · ');
}
