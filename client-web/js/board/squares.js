// @ts-check
// The board as geometry: squares, routes, safe squares and gates of 5x5 and 7x7, seen with any side's home below. Nothing here judges a move.

/** @typedef {'S' | 'E' | 'N' | 'W'} Side */
/** @typedef {readonly [number, number]} Square row and column, row 0 at the top */

/**
 * The sides in the order in which they throw.
 * @type {readonly Side[]}
 */
export const SIDES = ['S', 'E', 'N', 'W'];

/**
 * The sides in the order in which they throw, beginning with one of them.
 * @param {Side} first
 * @returns {Side[]}
 */
export function sidesFrom(first) {
  const at = SIDES.indexOf(first);
  return [...SIDES.slice(at), ...SIDES.slice(0, at)];
}

/** A board of 5 x 5 or 7 x 7 squares. Indices are counted from 1 on each side's own route; 0 is off the board. */
export class Squares {
  /**
   * @param {number} size 5 or 7
   * @param {'homes' | 'homes_and_corners'} [safe]
   */
  constructor(size, safe = 'homes') {
    this.size = size;
    /** The last index of the outer rim. */
    this.gate = 4 * (size - 1);
    /** The index of the centre. */
    this.centre = size * size;
    /** South's route. @type {readonly Square[]} */
    this.route = route(size);
    const quarter = size - 1;
    /** @type {number[]} */
    const safeAt = [0, 1, 2, 3].map(home => 1 + home * quarter);
    if (safe === 'homes_and_corners') {
      safeAt.push(...[0, 1, 2, 3].map(corner => this.gate + 1 + corner * (size - 3)));
    }
    /** Where nobody is hit; the same indices on everyone's route. @type {ReadonlySet<number>} */
    this.safe = new Set([...safeAt, this.centre]);
  }

  /**
   * The square of an index on a side's route, seen with another side's home below; `null` for what is not on the board.
   * @param {Side} side
   * @param {number} index
   * @param {Side} [bottom]
   * @returns {Square | null}
   */
  at(side, index, bottom = 'S') {
    /** @type {Square | undefined} */
    let square = this.route[index - 1];
    if (!square) return null;
    const turns = (SIDES.indexOf(side) - SIDES.indexOf(bottom) + 4) % 4;
    for (let quarter = 0; quarter < turns; quarter += 1) square = this.turn(square);
    return square;
  }

  /**
   * The index of a square, as seen, on the route of a side.
   * @param {Square} square
   * @param {Side} side
   * @param {Side} [bottom]
   */
  indexAt(square, side, bottom = 'S') {
    const turns = (SIDES.indexOf(bottom) - SIDES.indexOf(side) + 4) % 4;
    let [row, column] = square;
    for (let quarter = 0; quarter < turns; quarter += 1) [row, column] = this.turn([row, column]);
    return this.route.findIndex(([r, c]) => r === row && c === column) + 1;
  }

  /**
   * The squares that a pawn walks over, the one where it begins and the one where it ends included.
   * @param {Side} side
   * @param {number} from
   * @param {number} to
   * @param {Side} [bottom]
   * @returns {Square[]}
   */
  walk(side, from, to, bottom = 'S') {
    /** @type {Square[]} */
    const squares = [];
    const step = from <= to ? 1 : -1;
    for (let index = from; ; index += step) {
      const square = this.at(side, index, bottom);
      if (square) squares.push(square);
      if (index === to) return squares;
    }
  }

  /**
   * The quarter turn that leads from one side's route to the next side's.
   * @param {Square} square
   * @returns {Square}
   */
  turn([row, column]) {
    return [this.size - 1 - column, row];
  }
}

/**
 * The board that a rule set names, if it is one of the two.
 * @param {Record<string, unknown> | undefined} rules
 * @returns {Squares | null}
 */
export function squaresOf(rules) {
  const size = rules?.board;
  if (size !== 5 && size !== 7) return null;
  return new Squares(size, rules?.safe === 'homes_and_corners' ? 'homes_and_corners' : 'homes');
}

/**
 * South's route: the outer rim anticlockwise from its middle, then each inner ring clockwise from its corner.
 * @param {number} size
 * @returns {Square[]}
 */
function route(size) {
  const last = size - 1;
  const middle = (size - 1) / 2;
  /** @type {Square[]} */
  const squares = [];
  for (let column = middle; column < last; column += 1) squares.push([last, column]);
  for (let row = last; row > 0; row -= 1) squares.push([row, last]);
  for (let column = last; column > 0; column -= 1) squares.push([0, column]);
  for (let row = 0; row < last; row += 1) squares.push([row, 0]);
  for (let column = 0; column < middle; column += 1) squares.push([last, column]);
  for (let ring = 1; ring < middle; ring += 1) {
    const far = last - ring;
    for (let row = far; row > ring; row -= 1) squares.push([row, ring]);
    for (let column = ring; column < far; column += 1) squares.push([ring, column]);
    for (let row = ring; row < far; row += 1) squares.push([row, far]);
    for (let column = far; column > ring; column -= 1) squares.push([far, column]);
  }
  squares.push([middle, middle]);
  return squares;
}
