// @ts-check
// The end of a match: who won, what fell, whether the throws were checked, and another one.

import { makeCard } from '../board/card.js';
import { seedPicture } from '../board/picture.js';
import { el, refill, write } from '../elements.js';
import { at } from '../place.js';
import { listed, t } from '../words.js';
import { envelopeWords } from './envelope.js';
import { makeCourse } from './course.js';
import { copy } from './share.js';
import { endedWords } from './status.js';

/** @typedef {import('./names.js').Side} Side */

/**
 * @param {{names: import('./names.js').Names, wish: (wish: any) => void}} options
 */
export function makeEndCard({ names, wish }) {
  const course = makeCourse();
  const title = el('h2', { id: 'end-title', tabindex: '-1' });
  const why = el('p', { class: 'dim' });
  const ranks = el('ol', { class: 'ranks' });
  const series = el('p', {});
  const seal = el('p', { class: 'envelope' });
  const again = el('button', { class: 'button main big', type: 'button', on: { click: () => wish({ t: 'again' }) } }, t('end.again'));
  const save = el('a', { class: 'button' }, t('end.save'));
  const replay = el('a', { class: 'button' }, t('end.replay'));
  const share = el('button', { class: 'button', type: 'button' }, t('end.share'));
  const verify = el('a', { class: 'button' }, t('end.verify'));
  const card = makeCard({ t });
  const numbers = el('details', { class: 'numbers', open: true, hidden: true }, el('summary', {}, el('h3', {}, t('end.numbers'))), card.element);
  const element = el('section', { class: 'card end-card', 'aria-labelledby': 'end-title', hidden: true },
    title, why, ranks, series, seal, again, el('div', { class: 'row' }, replay, share, verify, save));
  let shown = '';

  share.addEventListener('click', () => {
    const link = replay.href;
    if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) navigator.share({ title: t('end.subject'), url: link }).catch(() => {});
    else copy(link, share);
  });

  return {
    element,
    numbers,
    title,
    /** Counts what fell. @param {any} view @param {any} news */
    saw(view, news) {
      course.saw(view, news);
    },
    /** Draws it; gives whether it has just appeared. @param {any} scene */
    update(scene) {
      const { view } = scene;
      const result = view?.stage === 'ended' ? view.result : undefined;
      element.hidden = !result;
      if (!result) numbers.hidden = true;
      if (!result) {
        shown = '';
        return false;
      }
      write(title, endedWords(view, names));
      if (scene.envelope && scene.envelope.state !== 'none') {
        seal.dataset.state = scene.envelope.state;
        write(seal, envelopeWords(scene.envelope));
      }
      again.hidden = scene.chair === undefined;
      write(again, t(!view.series ? 'end.again' : view.series.over ? 'end.again.series' : 'end.again.next'));
      write(series, seriesWords(view));
      series.hidden = !view.series;
      if (shown === view.match) return false;
      shown = view.match;
      why.textContent = result.why === 'finished' ? '' : t(`event.ended.${result.why}`);
      why.hidden = result.why === 'finished';
      refill(ranks, rankRows(result.ranks ?? []));
      save.href = at(result.record.replace(/^\//, '')).href;
      save.setAttribute('download', `${view.match}.chowk.ndjson`);
      replay.href = at(`replay/${view.match}`).href;
      verify.href = at(`verify?match=${view.match}`).href;
      numbers.hidden = true;
      course.numbers(view).then((numbersNow) => {
        if (shown !== view.match || !numbersNow || numbersNow.cards.length === 0) return;
        numbers.hidden = false;
        card.update(numbersNow, (/** @type {Side} */ side) => names.plain(names.sides.get(side) ?? -1));
      });
      return true;
    },
  };

  /** @param {Side[][]} places */
  function rankRows(places) {
    let place = 1;
    return places.map((sides) => {
      const row = el('li', { value: place, class: place === 1 ? 'rank first' : 'rank' },
        el('span', { class: 'rank-no' }, `${place}.`), sides.map((side) => [
          seedPicture(side), el('bdi', {}, names.plain(names.sides.get(side) ?? -1)),
          names.isMySide(side) && el('span', { class: 'dim' }, `(${t('you')})`),
        ]).flat());
      place += sides.length;
      return row;
    });
  }

  /** @param {any} view */
  function seriesWords(view) {
    if (!view.series) return '';
    const wins = Object.entries(view.series.wins).map(([no, n]) => `${names.chair(Number(no))} ${n}`);
    const stand = t('series.wins', { n: view.series.best_of, wins: wins.length ? listed(wins) : '0' });
    return view.series.over && view.series.winner !== undefined && view.series.winner !== null
      ? `${stand} ${t('series.won', { name: names.chair(view.series.winner) })}` : stand;
  }
}
