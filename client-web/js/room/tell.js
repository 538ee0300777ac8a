// @ts-check
// Answers in words to what a player wants to know: who, where, why, how long. For ears, and for the typed line.

import { choicesOf, distinct, turnOf, whyNot } from '../board/scene.js';
import { squaresOf } from '../board/squares.js';
import { listed, t } from '../words.js';
import { pawnName } from './names.js';
import { stepWords } from './sentences.js';
import { statusOf } from './status.js';

/** @typedef {import('./names.js').Names} Names */
/** @typedef {import('./names.js').Side} Side */

const ORDER = /** @type {Side[]} */ (['S', 'E', 'N', 'W']);

/** The gate and the centre of a table's board. @param {any} view */
export function boardOf(view) {
  const size = Number(view?.rules?.board ?? 5);
  return { gate: 4 * (size - 1), centre: size * size };
}

/**
 * What I may do now, for the assertive voice: "Choose a seed to move 4: 1, from 12 to 16; 2, …".
 * @param {any} scene
 * @param {Names} names
 * @param {boolean} again
 */
export function question(scene, names, again) {
  const turn = turnOf(scene);
  const status = statusOf(scene, names, again).text;
  if (!turn || turn.phase === 'throw') return status;
  const choices = distinct(choicesOf(scene));
  if (choices.length === 1) return `${status}: ${choiceWords(choices[0], scene, names, false)}.`;
  const several = new Set(choices.map((choice) => choice.value)).size > 1;
  return `${status}: ${choices.map((choice) => choiceWords(choice, scene, names, several)).join('; ')}.`;
}

/**
 * @param {import('../board/scene.js').Choice} choice
 * @param {any} scene
 * @param {Names} names
 * @param {boolean} several whether the value must be said
 */
function choiceWords(choice, scene, names, several) {
  const board = boardOf(scene.view);
  const step = stepWords(choice, board);
  const seed = several ? t('tell.seed.by', { n: choice.pawn + 1, value: choice.value }) : t('tell.seed', { n: choice.pawn + 1 });
  const parts = [`${seed} ${step}`];
  if (choice.hits.length) {
    parts.push(t('tell.hits', { victims: listed(choice.hits.map((hit) => names.pawn(hit.side, hit.pawn)), choice.drawn ? 'or' : 'and') }));
  } else if (choice.to !== board.centre && squaresOf(scene.view.rules)?.safe.has(choice.to)) {
    parts.push(t('tell.safe'));
  }
  return parts.join(', ');
}

/** Where the seeds of one side stand. @param {any} view @param {Side} side @param {Names} names */
function pieces(view, side, names) {
  const seat = view.sides[side];
  const { centre } = boardOf(view);
  const places = Object.entries(seat.pawns).map(([pawn, at]) => {
    const seed = pawnName(side, Number(pawn));
    if (at === 0) return t('tell.off', { seed });
    return at === centre ? t('tell.home', { seed }) : t('tell.on', { seed, at: Number(at) });
  });
  const state = seat.left ? t('tell.left') : seat.rank ? t('tell.rank', { n: seat.rank }) : t(seat.right ? 'gate.open' : 'gate.shut');
  const who = names.isMySide(side) ? t('tell.yours', { side: t(`side.${side}`) }) : `${names.side(side)}, ${t(`side.${side}`)}`;
  return `${who}: ${places.join(', ')}; ${state}.`;
}

/** P: where my seeds stand. @param {any} scene @param {Names} names */
export function myPieces(scene, names) {
  if (!scene.view?.sides) return t('tell.no_pieces');
  const side = names.mySide ?? scene.bottom;
  return scene.view.sides[side] ? pieces(scene.view, side, names) : t('tell.no_pieces');
}

/** O: who the others are, and where they stand. @param {any} scene @param {Names} names */
export function opponents(scene, names) {
  const { view } = scene;
  if (!view) return t('status.coming');
  if (!view.sides || Object.keys(view.sides).length === 0) return who(scene, names);
  const others = ORDER.filter((side) => view.sides[side] && !names.isMySide(side));
  return others.map((side) => pieces(view, side, names)).join(' ');
}

