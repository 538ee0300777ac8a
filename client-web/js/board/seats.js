// @ts-check
// The seats: who plays which seeds, whose turn it is and how long, how each is connected, gates, seeds home, and mute.

import { h, refill, s, set, write } from './dom.js';
import { animate } from './motion.js';
import { gatePicture, seedPicture } from './picture.js';
import { isolated, speedOf, turnOf } from './scene.js';
import { SIDES, sidesFrom, squaresOf } from './squares.js';

/** @typedef {import('./squares.js').Side} Side */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../../types/protocol').ChairView} ChairView */
/** @typedef {{element: HTMLElement, parts: Record<string, HTMLElement | SVGElement>, drawn: string}} Seat */

const AROUND = 2 * Math.PI * 27;

/**
 * The seats panel.
 * @param {{
 *   t: import('./scene.js').Words,
 *   mute?: (chair: number) => void,
 *   isMuted?: (chair: number) => boolean,
 * }} options `mute` turns it on and off; without it there is no such button
 */
export function makeSeats({ t, mute, isMuted = () => false }) {
  const list = h('ul', { class: 'seats-list' });
  const more = h('button', { type: 'button', class: 'seats-more' });
  const element = h('section', { class: 'seats' }, list, more);
  // On a phone, upright or held sideways, the seats are one row of rings until somebody wants to read more.
  const narrow = typeof matchMedia === 'function' ? matchMedia('(max-width: 759px), (max-height: 480px)') : null;
  let open = false;
  /** @type {Map<number, Seat>} */
  const seats = new Map();
  /** @type {Scene | null} */
  let scene = null;
  /** How long the open question lasts in all, as far as was seen. @type {{key: string, ms: number}} */
  let whole = { key: '', ms: 1 };
  const timer = setInterval(tick, 250);

  function fold() {
    const compact = !!narrow?.matches && !open;
    set(element, { class: compact ? 'seats seats-compact' : 'seats' });
    set(more, { hidden: !narrow?.matches, 'aria-expanded': String(open), 'aria-label': t(open ? 'seats.less' : 'seats.more') });
    if (!more.firstChild) more.append(s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, s('path', { d: 'M6 9.5L12 15.5L18 9.5' })));
  }
  more.addEventListener('click', () => {
    open = !open;
    fold();
  });
  // Safari before 14 knows no listeners here; there the row keeps its first form.
  narrow?.addEventListener?.('change', fold);

  /** @param {Scene} next */
  function update(next) {
    scene = next;
    fold();
    set(element, { 'aria-label': t('seats.name') });
    const view = next.view;
    const order = inOrder(next);
    for (const [no, seat] of seats) {
      if (!order.includes(no)) {
        seat.element.remove();
        seats.delete(no);
      }
    }
    for (const no of order) {
      const chair = view?.chairs[no];
      if (!chair) continue;
      const seat = seats.get(no) ?? made(no);
      describe(seat, no, chair);
    }
    // Nothing is moved that stands in its place: who has the focus keeps it.
    const elements = order.flatMap(no => seats.get(no)?.element ?? []);
    if (elements.some((element, at) => list.children[at] !== element)) list.append(...elements);
    tick();
  }

  /** @param {number} no */
  function made(no) {
    const ring = s('circle', { class: 'ring-left', r: 27, cx: 32, cy: 32, 'stroke-dasharray': AROUND.toFixed(1), transform: 'rotate(-90 32 32)' });
    const parts = {
      picture: h('span', { class: 'seat-seed' }),
      ring,
      name: h('bdi', { class: 'seat-name' }),
      side: h('span', { class: 'unseen' }),
      you: h('span', { class: 'seat-you' }),
      kind: h('span', { class: 'seat-kind' }),
      state: h('span', { class: 'seat-state' }),
      dot: h('span', { class: 'seat-dot', 'aria-hidden': 'true' }),
      gate: h('span', { class: 'seat-gate' }),
      home: h('span', { class: 'seat-home' }),
      clock: h('span', { class: 'seat-clock', 'aria-hidden': 'true' }),
      bank: h('span', { class: 'seat-bank' }),
      links: h('span', { class: 'seat-links' }),
      time: h('span', { class: 'seat-time' }),
      mute: h('button', { type: 'button', class: 'seat-mute' }),
    };
    const picture = h('div', { class: 'seat-ring', 'aria-hidden': 'true' },
      s('svg', { viewBox: '0 0 64 64', class: 'ring', focusable: 'false' }, s('circle', { class: 'ring-all', r: 27, cx: 32, cy: 32 }), ring),
      parts.picture);
    const element = h('li', { class: 'seat' }, picture,
      h('div', { class: 'seat-words' },
        h('p', { class: 'seat-line' }, h('span', { class: 'seat-who' }, parts.dot, parts.name), parts.side, parts.you, parts.kind),
        h('p', { class: 'seat-line seat-small' }, parts.state, parts.gate, parts.home, parts.time, parts.links)),
      h('div', { class: 'seat-end' }, parts.clock, parts.bank, mute ? parts.mute : null));
    parts.mute.addEventListener('click', () => mute?.(no));
    const seat = { element, parts, drawn: '' };
    seats.set(no, seat);
    return seat;
  }

  /** @param {Seat} seat @param {number} no @param {ChairView} chair */
  function describe(seat, no, chair) {
    if (!scene) return;
    const { parts } = seat;
    const turn = turnOf(scene);
    const side = /** @type {Side | undefined} */ (chair.side ?? undefined);
    const own = side ? scene.view?.sides?.[side] : undefined;
    const playing = scene.view?.stage === 'playing';
    const me = no === scene.chair && !scene.watcher;
    const active = !!turn && turn.side === side;
    if (seat.drawn !== String(side)) {
      seat.drawn = String(side);
      refill(/** @type {Element} */ (parts.picture), side ? seedPicture(side) : h('span', { class: 'seat-number' }, String(no + 1)));
    }
    const connection = connectionOf(scene, no, chair);
    set(seat.element, {
      class: ['seat', side ? `seat-${side}` : '', active ? 'seat-active' : '', own?.left ? 'seat-left' : '', me ? 'seat-me' : '',
        chair.kind === 'empty' ? 'seat-empty' : '', active && seat.element.classList.contains('seat-late') ? 'seat-late' : ''].filter(Boolean).join(' '),
      'aria-current': active ? 'true' : null,
      'data-chair': no,
      'data-state': connection,
    });
    put(parts.name, chair.name ? chair.name : t('seats.free'));
    put(parts.side, side ? t(`side.${side}`) : '');
    put(parts.you, me ? t('you') : '');
    put(parts.kind, chair.kind === 'house' ? t('seats.house', { brain: chair.brain ?? '' }) : chair.kind === 'bot' ? t('seats.bot') : '');
    set(/** @type {Element} */ (parts.dot), { class: `seat-dot dot-${connection}` });
    // Ring, frame and clock show whose turn it is; the words are for ears, so that a seat does not grow when it is asked.
    const state = stateOf(chair, connection, own, active);
    set(/** @type {Element} */ (parts.state), { class: `seat-state ${state === t('seats.turn') ? 'unseen' : ''}` });
    put(parts.state, state);
    const gated = !!own && scene.view?.rules.gate !== 'open' && own.rank === 0 && !own.left;
    const gate = /** @type {HTMLElement} */ (parts.gate);
    gate.hidden = !gated;
    if (gated && own) {
      const key = own.right ? 'open' : 'shut';
      if (gate.dataset.gate !== key) {
        const won = gate.dataset.gate === 'shut' && own.right;
        gate.dataset.gate = key;
        refill(gate, gatePicture(own.right), h('span', { class: 'unseen' }));
        if (won) animate(gate, [{ transform: 'scale(1.9)' }, { transform: 'scale(1)' }], { duration: speedOf({}) === 'off' ? 0 : 600, easing: 'ease-out' });
      }
      set(gate, { class: `seat-gate seat-gate-${key}`, title: t(`gate.${key}`) });
      write(/** @type {Element} */ (gate.lastChild), t(`gate.${key}`));
    }
    const centre = squaresOf(scene.view?.rules)?.centre ?? -1;
    const pawns = Object.values(own?.pawns ?? {});
    const home = pawns.filter(at => at === centre).length;
    put(parts.home, own && playing && !own.left ? t('seats.home', { n: home, of: pawns.length }) : '');
    put(parts.links, playing && chair.links_left !== null && chair.links_left !== undefined && chair.links_left < 100
      ? t('seats.links', { n: chair.links_left }) : '');
    put(parts.time, chair.more_time ? t('seats.more_time') : '');
    const muted = isMuted(no);
    set(/** @type {Element} */ (parts.mute), {
      hidden: me || chair.kind === 'empty' || chair.kind === 'house', 'aria-pressed': String(muted),
      'aria-label': t(muted ? 'seats.unmute' : 'seats.mute', { name: isolated(chair.name ?? '') }), title: t(muted ? 'seats.muted' : 'phrases.mute'),
    });
    if (seat.element.dataset.muted !== String(muted)) {
      seat.element.dataset.muted = String(muted);
      refill(/** @type {Element} */ (parts.mute), speaker(muted));
    }
  }

  /** @param {ChairView} chair @param {string} connection @param {{rank: number, left?: boolean} | undefined} own @param {boolean} active */
  function stateOf(chair, connection, own, active) {
    if (own?.left) return t('tell.left');
    if (own && own.rank > 0) return t('seats.rank', { n: own.rank });
    if (chair.stand_in) return t('seats.stand_in', { brain: chair.stand_in });
    if (chair.away) return t('seats.away');
    if (connection === 'gone') return t('tell.gone');
    if (connection === 'shaky') return t('tell.silent');
    if (active) return t('seats.turn');
    if (scene?.view?.stage === 'readying' || scene?.view?.stage === 'gathering') {
      return chair.kind === 'empty' ? '' : t(chair.ready ? 'tell.ready' : 'tell.not_ready');
    }
    return '';
  }

  /** Lets the ring of who is in turn drain. */
  function tick() {
    const turn = scene && turnOf(scene);
    for (const [no, seat] of seats) {
      const { parts } = seat;
      const chair = scene?.view?.chairs[no];
      const active = !!turn && chair?.side === turn.side;
      const bank = chair?.bank ?? null;
      let left = active && turn.deadline && scene?.left ? Math.max(0, scene.left(turn.deadline)) : null;
      if (left === null || !Number.isFinite(left) || !scene || !turn) {
        set(/** @type {Element} */ (parts.ring), { 'stroke-dashoffset': active ? '0' : AROUND.toFixed(1) });
        put(parts.clock, '');
        put(parts.bank, bank !== null && turn && no === scene?.chair ? t('seats.bank', { s: Math.ceil(bank / 1000) }) : '');
        seat.element.classList.remove('seat-late');
        continue;
      }
      // The deadline of a choice holds the bank: first the choice's own time runs, then the bank.
      let rest = bank;
      if (turn.phase === 'move' && bank !== null) {
        rest = Math.min(bank, left);
        left = Math.max(0, left - bank);
      }
      const key = `${turn.asked}:${turn.phase}:${chair?.more_time}`;
      const inBank = left === 0 && rest !== null && turn.phase === 'move';
      const running = inBank ? rest ?? 0 : left;
      const name = `${key}:${inBank}`;
      if (whole.key !== name) whole = { key: name, ms: Math.max(usual(scene, turn.phase, inBank, bank) * (chair?.more_time && !inBank ? 2 : 1), running) };
      const part = whole.ms > 0 ? Math.min(1, running / whole.ms) : 0;
      set(/** @type {Element} */ (parts.ring), { 'stroke-dashoffset': (AROUND * (1 - part)).toFixed(1) });
      put(parts.clock, clock(running));
      put(parts.bank, rest !== null && !inBank ? t('seats.bank', { s: Math.ceil(rest / 1000) }) : inBank ? t('seats.in_bank') : '');
      seat.element.classList.toggle('seat-late', left + (turn.phase === 'move' ? rest ?? 0 : 0) <= 5000);
      seat.element.classList.toggle('seat-in-bank', inBank);
    }
  }

  return {
    element,
    update,
    close() {
      narrow?.removeEventListener?.('change', fold);
      clearInterval(timer);
    },
  };
}

