// @ts-check
// The board: slate, seeds and marks drawn as a scene says, and what somebody does on it told as wishes. It knows no socket and no rule.

import { makeCells } from './cells.js';
import { faceOf, makeChooser } from './chooser.js';
import { h, s, set } from './dom.js';
import { CELL, drawGround, marginOf } from './ground.js';
import { bloom, flash } from './lights.js';
import { makeMarks, middle } from './marks.js';
import { tumble, tumbleMs } from './motion.js';
import { cellName, choiceName, choiceParts, pawnsAt } from './names.js';
import { choicesOf, distinct, isMine, pawnName, speedOf, turnOf, whyNot } from './scene.js';
import { makeSeeds } from './seeds.js';
import { heapOn, isCrowded, spotAt, spotOf } from './spots.js';
import { SIDES, squaresOf } from './squares.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./squares.js').Squares} Squares */
/** @typedef {import('./squares.js').Square} Square */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').News} News */
/** @typedef {import('./scene.js').Choice} Choice */
/** @typedef {import('./spots.js').Spot} Spot */

/** Below so many CSS pixels a square is small: three seeds on it are drawn as heaps. */
const SMALL = 50;
/** Things closer to each other than this may be meant by one finger, in CSS pixels. */
const FINGER = 24;

/**
 * A board.
 * @param {{
 *   t: import('./scene.js').Words,
 *   wish?: (wish: import('./scene.js').Wish) => void,
 *   say?: (sentence: string) => void,
 *   settings?: () => import('./scene.js').Settings,
 * }} options
 */
