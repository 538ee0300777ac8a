// @ts-check
// What a cell of the board is called: its square, who stands there, and what may be done.

import { choicesOf, isMine, listed, nameOf, pawnName } from './scene.js';
import { SIDES, sidesFrom } from './squares.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./squares.js').Squares} Squares */
/** @typedef {import('./squares.js').Square} Square */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').Choice} Choice */
/** @typedef {import('./scene.js').Words} Words */

/**
 * The name of a cell: "Square 7, Ravi's seed N2, you can hit it with seed 3".
 * @param {Scene} scene
 * @param {Squares} squares
 * @param {Square} square
 * @param {Words} t
 */
export function cellName(scene, squares, square, t) {
  const index = squares.indexAt(square, scene.bottom, scene.bottom);
  const centre = index === squares.centre;
  const parts = [centre ? t('board.cell.centre') : t('board.cell.square', { n: index })];
  const home = centre ? undefined : SIDES.find(side => scene.view?.sides?.[side] && squares.indexAt(square, side, scene.bottom) === 1);
  if (home) parts.push(home === scene.side ? t('board.cell.my_home') : t('board.cell.home', { name: nameOf(scene, home, t) }));
  else if (!centre && squares.safe.has(index)) parts.push(t('board.cell.safe'));
  const mine = scene.side;
  const rules = scene.view?.rules;
  if (mine && index === squares.gate && rules?.gate !== 'open') {
    parts.push(t(scene.view?.sides?.[mine]?.right ? 'board.cell.gate_open' : 'board.cell.gate_shut'));
  }
  for (const side of sidesFrom(scene.bottom)) {
    const here = pawnsAt(scene, squares, square, side);
    if (here.length) parts.push(owned(scene, side, here, t));
    if (home === side) {
      const off = Object.values(scene.view?.sides?.[side]?.pawns ?? {}).filter(at => at === 0).length;
      if (off) parts.push(t(side === mine ? 'board.cell.my_off' : 'board.cell.off', { n: off, name: nameOf(scene, side, t) }));
    }
  }
  if (isMine(scene, 'move') && mine) parts.push(...offers(scene, squares, square, mine, t));
  return parts.join(', ');
}

/**
 * The pawns of a side on a square.
 * @param {Scene} scene @param {Squares} squares @param {Square} square @param {Side} side
 */
export function pawnsAt(scene, squares, square, side) {
  const seat = scene.view?.sides?.[side];
  if (!seat || seat.left) return [];
  const index = squares.indexAt(square, side, scene.bottom);
  return Object.entries(seat.pawns).filter(([, at]) => at === index).map(([pawn]) => +pawn);
}

/** @param {Scene} scene @param {Side} side @param {number[]} pawns @param {Words} t */
function owned(scene, side, pawns, t) {
  const seeds = listed(pawns.map(pawn => pawnName(side, pawn)), t);
  if (side === scene.side) return t('board.cell.mine', { n: pawns.length, seeds });
  return t('board.cell.theirs', { n: pawns.length, seeds, name: nameOf(scene, side, t) });
}

/** @param {Scene} scene @param {Squares} squares @param {Square} square @param {Side} mine @param {Words} t */
function offers(scene, squares, square, mine, t) {
  const choices = choicesOf(scene);
  const index = squares.indexAt(square, mine, scene.bottom);
  const parts = [];
  const leaving = choices.filter(choice => choice.from === index);
  if (leaving.length) {
    const places = [...new Set(leaving.map(choice => choice.to))].map(to => placeName(squares, to, t));
    parts.push(t(leaving.some(choice => choice.hits.length) ? 'board.cell.can_move_hit' : 'board.cell.can_move', { places: listed(places, t, 'or') }));
  }
  const coming = choices.filter(choice => choice.to === index);
  if (coming.length) {
    const seeds = listed([...new Set(coming.map(choice => String(choice.pawn + 1)))], t, 'or');
    parts.push(t(coming.some(choice => choice.hits.length) ? 'board.cell.can_hit' : 'board.cell.can_come', { seeds }));
  }
  return parts;
}

/** `16`, or the word for the centre. @param {Squares} squares @param {number} index @param {Words} t */
export function placeName(squares, index, t) {
  return index === squares.centre ? t('board.centre') : String(index);
}

/**
 * What a choice shows, apart: its seed and its value, where these differ among what is asked, and where it leads.
 * @param {Squares} squares @param {Side} side @param {Choice} choice @param {Choice[]} among @param {Words} t
 */
export function choiceParts(squares, side, choice, among, t) {
  const differ = (/** @type {'pawn' | 'value'} */ what) => new Set(among.map(other => other[what])).size > 1;
  return {
    seed: differ('pawn') || !differ('value') ? pawnName(side, choice.pawn) : '',
    value: differ('value') ? String(choice.value) : '',
    to: t('board.choice.to', { to: placeName(squares, choice.to, t) }),
    hits: choice.hits.map(hit => pawnName(hit.side, hit.pawn)),
  };
}

/**
 * A choice as the name of its button, beginning with what it shows: "S2 8 → 20, through the gate".
 * @param {Squares} squares @param {Side} side @param {Choice} choice @param {Choice[]} among @param {Words} t
 */
export function choiceName(squares, side, choice, among, t) {
  const { seed, value, to, hits } = choiceParts(squares, side, choice, among, t);
  const name = [seed, value, to].filter(Boolean).join(' ');
  if (hits.length) return `${name}, ${hitWords(hits, choice.drawn, t)}`;
  return choice.from <= squares.gate && choice.to > squares.gate ? `${name}, ${t('board.choice.gate')}` : name;
}

/** @param {string[]} hits @param {boolean} drawn @param {Words} t */
export function hitWords(hits, drawn, t) {
  return t('board.choice.hits', { n: drawn ? 1 : hits.length, whom: listed(hits, t, drawn ? 'or' : 'and') });
}
