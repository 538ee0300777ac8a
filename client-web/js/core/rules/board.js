// @ts-check
// The two boards as numbers: each side's route over the squares, and where two routes meet. Squares are [row, col], row 0
// at the top and South at the bottom; indices count along a side's own route, 1 its home.

/** @typedef {'S' | 'E' | 'N' | 'W'} Side */
/** @typedef {5 | 7} Size */

/** The sides in the order of turns, anticlockwise.
 * @type {readonly Side[]} */
export const SIDES = ['S', 'E', 'N', 'W'];

/** The sides that play when 2, 3 or 4 do.
 * @param {number} players
 * @returns {Side[]} */
export function sidesOf(players) {
  return players === 2 ? ['S', 'N'] : players === 3 ? ['S', 'E', 'N'] : [...SIDES];
}

/** The next side anticlockwise, whether or not anybody sits there.
 * @param {Side} side */
export const nextSide = (side) => SIDES[(SIDES.indexOf(side) + 1) % 4];

/** The index of the centre: 25 or 49.
 * @param {Size} size */
export const centreOf = (size) => size * size;

/** The last index of the outer rim, before the gate: 16 or 24.
 * @param {Size} size */
export const gateOf = (size) => 4 * (size - 1);

/** Whether the square at `index` is somebody's home: every quarter of the outer rim, on everyone's route alike.
 * @param {Size} size
 * @param {number} index */
export const isHome = (size, index) => index >= 1 && index <= gateOf(size) && (index - 1) % (gateOf(size) / 4) === 0;

/** Whether the square at `index` is a corner of the 7x7 board's middle ring.
 * @param {Size} size
 * @param {number} index */
export const isCorner = (size, index) => size === 7 && index > 24 && index <= 40 && (index - 25) % 4 === 0;

/** The square `step` steps from the bottom left corner of the ring that lies `ring` squares in.
 * @param {number} ring
 * @param {number} edge its steps along each edge
 * @param {number} step
 * @param {boolean} clockwise
 * @returns {[number, number]} */
function onRing(ring, edge, step, clockwise) {
  const low = ring;
  const high = ring + edge;
  const along = step % edge;
  const quarter = Math.floor(step / edge);
  /** @type {[number, number][]} */
  const corners = clockwise
    ? [[high - along, low], [low, low + along], [low + along, high], [high, high - along]]
    : [[high, low + along], [high - along, high], [low, high - along], [low + along, low]];
  return corners[quarter];
}

/** South's route, from index 1; place 0 is off the board.
 * @param {Size} size
 * @returns {([number, number] | undefined)[]} */
function route(size) {
  /** @type {([number, number] | undefined)[]} */
  const squares = [undefined];
  const last = size - 1;
  // Walked anticlockwise from the bottom left corner, South's home comes half an edge later.
  for (let step = 0; step < 4 * last; step++) squares.push(onRing(0, last, (step + last / 2) % (4 * last), false));
  for (let ring = 1; ring < (size - 1) / 2; ring++) {
    const edge = last - 2 * ring;
    for (let step = 0; step < 4 * edge; step++) squares.push(onRing(ring, edge, step, true));
  }
  squares.push([last / 2, last / 2]);
  return squares;
}

const ROUTES = { 5: route(5), 7: route(7) };

/** The square at `index` of a side's route; undefined for 0, off the board, and beyond the centre.
 * @param {Size} size
 * @param {Side} side
 * @param {number} index
 * @returns {[number, number] | undefined} */
export function squareAt(size, side, index) {
  const start = ROUTES[size][index];
  if (!start) return undefined;
  let [row, col] = start;
  for (let turn = SIDES.indexOf(side); turn > 0; turn--) [row, col] = [size - 1 - col, row];
  return [row, col];
}

/** For each board and number of quarter turns: the index, on the route that lies so many turns further on, of the square
 * at an index of one's own. */
const MEETS = { 5: meets(5), 7: meets(7) };

/** @param {Size} size
 * @returns {number[][]} */
function meets(size) {
  return SIDES.map((theirs) => {
    const indexOf = new Map();
    for (let index = 1; index <= centreOf(size); index++) indexOf.set(String(squareAt(size, theirs, index)), index);
    return ROUTES[size].map((square, index) => (square ? (indexOf.get(String(squareAt(size, 'S', index))) ?? 0) : 0));
  });
}

/** The index, on the route of `theirs`, of the square that is `index` on the route of `mine`; 0 stays 0.
 * @param {Size} size
 * @param {Side} mine
 * @param {number} index
 * @param {Side} theirs
 * @returns {number} */
export function meeting(size, mine, index, theirs) {
  return MEETS[size][(SIDES.indexOf(theirs) + 4 - SIDES.indexOf(mine)) % 4][index] ?? 0;
}