/** S: the board square by square along my own route, only where somebody stands. @param {any} scene @param {Names} names */
export function scan(scene, names) {
  const { view } = scene;
  const squares = view && squaresOf(view.rules);
  if (!squares || !view.sides || Object.keys(view.sides).length === 0) return t('tell.no_pieces');
  const bottom = /** @type {Side} */ (scene.bottom);
  /** @type {Map<number, string[]>} */
  const here = new Map();
  /** @type {string[]} */
  const off = [];
  for (const side of ORDER) {
    const seat = view.sides[side];
    if (!seat || seat.left) continue;
    for (const [pawn, at] of Object.entries(seat.pawns)) {
      if (Number(at) === 0) {
        off.push(names.pawn(side, Number(pawn)));
        continue;
      }
      const square = squares.at(side, Number(at), bottom);
      const mine = squares.indexAt(square, bottom, bottom);
      here.set(mine, [...(here.get(mine) ?? []), names.pawn(side, Number(pawn))]);
    }
  }
  const rows = [...here].sort(([a], [b]) => a - b).map(([at, seeds]) =>
    t(at === squares.centre ? 'tell.scan.centre' : 'tell.scan', { at, seeds: listed(seeds) }));
  if (off.length) rows.push(`${t('tell.off', { seed: listed(off) })}.`);
  return rows.join(' ');
}

/** C: how much time is left. @param {any} scene @param {Names} names */
export function clock(scene, names) {
  const turn = turnOf(scene);
  if (!turn) return t('tell.no_clock');
  const mine = names.isMySide(turn.side);
  const name = names.side(turn.side);
  if (!turn.deadline || scene.left(turn.deadline) === Infinity) return mine ? t('tell.untimed.me') : t('tell.untimed', { name });
  const n = Math.max(0, Math.ceil(scene.left(turn.deadline) / 1000));
  const chair = scene.view.chairs[names.sides.get(turn.side) ?? -1];
  const bank = chair?.bank ? ` ${t('tell.bank', { n: Math.round(chair.bank / 1000) })}` : '';
  return (mine ? t('tell.time.me', { n }) : t('tell.time', { name, n })) + bank;
}

/** Why each seed that may not move may not. @param {any} scene @param {Names} names */
export function why(scene, names) {
  const turn = turnOf(scene);
  if (!turn || turn.phase !== 'move') return t('tell.why.none');
  const lines = Object.keys(turn.blocked ?? {}).map((pawn) =>
    t('tell.why', { seed: pawnName(/** @type {Side} */ (turn.side), Number(pawn)), why: whyNot(scene, Number(pawn), t) ?? '' }));
  return lines.length ? lines.join(' ') : t('tell.why.all', { name: names.isMySide(turn.side) ? t('you') : names.side(turn.side) });
}

/** Who sits where. @param {any} scene @param {Names} names */
export function who(scene, names) {
  const { view, around } = scene;
  if (!view) return t('status.coming');
  const lines = Object.entries(view.chairs).map(([key, value]) => {
    const [no, chair] = [Number(key), /** @type {any} */ (value)];
    if (chair.kind === 'empty') return t('tell.chair.free', { n: no + 1 });
    const marks = [
      chair.side && t(`side.${chair.side}`),
      names.isMe(no) && t('you'),
      view.host === no && t('tell.host'),
      view.stage === 'readying' && t(chair.ready ? 'tell.ready' : 'tell.not_ready'),
      chair.away && t('tell.away'),
      chair.more_time && t('seats.more_time'),
      around?.chairs?.[no] === false && t('tell.gone'),
      around?.silent?.includes(no) && t('tell.silent'),
    ].filter(Boolean);
    return t('tell.chair', { n: no + 1, name: [names.chair(no), ...marks].join(', ') });
  });
  if (around?.watchers) lines.push(watchers(around));
  return lines.join(' ');
}

/** How many look on, and who of them said a name. @param {any} around */
export function watchers(around) {
  const names = around.names ?? [];
  const count = t('tell.watchers', { n: around.watchers });
  return names.length ? `${count}: ${names.join(', ')}.` : `${count}.`;
}
