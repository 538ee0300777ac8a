// @ts-check
// A film on the same board, with the same cowries and seats as a live table; watchers' eyes, no hands.

import { makeBoard } from '../board/board.js';
import { makeCard } from '../board/card.js';
import { makeCowries } from '../board/cowries.js';
import { makeSeats } from '../board/seats.js';
import { squaresOf } from '../board/squares.js';
import { statisticsOf, viewAt } from '../core/retold.js';
import { SIDES } from '../core/rules/board.js';
import { el, refill, write } from '../elements.js';
import { History } from '../room/history.js';
import { makeMoveList } from '../room/movelist.js';
import { Names } from '../room/names.js';
import { sentence } from '../room/sentences.js';
import { settings } from '../settings.js';
import { t } from '../words.js';
import { makeControls } from './controls.js';
import { Projector } from './projector.js';

/** @typedef {import('../core/retold.js').Film} Film */
/** @typedef {import('../core/rules/board.js').Side} Side */

/** @param {{film: Film, start: number}} options `start` is the step that is shown first */
export function makeScreen({ film, start }) {
  const names = new Names();
  names.look(viewAt(film, 0), undefined);
  const squares = /** @type {import('../board/squares.js').Squares} */ (squaresOf(film.header.rules));
  const around = { names, gate: squares.gate, centre: squares.centre };
  const board = makeBoard({ t, settings });
  const cowries = makeCowries({ t, settings });
  const seats = makeSeats({ t });
  const { history, stepOf, lineAt } = courseOf(film);
  const moves = makeMoveList({ history, centre: () => squares.centre, look: (line) => line !== undefined && projector.go(stepOf[line]) });
  const said = el('p', { class: 'film-said', role: 'status', 'aria-live': 'polite' });
  const card = makeCard({ t });
  const numbers = el('details', { class: 'card numbers', open: true, hidden: true }, el('summary', {}, el('h3', {}, t('end.numbers'))), card.element);
  let bottom = /** @type {Side} */ (SIDES.find((side) => film.sides[side] !== undefined) ?? 'S');

  const projector = new Projector(film, draw);
  const controls = makeControls({ projector, words: placeWords });
  const turn = el('button', { class: 'button small quiet film-turn', type: 'button' }, t('replay.turn'));
  turn.addEventListener('click', () => {
    const sides = SIDES.filter((side) => film.sides[side] !== undefined);
    bottom = sides[(sides.indexOf(bottom) + 1) % sides.length];
    draw(projector.at, 'snapshot');
  });
  const element = el('div', { class: 'film' },
    el('div', { class: 'film-board' }, board.element, el('div', { class: 'film-told' }, cowries.element, said), controls.element),
    el('div', { class: 'film-side' }, seats.element, turn,
      el('section', { class: 'film-moves', 'aria-labelledby': 'film-moves' }, el('h2', { id: 'film-moves', class: 'hidden-words' }, t('moves.title')), moves.element)),
    numbers);

  /** @param {number} at */
  function placeWords(at) {
    if (at === 0) return t('replay.at.start');
    const { throws } = film.steps[at - 1];
    return t(throws > 0 ? 'replay.at.throw' : 'replay.at', { no: throws, at, n: projector.last });
  }

  /** @param {number} at
   * @param {'live' | 'snapshot'} how */
  function draw(at, how) {
    const view = viewAt(film, at);
    const event = film.steps[at - 1]?.event;
    const scene = /** @type {any} */ ({ view, bottom, watcher: true, line: 'live', left: () => Infinity, trail: trailAt(film, at) });
    const news = { events: how === 'live' && event ? [event] : sinceThrow(film, at), how };
    for (const part of [board, cowries, seats]) part.update(scene, news);
    const opening = view.turn ? t('replay.start', { name: names.side(view.turn.side) }) : '';
    write(said, event ? (sentence(event, around) ?? '') : opening);
    moves.update(lineAt[at]);
    if (lineAt[at] === undefined) moves.element.scrollTop = 0;
    controls.update();
    const over = at === projector.last && !film.cut;
    numbers.hidden = !over;
    if (over && card.element.childElementCount === 0) {
      card.update(statisticsOf(film), (/** @type {Side} */ side) => names.plain(names.sides.get(side) ?? -1));
    }
  }

  projector.at = start;
  return {
    element,
    projector,
    controls,
    /** Draws it for the first time, once it stands on the page. */
    begin: () => draw(projector.at, 'snapshot'),
    close() {
      projector.pause();
      for (const part of [board, cowries, seats]) /** @type {{close?: () => void}} */ (part).close?.();
      refill(element);
    },
  };
}

/** What happened from the last throw on: the cowries lie as it left them.
 * @param {Film} film
 * @param {number} at */
function sinceThrow({ steps }, at) {
  let first = at;
  while (first > 0 && steps[first - 1].event.e !== 'thrown') first -= 1;
  return steps.slice(Math.max(first - 1, 0), at).map((step) => step.event);
}

/** The newest move at or before a step: the one whose trail the board shows.
 * @param {Film} film
 * @param {number} at */
function trailAt({ steps }, at) {
  for (let step = at; step > 0; step--) {
    const { event } = steps[step - 1];
    if (event.e === 'moved') return { side: event.side, from: event.from, to: event.to };
  }
  return null;
}

/** The move list of a whole film: which step each of its lines is, and which line belongs to each step.
 * @param {Film} film */
function courseOf(film) {
  const history = new History();
  const lots = /** @type {any} */ ({ e: 'lots', t: 0, sides: film.sides });
  history.told(viewAt(film, 0), [lots], 'live');
  /** @type {number[]} */
  const stepOf = [];
  /** @type {(number | undefined)[]} */
  const lineAt = [undefined];
  film.steps.forEach(({ event }, step) => {
    const before = history.lines.length;
    history.told(viewAt(film, step + 1), [event], 'live');
    if (history.lines.length > before) stepOf.push(step + 1);
    lineAt.push(history.lines.length > 0 ? history.lines.length - 1 : undefined);
  });
  return { history, stepOf, lineAt };
}
