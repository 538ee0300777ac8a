// @ts-check
// Scenes for the tests of the board: a few lines of a view, written as a server would.
import { readFileSync } from 'node:fs';

/** @typedef {import('../../js/board/squares.js').Side} Side */
/** @typedef {import('../../js/board/scene.js').Scene} Scene */

const messages = JSON.parse(readFileSync(new URL('../../lang/en.json', import.meta.url), 'utf8'));
const plurals = new Intl.PluralRules('en');

/** English words, as js/words.js gives them. @type {import('../../js/board/scene.js').Words} */
export function t(key, params = {}) {
  const message = messages[key];
  if (message === undefined) throw new Error(`no words for ${key}`);
  const text = typeof message === 'string' ? message : message[plurals.select(Number(params.n))] ?? message.other;
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => String(params[name] ?? whole));
}

/**
 * A scene of a match on 5x5: Asha is South, Ravi is North.
 * @param {{S?: number[], E?: number[], N?: number[], W?: number[]}} pawns
 * @param {object} [turn]
 * @param {object} [more]
 * @returns {Scene}
 */
export function scene(pawns, turn, more = {}) {
  const names = { S: 'Asha', E: 'Mina', N: 'Ravi', W: 'Joy' };
  /** @type {Record<string, object>} */
  const chairs = {};
  /** @type {Record<string, object>} */
  const sides = {};
  for (const [no, [side, at]] of Object.entries(pawns).entries()) {
    chairs[no] = { kind: 'person', name: names[/** @type {Side} */ (side)], side };
    sides[side] = { chair: no, pawns: Object.fromEntries(at.map((index, pawn) => [pawn, index])), right: false, rank: 0, left: false };
  }
  const view = { stage: 'playing', rules: { board: 5, gate: 'hit', entry: 'on_home', safe: 'homes' }, chairs, sides, turn };
  return /** @type {any} */ ({ view, chair: 0, side: 'S', bottom: 'S', line: 'live', watcher: false, ...more });
}
