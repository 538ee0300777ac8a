// @ts-check
// The course of a match as far as this page saw it: a line for each move, and where all seeds stood after it.

/** @typedef {import('../../types/protocol').View} View */
/** @typedef {import('../../types/protocol').Event} Event */
/** @typedef {'S' | 'E' | 'N' | 'W'} Side */
/** @typedef {NonNullable<View['sides']>} Sides */

/**
 * @typedef {object} Line a move, or a throw that was lost
 * @property {number} no the number of the throw
 * @property {Side} side
 * @property {number} value
 * @property {number[]} [shells]
 * @property {'moved' | 'passed' | 'gone'} what
 * @property {number} [from]
 * @property {number} [to]
 * @property {number} hits
 * @property {boolean} auto played by the clock, or by the server for somebody away, or what follows by itself from such a throw
 * @property {boolean} forced
 * @property {Sides} after
 */

export class History {
  constructor() {
    /** @type {Line[]} */
    this.lines = [];
    /** Changes whenever lines went, so that a list knows to begin anew. */
    this.age = 0;
    /** @type {Sides} */
    this.now = {};
    /** @type {{no: number, value: number, shells?: number[], auto: boolean}} */
    this.throw = { no: 0, value: 0, auto: false };
    /** How many play; the lots before the first throw take one draw fewer. */
    this.players = 2;
  }

  /**
   * What happened, and how the table stands now.
   * @param {View} view
   * @param {Event[]} events
   * @param {'live' | 'caught_up' | 'snapshot'} how
   */
  told(view, events, how) {
    this.players = Object.keys(view.sides ?? {}).length || this.players;
    if (how === 'snapshot') this.backwards(view, events);
    else for (const event of events) this.forwards(event, view);
    if (view.sides) {
      this.now = copy(view.sides);
      const last = this.lines[this.lines.length - 1];
      if (last) last.after = copy(view.sides);
    }
  }

  /** A snapshot: from how it stands now, moves are taken back one by one. @param {View} view @param {Event[]} events */
  backwards(view, events) {
    this.begin();
    const from = events.map((event) => event.e).lastIndexOf('lots');
    const course = events.slice(from + 1);
    if (!view.sides || view.stage === 'gathering' || view.stage === 'readying') return;
    /** @type {Sides[]} */
    const after = [];
    let sides = copy(view.sides);
    for (let i = course.length - 1; i >= 0; i -= 1) {
      after[i] = sides;
      const event = course[i];
      if (event.e === 'moved') sides = takenBack(sides, event);
    }
    this.now = sides;
    course.forEach((event, i) => {
      this.note(event, after[i]);
    });
  }

  /** @param {Event} event @param {View} view */
  forwards(event, view) {
    if (event.e === 'lots') {
      this.begin();
      this.now = atStart(event.sides, view);
      return;
    }
    if (event.e === 'again') this.begin();
    if (event.e === 'moved') this.now = played(this.now, event, view);
    if (event.e === 'gone' && this.now[event.side]) {
      this.now = copy(this.now);
      this.now[event.side].left = true;
    }
    this.note(event, this.now);
  }

  begin() {
    this.lines = [];
    this.age += 1;
    this.now = {};
  }

  /** @param {Event} event @param {Sides} after */
  note(event, after) {
    if (event.e === 'thrown') this.throw = { no: event.t - this.players + 2, value: event.value, shells: event.shells, auto: isAuto(event.by) };
    const { no, shells, auto } = this.throw;
    if (event.e === 'moved') {
      const { side, value, from, to, by } = event;
      this.lines.push({
        no, side, value, shells, what: 'moved', from, to, hits: event.hits?.length ?? 0,
        // What follows by itself from a throw of the server's is the server's.
        auto: isAuto(by) || (auto && by === 'forced'), forced: by === 'forced', after,
      });
    } else if (event.e === 'passed') {
      this.lines.push({ no, side: event.side, value: event.value, shells, what: 'passed', hits: 0, auto, forced: false, after });
    } else if (event.e === 'gone') {
      this.lines.push({ no, side: event.side, value: 0, what: 'gone', hits: 0, auto: false, forced: false, after });
    }
  }

  /**
   * How the table stood after a line, as a scene that board and seats can draw; nothing is asked in it.
   * @template {{view?: View | null}} S
   * @param {S} scene
   * @param {number} at
   */
  sceneAt(scene, at) {
    const line = this.lines[at];
    if (!scene.view || !line) return scene;
    const turn = { side: line.side, phase: 'throw', asked: -1, t: line.no + 1, shells: line.shells, value: line.value };
    const view = { ...scene.view, stage: 'playing', sides: line.after, turn, result: undefined };
    const trail = line.from === undefined || line.to === undefined ? null : { side: line.side, from: line.from, to: line.to };
    return { ...scene, view: /** @type {View} */ (/** @type {unknown} */ (view)), pending: undefined, past: line.no, trail };
  }
}

/** @param {Sides} sides @returns {Sides} */
function copy(sides) {
  return Object.fromEntries(Object.entries(sides).map(([side, seat]) => [side, { ...seat, pawns: { ...seat.pawns } }]));
}

/** @param {Record<string, number>} lots @param {View} view @returns {Sides} */
function atStart(lots, view) {
  const home = homeOf(view);
  const pawns = Object.fromEntries(Array.from({ length: Number(view.rules.pawns) }, (_, i) => [i, home]));
  return Object.fromEntries(Object.entries(lots).map(([side, chair]) =>
    [side, { chair, pawns: { ...pawns }, right: view.rules.gate === 'open', rank: 0, left: false }]));
}

/** Where a seed goes home to. @param {View} view */
function homeOf(view) {
  return view.rules.entry === 'on_home' ? 1 : 0;
}

/** @param {Sides} before @param {Extract<Event, {e: 'moved'}>} event @param {View} view */
function played(before, event, view) {
  const sides = copy(before);
  const home = homeOf(view);
  if (!sides[event.side]) return sides;
  sides[event.side].pawns[event.pawn] = event.to;
  for (const hit of event.hits ?? []) {
    const victim = sides[hit.side];
    if (!victim) continue;
    victim.pawns[hit.pawn] = home;
    const allHome = Object.values(victim.pawns).every((at) => at <= 1);
    if (allHome && view.rules.hit_right !== 'permanent') victim.right = false;
    sides[event.side].right = true;
  }
  return sides;
}

/** @param {Sides} after @param {Extract<Event, {e: 'moved'}>} event */
function takenBack(after, event) {
  const sides = copy(after);
  if (!sides[event.side]) return sides;
  sides[event.side].pawns[event.pawn] = event.from;
  sides[event.side].rank = 0;
  for (const hit of event.hits ?? []) {
    if (sides[hit.side]) sides[hit.side].pawns[hit.pawn] = hit.from;
  }
  return sides;
}

/** Whether the server did this for a seat: its clock ran out, or it is away. @param {string} by */
const isAuto = (by) => by === 'clock' || by === 'away';