export function makeBoard({ t, wish = () => {}, say, settings = () => ({}) }) {
  const ground = s('svg', { class: 'board-ground', 'aria-hidden': 'true', focusable: 'false' });
  const picture = s('svg', { class: 'board-seeds', 'aria-hidden': 'true', focusable: 'false' });
  const layer = s('g', { class: 'pawns' });
  const marks = makeMarks();
  picture.append(...marks.below, layer, ...marks.above);
  const seeds = makeSeeds(layer);
  const cells = makeCells({ press: pressCell, wantsSpace: () => !!scene && isMine(scene, 'move'), look: square => lookAt(square ? spotOfCell(square) : null) });
  const chooser = makeChooser({ t });
  const bubble = h('p', { class: 'bubble', hidden: true, ...(say ? { 'aria-hidden': 'true' } : { role: 'status' }) });
  const element = h('div', { class: 'board' }, ground, picture, cells.element, bubble, chooser.element);

  /** @type {Scene | null} */
  let scene = null;
  /** @type {Squares | null} */
  let squares = null;
  let laidOut = '';
  let width = 0;
  let margin = marginOf(false);
  /** @type {{side: Side, from: number, to: number} | null} */
  let last = null;
  /** @type {string | null} */
  let lastMatch = null;
  /** @type {{key: string, since: number} | null} */
  let ghost = null;
  let looked = '';
  /** Where the mouse rests, in units of the drawing. @type {[number, number] | null} */
  let hover = null;
  let bubbleTimer = 0;
  let asked = -1;

  const watcher = typeof ResizeObserver === 'function' ? new ResizeObserver(resized) : null;
  watcher?.observe(element);

  element.addEventListener('pointermove', event => {
    if (event.pointerType === 'touch') return;
    hover = pointOf(event);
    if (!chooser.open) lookAt(spotOfPointer(event));
  });
  element.addEventListener('pointerleave', () => {
    hover = null;
    if (!chooser.open) lookAt(null);
  });
  /** @type {string} */
  let pointer = 'mouse';
  element.addEventListener('pointerdown', event => {
    pointer = event.pointerType;
  });
  element.addEventListener('click', event => {
    if (!(event.target instanceof Element) || event.target.closest('.chooser')) return;
    // A click without a place comes from a screen reader.
    const named = event.detail === 0 ? cells.placeOf(event.target) : null;
    if (named) pressCell(named);
    else press(spotOfPointer(event), pointer === 'touch', event);
  });

  /**
   * Draws a scene; `news` says how it came about.
   * @param {Scene} next
   * @param {News} [news]
   */
  function update(next, news) {
    scene = next;
    squares = squaresOf(next.view?.rules);
    if (!squares) {
      element.hidden = true;
      return;
    }
    element.hidden = false;
    layOut(squares);
    const live = news?.how === 'live' && next.past === undefined;
    remember(news);
    const ghostOf = ghostMove();
    const waited = ghost ? performance.now() - ghost.since : 0;
    if (!ghostOf) ghost = null;
    draw(ghostOf);
    cells.name(square => cellName(next, /** @type {Squares} */ (squares), square, t));
    // Another question: what was asked and said about the last one goes.
    const question = isMine(next, 'move') ? turnOf(next)?.asked ?? 0 : -1;
    if (question !== asked) {
      asked = question;
      chooser.close();
      hush();
    }
    if (live && news) play(news, waited);
  }

  /** @param {Squares} squares */
  function layOut(squares) {
    const view = scene?.view;
    const bottom = scene?.bottom ?? 'S';
    const yard = typeof view?.rules.entry === 'object';
    const playing = view?.sides ? SIDES.filter(side => view.sides?.[side]) : SIDES.slice();
    const numbers = !!settings().numbers;
    const key = [squares.size, bottom, yard, playing.join(''), numbers, [...squares.safe].join(), document.documentElement.lang].join();
    if (key === laidOut) return;
    const cellsToo = laidOut.split(',').slice(0, 2).join() !== key.split(',').slice(0, 2).join();
    laidOut = key;
    margin = marginOf(yard);
    drawGround(ground, { squares, bottom, playing: [...playing], yard, numbers });
    set(picture, { viewBox: ground.getAttribute('viewBox') });
    const inset = `${(margin / (squares.size * CELL + 2 * margin)) * 100}%`;
    Object.assign(cells.element.style, { top: inset, right: inset, bottom: inset, left: inset });
    if (cellsToo) cells.build(squares.size, squares.at(bottom, 1, bottom) ?? [0, 0], t('board.name'));
    set(cells.element, { 'aria-label': t('board.name') });
    resized();
  }

  function resized() {
    const now = element.clientWidth;
    if (now === width || !squares) return;
    const was = isSmall();
    width = now;
    if (scene && was !== isSmall()) draw(ghostMove());
  }

  function unit() {
    return squares ? (width || element.clientWidth) / (squares.size * CELL + 2 * margin) : 1;
  }

  function isSmall() {
    return width > 0 && unit() * CELL < SMALL;
  }

  /** Keeps the last move for its trail. @param {News | undefined} news */
  function remember(news) {
    const match = scene?.view?.match ?? null;
    if (match !== lastMatch) last = null;
    lastMatch = match;
    for (const event of news?.events ?? []) {
      if (event.e === 'moved') last = { side: event.side, from: event.from, to: event.to };
      if (event.e === 'lots') last = null;
    }
  }

  /** The move that is on its way, if there is one. @returns {Choice | null} */
  function ghostMove() {
    const pending = scene?.pending;
    if (!scene || pending?.what !== 'move') return null;
    const move = choicesOf(scene).find(choice => choice.pawn === pending.pawn && choice.value === pending.value);
    if (!move) return null;
    const key = `${turnOf(scene)?.asked}`;
    if (ghost?.key !== key) ghost = { key, since: performance.now() };
    return move;
  }

  /** @param {Choice | null} ghostOf */
  function draw(ghostOf) {
    if (!scene || !squares) return;
    const turn = turnOf(scene);
    const choices = choicesOf(scene);
    const mine = isMine(scene, 'move');
    seeds.lay(scene, squares, {
      small: isSmall(),
      movable: new Set(mine ? choices.map(choice => choice.pawn) : []),
      forced: choices.length === 1 && scene.past === undefined && !ghostOf ? choices[0]?.pawn ?? null : null,
      ghost: ghostOf ? ghostOf.pawn : null,
    });
    marks.turn(turn?.side ?? null, squares, scene.bottom, margin);
    marks.gates(scene, squares);
    const trail = scene.past === undefined ? last : null;
    marks.last(scene.trail === undefined ? trail : scene.trail, squares, scene.bottom);
    marks.targets(mine ? choices : [], squares, turn?.side ?? 'S', scene.bottom);
    const board = squares;
    const bottom = scene.bottom;
    const there = ghostOf && turn ? board.at(turn.side, ghostOf.to, bottom) : null;
    marks.ghost(ghostOf && turn ? { side: turn.side, pawn: ghostOf.pawn, to: ghostOf.to, beside: !!there && !!heapOn(seeds.lying, there) } : null, board, bottom);
    element.classList.toggle('board-mine', mine);
    element.classList.toggle('board-past', scene.past !== undefined);
    looked = '?';
    if (chooser.open) return;
    const hovered = hover && spotAt(scene, squares, seeds.lying, ...hover);
    lookAt(cells.focused ? spotOfCell(cells.focused) : hovered);
  }

  /** Shows what has just happened. @param {News} news @param {number} waited how long the ghost of the move was shown */
  function play(news, waited) {
    if (!scene || !squares) return;
    const how = settings();
    let delay = 0;
    for (const event of news.events) {
      if (event.e === 'thrown') {
        const ms = tumbleMs(how);
        tumble(ms);
        delay = ms;
      }
      if (event.e !== 'moved') continue;
      const walk = !(event.side === scene.side && waited > 300);
      delay = seeds.show(event, { squares, bottom: scene.bottom, settings: how, delay, walk });
      const square = squares.at(event.side, event.to, scene.bottom);
      if (speedOf(how) === 'off' || !square) continue;
      if (event.hits?.length) flash(marks.flashes, square, delay);
      if (event.to === squares.centre) bloom(marks.flashes, squares, delay);
    }
  }

  /** Where an event of the pointer is, in units of the drawing. @param {MouseEvent} event @returns {[number, number]} */
  function pointOf(event) {
    const box = element.getBoundingClientRect();
    return [(event.clientX - box.left) / unit() - margin, (event.clientY - box.top) / unit() - margin];
  }

  /** @param {MouseEvent} event @returns {Spot | null} */
  function spotOfPointer(event) {
    return scene && squares ? spotAt(scene, squares, seeds.lying, ...pointOf(event)) : null;
  }

  /** @param {Square} square @returns {Spot | null} */
  function spotOfCell(square) {
    return scene && squares ? spotOf(scene, squares, square, null) : null;
  }

  /** Shows where what is looked at could go. @param {Spot | null} at */
  function lookAt(at) {
    if (!scene || !squares) return;
    const turn = turnOf(scene);
    const own = at?.choices ?? [];
    const shown = own.length ? own : at?.coming ?? [];
    const heap = at?.heap ?? (at?.square ? heapOn(seeds.lying, at.square, turn?.side) : null);
    const key = heap || shown.length ? `${heap?.side}${heap?.index}:${shown.map(choice => `${choice.pawn}.${choice.value}`).join()}` : '';
    element.classList.toggle('board-hand', isMine(scene, 'move') && shown.length > 0);
    if (key === looked) return;
    looked = key;
    if (!key) marks.look(null, squares, scene.bottom);
    else if (shown.length && turn) marks.look({ side: turn.side, index: shown[0]?.to ?? 0, choices: shown }, squares, scene.bottom);
    else if (heap) marks.look({ side: heap.side, index: heap.index, choices: [] }, squares, scene.bottom);
  }

  /** @param {Square} square */
  function pressCell(square) {
    press(spotOfCell(square), false, null);
  }

  /** Does what is meant by pressing there. @param {Spot | null} at @param {boolean} finger @param {MouseEvent | null} event */
  function press(at, finger, event) {
    if (!scene || !squares || !at || !isMine(scene, 'move')) return;
    const side = scene.side;
    if (!side) return;
    const direct = event !== null && at.heap?.side === side && at.choices.length > 0;
    const meant = direct ? at.choices : distinct([...at.choices, ...at.coming]);
    if (meant.length === 0) {
      const mine = at.heap?.side === side ? at.heap.pawns : at.square ? pawnsAt(scene, squares, at.square, side) : [];
      if (mine[0] !== undefined) tellWhy(mine[0], at.square);
      return;
    }
    decide(meant, at.square, finger && !!event && isCrowded(scene, squares, seeds.lying, at, ...pointOf(event), FINGER / unit()));
  }

  /**
   * Moves if only one thing can be meant, else asks.
   * @param {Choice[]} meant
   * @param {Square | null} square
   * @param {boolean} doubtful
   */
  function decide(meant, square, doubtful) {
    const [only] = meant;
    if (!scene || !squares || !only || !scene.side) return;
    const { side } = scene;
    const confirm = settings().confirm ?? 'auto';
    const ask = meant.length > 1 || confirm === 'always' || (doubtful && confirm !== 'never');
    if (!ask) return move(only);
    const board = squares;
    const seeds = [...new Set(meant.map(choice => pawnName(side, choice.pawn)))];
    const question = t(meant.length === 1 ? 'board.choice.sure' : seeds.length === 1 ? 'board.choice.which_of' : 'board.choice.which', { seed: seeds.join() });
    chooser.ask(question, meant.map(choice => ({
      words: choiceName(board, side, choice, meant, t),
      face: faceOf(choiceParts(board, side, choice, meant, t), side),
      look: () => {
        looked = 'chooser';
        marks.look({ side, index: choice.to, choices: [choice] }, board, scene?.bottom ?? side);
      },
      act: () => move(choice),
    })), () => lookAt(null));
    place(chooser.element, square ?? board.at(side, Math.max(only.from, 1), scene.bottom));
  }

  /** @param {Choice} choice */
  function move(choice) {
    hush();
    wish({ t: 'move', pawn: choice.pawn, value: choice.value });
  }

  /** Says why a seed may not move. @param {number} pawn @param {Square | null} square */
  function tellWhy(pawn, square) {
    if (!scene || !squares || !scene.side) return;
    const why = whyNot(scene, pawn, t);
    if (!why) return;
    bubble.textContent = why;
    bubble.hidden = false;
    place(bubble, square ?? squares.at(scene.side, 1, scene.bottom));
    say?.(why);
    clearTimeout(bubbleTimer);
    bubbleTimer = setTimeout(hush, 4000);
  }

  function hush() {
    bubble.hidden = true;
  }

  /** Puts a box beside a square, inside the board. @param {HTMLElement} box @param {Square | null} square */
  function place(box, square) {
    if (!squares || !square) return;
    const [x, y] = middle(square);
    const each = unit();
    const below = square[0] < squares.size / 2;
    const edge = (margin + y + (below ? CELL / 2 : -CELL / 2)) * each;
    const top = below ? edge + 4 : edge - box.offsetHeight - 4;
    box.style.top = `${Math.max(4, Math.min(top, element.clientHeight - box.offsetHeight - 4))}px`;
    const left = (margin + x) * each - box.offsetWidth / 2;
    box.style.left = `${Math.max(4, Math.min(left, element.clientWidth - box.offsetWidth - 4))}px`;
  }

  return {
    element,
    update,
    /** As if somebody pressed one of his seeds: it moves, or the value is asked, or the reason is said. @param {number} pawn */
    pick(pawn) {
      if (!scene || !squares || !scene.side || !isMine(scene, 'move')) return;
      const at = squares.at(scene.side, scene.view?.sides?.[scene.side]?.pawns[pawn] ?? 0, scene.bottom);
      const meant = choicesOf(scene).filter(choice => choice.pawn === pawn);
      if (meant.length) decide(meant, at, false);
      else tellWhy(pawn, at);
    },
    /** Shows where a seed could go, as long as somebody points at its button. @param {number | null} pawn */
    look(pawn) {
      if (!scene || !squares || pawn === null || !scene.side) return lookAt(null);
      const meant = choicesOf(scene).filter(choice => choice.pawn === pawn && turnOf(/** @type {Scene} */ (scene))?.side === scene?.side);
      looked = 'tray';
      marks.look({ side: scene.side, index: meant[0]?.to ?? scene.view?.sides?.[scene.side]?.pawns[pawn] ?? 0, choices: meant }, squares, scene.bottom);
    },
    /** Sets the keyboard on the board. */
    focus() {
      cells.focus();
    },
    close() {
      watcher?.disconnect();
      clearTimeout(bubbleTimer);
      chooser.close(false);
    },
  };
}
