// @ts-check
// What the header and the opened seed give to the checks: each part for itself, or why it cannot be used.

import { isHex, utf8 } from '../bytes.js';
import { canonical } from '../canonical.js';
import { matchKey, rulesHash } from '../fair.js';
import { readRules, RuleFault } from '../rules/ruleset.js';
import { part, UNREADABLE, use } from './check.js';
import { fault, Fields, quoted } from './fields.js';
import { momentOf } from './moment.js';
import { readStonesRules } from './stones.js';

/** @typedef {import('../record.js').Entry} Entry */
/** @typedef {'chowka' | 'stones'} Game */
/** @typedef {{kind: 'person' | 'bot', tip: string, reveal: string, links: number} | {kind: 'house'}} Sitter */

/** The longest text that can be hashed as one piece. */
const HASHED_BYTES_MAX = 65_535;
/** How many chairs a table may have. */
const CHAIRS = { chowka: [2, 3, 4], stones: [5] };

/** The parts of a header as the checks need them, and the seed of the last line.
 * @param {Entry | undefined} first
 * @param {Entry | undefined} last */
export function readTable(first, last) {
  const header = first?.fields && new Fields(first.fields);
  const read = (/** @type {(header: Fields) => any} */ get) => part(() => get(header ?? fault(UNREADABLE)));
  const game = read((header) => gameOf(header));
  const rules = read((header) => rulesOf(use(game), header));
  const sitters = read((header) => chairsOf(use(game), header, sitterOf));
  const houses = read((header) => chairsOf(use(game), header, isHouse));
  const seed = part(() => seedOf(last));
  const key = read((header) => {
    const match = header.text('match');
    if (utf8(match).length > HASHED_BYTES_MAX) fault('`match` is too long to be hashed');
    const hash = hashOfRules(header);
    const reveals = use(sitters).map((/** @type {Sitter} */ sitter) => (sitter.kind === 'house' ? '' : sitter.reveal));
    // Without a seed it cannot be known.
    return seed.value === undefined ? undefined : matchKey(seed.value, match, hash, reveals);
  });
  const commit = header?.map.server_commit;
  const started = header?.map.started;
  return {
    header,
    game: /** @type {import('./check.js').Part<Game>} */ (game),
    rules: /** @type {import('./check.js').Part<any>} */ (rules),
    /** Who sits on each chair, each with what belongs to it. */
    sitters: /** @type {import('./check.js').Part<Sitter[]>} */ (sitters),
    /** For each chair whether a house bot sits there; known also where a tip or a reveal is wrong. */
    houses: /** @type {import('./check.js').Part<boolean[]>} */ (houses),
    serverCommit: isHex(commit, 32) ? commit : undefined,
    started: typeof started === 'string' ? momentOf(started) : undefined,
    match: typeof header?.map.match === 'string' ? /** @type {string} */ (header.map.match) : undefined,
    seed,
    /** What all is drawn from. */
    key: /** @type {import('./check.js').Part<Uint8Array | undefined>} */ (key),
  };
}

/** @typedef {ReturnType<typeof readTable>} Table */

/** The hash of the header's `rules` as they stand there, playable or not.
 * @param {Fields} header */
export function hashOfRules(header) {
  const text = canonical(header.get('rules'));
  if (utf8(text).length > HASHED_BYTES_MAX) fault('`rules` is too long to be hashed');
  return rulesHash(text);
}

/** @param {Fields} header
 * @returns {Game} */
function gameOf(header) {
  const name = header.text('game');
  if (name === 'chowka' || name === 'stones') return name;
  return fault(`\`game\` is ${quoted(name)}; a record is of "chowka" or "stones"`);
}

/** @param {Game} game
 * @param {Fields} header */
function rulesOf(game, header) {
  const value = header.get('rules');
  try {
    return game === 'chowka' ? readRules(value) : readStonesRules(value);
  } catch (error) {
    if (!(error instanceof RuleFault)) throw error;
    return fault(`the rules cannot be played: ${error.message}`);
  }
}

/** @template T
 * @param {Game} game
 * @param {Fields} header
 * @param {(chair: Fields) => T} read
 * @returns {T[]} */
function chairsOf(game, header, read) {
  const chairs = header.list('chairs');
  if (!CHAIRS[game].includes(chairs.length)) {
    fault(`\`chairs\` must list ${game === 'chowka' ? 'two to four' : 'five'}`);
  }
  return chairs.map((chair, number) => {
    const found = part(() => read(Fields.of(chair, 'it')));
    return found.why === undefined ? found.value : fault(`chair ${number}: ${found.why}`);
  });
}

/** @param {Fields} chair
 * @returns {Sitter} */
function sitterOf(chair) {
  const kind = chair.text('kind');
  if (kind === 'house') {
    const tipless = chair.get('tip') === null && chair.get('reveal') === null;
    if (tipless && chair.number('links') === 0) return { kind };
    return fault('a house chair has `tip` and `reveal` null and `links` 0');
  }
  if (kind !== 'person' && kind !== 'bot') return fault(`no chair is of kind ${quoted(kind)}`);
  const links = chair.number('links');
  if (links === 0) fault('`links` must be at least 1 for a seat with a chain');
  return { kind, tip: chair.digest('tip'), reveal: chair.digest('reveal'), links };
}

/** @param {Fields} chair */
function isHouse(chair) {
  const kind = chair.text('kind');
  return ['person', 'bot', 'house'].includes(kind) ? kind === 'house' : fault(`no chair is of kind ${quoted(kind)}`);
}

/** @param {Entry | undefined} last
 * @returns {string} */
function seedOf(last) {
  if (last?.kind !== 'opened' || !last.fields) return fault('the record does not end with the opened seed');
  const seed = new Fields(last.fields).text('server_seed');
  return isHex(seed, 32) ? seed : fault('`server_seed` must be 64 lower-case hex digits');
}