/** How long a question usually lasts, so that the ring of one who comes back is not full. @param {Scene} scene @param {'throw' | 'move'} phase @param {boolean} inBank @param {number | null} bank */
function usual(scene, phase, inBank, bank) {
  if (inBank) return bank ?? 0;
  const table = { casual: [12, 20], quick: [6, 8], relaxed: [60, 180], none: [0, 0] };
  const [toThrow = 0, toMove = 0] = table[scene.view?.clock ?? 'none'] ?? [];
  return (phase === 'throw' ? toThrow : toMove) * 1000;
}

/** Chairs in the order of throws, mine first; before the lots in their own order. @param {Scene} scene */
function inOrder(scene) {
  const view = scene.view;
  if (!view) return [];
  const all = Object.keys(view.chairs).map(Number);
  const sides = sidesFrom(scene.bottom).filter(side => SIDES.includes(side) && view.sides?.[side]);
  const seated = sides.map(side => /** @type {number} */ (view.sides?.[side]?.chair));
  return [...seated, ...all.filter(no => !seated.includes(no))];
}

/** @param {Scene} scene @param {number} no @param {ChairView} chair @returns {'online' | 'shaky' | 'gone' | 'away' | 'bot' | 'empty'} */
function connectionOf(scene, no, chair) {
  if (chair.kind === 'empty') return 'empty';
  if (chair.kind === 'house') return 'bot';
  if (chair.away) return 'away';
  if (scene.around?.chairs[no] === false) return 'gone';
  if (scene.around?.silent?.includes(no)) return 'shaky';
  return 'online';
}

/** @param {boolean} muted */
function speaker(muted) {
  return s('svg', { viewBox: '0 0 24 24', class: 'speaker', 'aria-hidden': 'true', focusable: 'false' },
    s('path', { class: 'speaker-box', d: 'M4 9.5H8L13 5V19L8 14.5H4Z' }),
    s('path', { class: 'speaker-line', d: muted ? 'M16.5 9.5L21.5 14.5M21.5 9.5L16.5 14.5' : 'M16 9Q18 12 16 15M18.5 6.5Q22.5 12 18.5 17.5' }));
}

/** Minutes and seconds, the last one counted up. @param {number} ms */
function clock(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @param {Element | undefined} element @param {string} text */
function put(element, text) {
  if (element) write(element, text);
}
