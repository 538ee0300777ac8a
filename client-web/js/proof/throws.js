// @ts-check
// All throws that ever fell on this server, a chart for each kind of throw: what fell beside what was to be expected. It
// judges nothing: what is far off is told in a plain sentence.

import { bars } from '../board/card.js';
import { chancesOf, usual } from '../core/statistics.js';
import { el } from '../elements.js';
import { at } from '../place.js';
import { t } from '../words.js';
import { when } from './match.js';

/** @typedef {import('../board/card.js').Fell} Fell */
/** @typedef {{shells: number, mouth_up_256: number, none_up: number}} Cast */
/** @typedef {{since?: number, models: Record<string, Record<string, number>>, casts: Record<string, Cast>}} Throws as `/fair/throws.json` tells it */
/** One kind of throw; `usual` are the numbers between which 95 of 100 fair servers would lie.
 * @typedef {{name: string, cast: Cast, throws: number, fell: Fell[], outside: number}} Model */

/** The throws of this server; undefined where it does not count them.
 * @returns {Promise<Throws | undefined>} */
export async function fetchThrows() {
  const answer = await fetch(at('fair/throws.json'), { cache: 'no-store' });
  return answer.ok ? answer.json() : undefined;
}

/** Each kind of throw beside what was to be expected of it, the most thrown first.
 * @param {Throws} told
 * @returns {Model[]} */
export function modelsOf({ models, casts }) {
  return Object.entries(models).flatMap(([name, counts]) => {
    const cast = casts[name];
    const chances = chancesOf(cast);
    const throws = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (throws === 0) return [];
    const fell = [...chances].map(([value, chance]) =>
      ({ value, seen: counts[value] ?? 0, expected: throws * chance, usual: usual(throws, chance) }));
    return [{ name, cast, throws, fell, outside: fell.filter((one) => one.seen < one.usual[0] || one.seen > one.usual[1]).length }];
  }).sort((a, b) => b.throws - a.throws);
}

/** A share of all throws, in per cent.
 * @param {number} count
 * @param {Model} model */
const share = (count, { throws }) => `${((count / throws) * 100).toFixed(1)} %`;

/** The charts.
 * @param {Throws} told */
export function throwsCard(told) {
  const models = modelsOf(told);
  const since = told.since && when(new Date(told.since).toISOString());
  return el('section', { class: 'card', 'aria-labelledby': 'all-throws' },
    el('h2', { id: 'all-throws' }, t('throws.title')),
    models.length === 0 ? el('p', {}, t('throws.none')) : [
      el('p', {}, since ? t('throws.since', { when: since }) : '', ' ', t('throws.band')),
      el('div', { class: 'throws' }, models.map(chart)),
    ]);
}

/** @param {Model} model */
function chart(model) {
  const { name, cast, throws, fell, outside } = model;
  const words = t('throws.model', { n: cast.shells, throws: throws.toLocaleString('en') });
  return el('section', { 'aria-labelledby': name },
    el('h3', { id: name }, words),
    cast.mouth_up_256 !== 128 && el('p', {}, t('rules.bent', { n: cast.mouth_up_256 })),
    bars(fell, 'all', (one) => share(one.seen, model), (one) => share(one.expected, model)),
    el('div', { class: 'hidden-words' }, el('table', {},
      el('caption', {}, words),
      el('tbody', {}, fell.map((one) => el('tr', {}, el('th', { scope: 'row' }, one.value), el('td', {}, t('throws.row', {
        seen: one.seen, share: share(one.seen, model), expected: share(one.expected, model), low: share(one.usual[0], model), high: share(one.usual[1], model),
      }))))))),
    el('p', {}, t(outside === 0 ? 'throws.inside' : 'throws.outside', { n: outside, of: fell.length })));
}
