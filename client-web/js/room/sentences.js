// @ts-check
// Each event as one plain sentence, as somebody at the table would say it.

import { capital, hasWords, isolated, listed, t } from '../words.js';
import { pawnName } from './names.js';

/** @typedef {import('../../types/protocol').Event} Event */
/** @typedef {import('./names.js').Names} Names */
/** @typedef {import('./names.js').Side} Side */

/**
 * What a sentence may refer to.
 * @typedef {object} Around
 * @property {Names} names
 * @property {number} gate the last square of the outer rim
 * @property {number} centre
 * @property {(tick: number) => number} [left] milliseconds until a tick
 */

/**
 * The sentence of an event; undefined for what nobody needs to hear.
 * @param {Event} event
 * @param {Around} around
 * @returns {string | undefined}
 */
export function sentence(event, around) {
  const { names } = around;
  switch (event.e) {
    case 'joined':
      return about(event.chair, 'joined', names, { name: isolated(event.name), n: event.chair + 1 });
    case 'left':
    case 'host':
    case 'ready':
    case 'unready':
    case 'away':
    case 'back':
    case 'removed':
    case 'no_chain':
    case 'again':
    case 'more_time':
      return about(event.chair, event.e, names, { n: event.chair + 1 });
    case 'handed_over':
      return about(event.chair, 'handed_over', names, { brain: event.brain });
    case 'said':
      return about(event.chair, 'said', names, { words: phraseWords(event.phrase) });
    case 'sealed':
      return t('event.sealed', { envelope: event.server_commit.slice(0, 8) });
    case 'locked':
      return t('event.locked');
    case 'not_started':
      return t('event.not_started', { names: event.silent.length ? listed(event.silent.map((no) => names.chair(no))) : t('event.somebody') });
    case 'lots': {
      const seats = Object.entries(event.sides).map(([side, no]) =>
        names.isMe(no) ? t('event.lots.me', { side: t(`side.${side}`) }) : t('event.lots.one', { name: names.chair(no), side: t(`side.${side}`) }));
      return t('event.lots', { seats: seats.join(', ') });
    }
    case 'thrown':
      return thrown(event, names);
    case 'moved':
      return moved(event, around);
    case 'passed':
      if (event.why === 'burned') return t('event.burned', { value: event.value });
      return names.isMySide(event.side) ? t('event.passed.me', { value: event.value }) : t('event.passed', { name: names.side(event.side), value: event.value });
    case 'gone':
      return names.isMySide(event.side) ? t(`event.gone.${event.why}.me`) : t(`event.gone.${event.why}`, { name: names.side(event.side) });
    case 'gate_opened':
      return t('event.gate_opened');
    case 'ended':
      return ended(event.ranks ?? [], event.why, names);
    case 'dropped': {
      if (names.isMe(event.chair)) return t('event.dropped.me');
      const left = around.left ? Math.max(0, Math.round(around.left(event.deadline) / 1000)) : undefined;
      const name = names.chair(event.chair);
      return left === undefined ? t('event.dropped', { name }) : t('event.dropped.for', { name, n: left });
    }
    case 'resumed':
      return t('event.resumed', { why: event.why });
    case 'closed':
      return t('event.closed', { why: event.why });
    default:
      return undefined;
  }
}

/**
 * @param {number} chair
 * @param {string} what
 * @param {Names} names
 * @param {import('../words.js').Params} more
 */
function about(chair, what, names, more) {
  return names.isMe(chair) ? t(`event.${what}.me`, more) : t(`event.${what}`, { name: names.chair(chair), ...more });
}

/**
 * @param {Extract<Event, {e: 'thrown'}>} event
 * @param {Names} names
 */
function thrown({ side, by, shells, value }, names) {
  const me = names.isMySide(side);
  const up = shells.reduce((sum, shell) => sum + shell, 0);
  const what = up === value ? String(value) : t('event.thrown.none_up', { value });
  const way = by === 'clock' || by === 'away' ? `.${by}` : '';
  return me ? t(`event.thrown${way}.me`, { value: what }) : t(`event.thrown${way}`, { name: names.side(side), value: what });
}

/**
 * @param {Extract<Event, {e: 'moved'}>} event
 * @param {Around} around
 */
function moved({ side, pawn, from, to, hits, by }, { names, gate, centre }) {
  const me = names.isMySide(side);
  const step = stepWords({ from, to }, { gate, centre });
  const seed = pawnName(side, pawn);
  const victims = (hits ?? []).map((hit) => names.pawn(/** @type {Side} */ (hit.side), hit.pawn));
  const way = victims.length ? 'hit' : 'moved';
  const params = { seed, step, victims: listed(victims), n: victims.length };
  const said = me ? t(`event.${way}.me`, params) : t(`event.${way}`, { ...params, name: names.side(side) });
  const how = { forced: t('event.by.forced'), clock: t('event.by.clock'), away: t('event.by.away') }[String(by)];
  return how ? `${said} ${how}` : said;
}

/**
 * Where a step leads, in words: "from 14 through the gate to 17".
 * @param {{from: number, to: number}} step
 * @param {{gate: number, centre: number}} board
 */
export function stepWords({ from, to }, { gate, centre }) {
  if (to === centre) return t('step.centre', { from });
  if (from === 0) return t('step.entry', { to });
  if (from <= gate && to > gate) return t('step.gate', { from, to });
  return t('step.plain', { from, to });
}

/**
 * @param {string[][]} ranks
 * @param {string} why
 * @param {Names} names
 */
export function ended(ranks, why, names) {
  let place = 1;
  const places = ranks.map((sides) => {
    const who = sides.map((side) => (names.isMySide(/** @type {Side} */ (side)) ? t('you') : names.side(/** @type {Side} */ (side))));
    const text = t('event.place', { place, names: listed(who) });
    place += sides.length;
    return text;
  });
  const words = t('event.ended', { places: places.join(', ') });
  return why === 'finished' ? words : `${words} ${t(`event.ended.${why}`)}`;
}

/** What one who looks on says to the others who do. @param {{phrase: string, name?: string}} aside */
export function asideWords({ phrase, name }) {
  return capital(t('event.aside', { name: name ? isolated(name) : t('event.somebody'), words: phraseWords(phrase) }));
}

/** A phrase of the house's list; what a newer server adds is said by its key. @param {string} key */
export function phraseWords(key) {
  return hasWords(`phrase.${key}`) ? t(`phrase.${key}`) : key.replace(/_/g, ' ');
}
