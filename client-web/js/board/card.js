// @ts-check
// The statistics of a match as drawings: what fell beside what was to be expected, with the band in which 95 of 100 fair matches lie.

import { h, refill, s } from './dom.js';
import { seedPicture } from './picture.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {{value: number, seen: number, expected: number, usual: [number, number]}} Fell */
/**
 * One side's match in numbers.
 * @typedef {object} Card
 * @property {Side} side
 * @property {number} throws
 * @property {Fell[]} fell
 * @property {{seen: number, expected: number} | null} [grace]
 * @property {number} longestWait
 * @property {{seen: number, expected: number}} average
 * @property {number} hitsMade
 * @property {number} hitsSuffered
 * @property {number} squaresLost
 * @property {number} withoutMove
 * @property {number} forced
 * @property {number} byClock
 * @property {string} luck
 */

/**
 * The statistics card.
 * @param {{t: import('./scene.js').Words}} options
 */
export function makeCard({ t }) {
  const element = h('section', { class: 'statistics' });

  /**
   * Draws the cards, a side each.
   * @param {{whole: boolean, cards: Card[]}} statistics
   * @param {(side: Side) => string} nameOf
   */
  function update(statistics, nameOf) {
    refill(element,
      h('div', { class: 'card-sheets' }, ...statistics.cards.map(card => sheet(card, nameOf(card.side)))),
      statistics.cards.length > 0 && h('p', { class: 'card-note' }, t('card.band')),
      statistics.cards.length > 0 && !statistics.whole && h('p', { class: 'card-note' }, t('card.part')));
  }

  /** @param {Card} card @param {string} name */
  function sheet(card, name) {
    const facts = /** @type {[string, string][]} */ ([
      [t('card.average'), t('card.of', { seen: round(card.average.seen, 2), expected: round(card.average.expected, 2) })],
      ...(card.grace ? [[t('card.grace'), t('card.of', { seen: card.grace.seen, expected: round(card.grace.expected, 1) })],
        [t('card.wait'), t('card.throws', { n: card.longestWait })]] : []),
      [t('card.hits'), t('card.made_suffered', { made: card.hitsMade, suffered: card.hitsSuffered })],
      [t('card.lost'), String(card.squaresLost)],
      [t('card.no_move'), String(card.withoutMove)],
      [t('card.forced'), String(card.forced)],
      ...(card.byClock ? [[t('card.by_clock'), String(card.byClock)]] : []),
    ]);
    return h('article', { class: `card-sheet card-${card.side}` },
      h('h4', { class: 'card-head' }, seedPicture(card.side), h('bdi', {}, name),
        h('span', { class: 'card-luck' }, t(`card.luck.${card.luck}`))),
      h('p', { class: 'card-throws' }, t('card.throws', { n: card.throws })),
      bars(card.fell, card.side, fell => String(fell.seen)),
      h('div', { class: 'unseen' }, h('table', {},
        h('caption', {}, t('card.caption', { name })),
        h('tbody', {}, ...card.fell.map(fell => h('tr', {}, h('th', { scope: 'row' }, String(fell.value)), h('td', {}, t('card.row', {
          seen: fell.seen, expected: round(fell.expected, 1), low: fell.usual[0], high: fell.usual[1],
        }))))))),
      h('dl', { class: 'card-facts' }, ...facts.map(([term, fact]) => h('div', {}, h('dt', {}, term), h('dd', {}, fact)))));
  }

  return { element, update };
}

/**
 * Bars in chalk, each over its grey band and its expected line.
 * @param {Fell[]} fells
 * @param {string} whose a side, or all
 * @param {(fell: Fell) => string} label
 * @param {(fell: Fell) => string} [foot] what stands below the value
 */
export function bars(fells, whose, label, foot) {
  const wide = 46;
  const high = 92;
  const most = Math.max(1, ...fells.map(fell => Math.max(fell.seen, fell.usual[1])));
  const picture = s('svg', {
    class: 'card-bars', viewBox: `0 0 ${fells.length * wide + 8} ${high + (foot ? 56 : 40)}`, 'aria-hidden': 'true', focusable: 'false',
  });
  const y = (/** @type {number} */ count) => 16 + high - (count / most) * high;
  for (const [at, fell] of fells.entries()) {
    const x = 4 + at * wide;
    const outside = fell.seen < fell.usual[0] || fell.seen > fell.usual[1];
    picture.append(
      s('rect', { class: 'bar-band', x: x + 3, y: y(fell.usual[1]), width: wide - 6, height: Math.max(2, y(fell.usual[0]) - y(fell.usual[1])) }),
      s('rect', { class: `bar-seen bar-${whose}`, x: x + 12, y: y(fell.seen), width: wide - 24, height: Math.max(1, y(0) - y(fell.seen)) }),
      s('path', { class: 'bar-expected', d: `M${x + 3} ${y(fell.expected)}H${x + wide - 3}` }),
      s('text', { class: outside ? 'bar-count bar-outside' : 'bar-count', x: x + wide / 2, y: y(fell.seen) - 4, 'text-anchor': 'middle' }, label(fell)),
      s('text', { class: 'bar-value', x: x + wide / 2, y: high + 33, 'text-anchor': 'middle' }, String(fell.value)),
      ...(foot ? [s('text', { class: 'bar-foot', x: x + wide / 2, y: high + 50, 'text-anchor': 'middle' }, foot(fell))] : []));
  }
  picture.append(s('path', { class: 'bar-floor', d: `M2 ${16 + high}H${fells.length * wide + 6}` }));
  return picture;
}

/** @param {number} value @param {number} places */
function round(value, places) {
  return value.toFixed(places);
}
