// @ts-check
// What a record is of, in a few facts: who played, when, by which rules, and how it ended.

import { sidesOf } from '../core/rules/board.js';
import { el } from '../elements.js';
import { hasWords, isolated, languageNow, listed, t } from '../words.js';

/** @typedef {import('../core/verify.js').Report} Report */

/** The names of a record's players, as they were written.
 * @param {Report} report
 * @returns {string[]} */
export function playersOf({ table }) {
  const chairs = table.header?.map.chairs;
  return Array.isArray(chairs) ? chairs.slice(0, 5).map((chair) => String(chair?.name ?? '').slice(0, 60)) : [];
}

/** The facts of a match; a stranger wrote them, so nothing is taken for granted.
 * @param {Report} report */
export function matchFacts(report) {
  const { table, entries } = report;
  const header = table.header?.map;
  if (!header) return undefined;
  const ended = entries.find((entry) => entry.kind === 'ended')?.fields;
  const throws = entries.filter((entry) => entry.kind === 'thrown').length;
  const preset = typeof header.preset === 'string' ? header.preset : undefined;
  const facts = /** @type {[string, string | Node | undefined][]} */ ([
    [t('make.chairs'), listed(playersOf(report).map(isolated))],
    [t('verify.started'), when(header.started)],
    [t('make.rules'), preset ? presetName(preset) : t('verify.rules.own')],
    [t('verify.throws'), throws > 0 ? String(throws) : undefined],
    [t('verify.result'), ended && resultWords(report, ended)],
    [t('verify.server'), server(header.server)],
    [t('verify.id'), typeof header.match === 'string' ? el('code', {}, header.match.slice(0, 64)) : undefined],
  ]);
  return el('dl', { class: 'facts' }, facts.filter(([, value]) => value).map(([name, value]) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, value))));
}

/** A moment in the viewer's words.
 * @param {unknown} text RFC 3339
 * @returns {string | undefined} */
export function when(text) {
  const date = typeof text === 'string' ? new Date(text) : undefined;
  if (!date || Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(`${languageNow()}-u-nu-latn`, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** @param {string} preset */
function presetName(preset) {
  return hasWords(`preset.${preset}`) ? t(`preset.${preset}`) : preset.slice(0, 40);
}

/** @param {any} server */
function server(server) {
  return typeof server?.name === 'string' ? `${server.name.slice(0, 60)} ${String(server.version ?? '').slice(0, 20)}` : undefined;
}

/** @param {Report} report
 * @param {Record<string, any>} ended */
function resultWords(report, ended) {
  const lots = report.entries[1]?.fields?.sides;
  const names = playersOf(report);
  if (!Array.isArray(ended.ranks) || !Array.isArray(lots)) return undefined;
  const sides = sidesOf(lots.length);
  const nameOf = (/** @type {any} */ side) => isolated(names[lots[sides.indexOf(side)]] || String(side).slice(0, 4));
  let place = 1;
  const places = ended.ranks.map((rank) => {
    const who = Array.isArray(rank) ? rank : [];
    const words = `${place}. ${listed(who.map(nameOf))}`;
    place += who.length;
    return words;
  });
  const why = typeof ended.why === 'string' && ended.why !== 'finished' && hasWords(`event.ended.${ended.why}`);
  return places.join(', ') + (why ? `. ${t(`event.ended.${ended.why}`)}` : '');
}
