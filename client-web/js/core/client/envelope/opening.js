// @ts-check
// The envelope is opened: the seed against the commitment, and every draw that was seen against the seed.

import { isHex } from '../../bytes.js';
import { LINKS_MAX, matchKey, nextLink, serverCommit } from '../../fair.js';
import { countOf, followsFrom } from './draws.js';

/** @typedef {import('../envelope.js').Envelope} Envelope */
/** @typedef {import('../envelope.js').Shown} Shown */

/** What a client found when the seed of a match was opened: draws that were seen and follow from it, whether these are
 * all of the match, and how many throws carried a link of this client.
 * @typedef {{match: string, seed: string, fromTheStart: boolean, drawsChecked: number, allDraws: boolean, ownLinks: number,
 *   good: boolean}} Verdict */

/** The seed is opened: everything that was seen is checked. Once a match.
 * @param {Envelope} envelope
 * @param {string} seed
 * @returns {Verdict | undefined} */
export function open(envelope, seed) {
  if (envelope.closed) return undefined;
  envelope.closed = true;
  const fits = seedFits(envelope, seed);
  if (!fits) envelope.find({ what: 'seed' });
  const reveals = fits ? revealsOf(envelope) : undefined;
  let checked = 0;
  if (reveals) {
    const key = matchKey(seed, envelope.match, envelope.rulesHash, reveals);
    const chairs = [...envelope.seats.keys()].sort((a, b) => a - b);
    for (const [t, draw] of envelope.draws) {
      const follows = followsFrom(draw, key, t, envelope.cast, chairs);
      if (follows) checked += 1;
      else if (follows === false) envelope.find({ what: 'draw', t });
    }
  }
  const covered = [...envelope.draws.values()].reduce((sum, draw) => sum + countOf(draw), 0);
  const missed = envelope.nextT === undefined || envelope.nextT > covered;
  envelope.verdict = {
    match: envelope.match,
    seed,
    fromTheStart: envelope.fromTheStart,
    drawsChecked: checked,
    allDraws: !missed && checked === envelope.draws.size,
    ownLinks: envelope.ownLinks,
    good: envelope.faults.length === 0,
  };
  return envelope.verdict;
}

/** @param {Envelope} envelope
 * @param {string} seed */
export const seedFits = (envelope, seed) => isHex(seed, 32) && serverCommit(envelope.match, seed) === envelope.commit;

/** The links that the key is made of, in the order of chairs. One that was not seen is found by walking from a later link
 * to the tip.
 * @param {Envelope} envelope
 * @returns {string[] | undefined} */
function revealsOf(envelope) {
  // A chair that was given up before this client came is missing here, and the key with it.
  if (envelope.seats.size !== envelope.sides.size) return undefined;
  const seats = [...envelope.seats].sort(([a], [b]) => a - b);
  const reveals = seats.map(([, seat]) => revealOf(seat));
  return reveals.every((reveal) => reveal !== undefined) ? reveals : undefined;
}

/** @param {Shown} seat
 * @returns {string | undefined} */
function revealOf(seat) {
  if (seat.house) return '';
  if (seat.reveal || !seat.tip || !seat.last) return seat.reveal;
  for (let count = 0, link = seat.last; count < LINKS_MAX; count++) {
    const next = nextLink(link);
    if (next === seat.tip) return link;
    link = next;
  }
  return undefined;
}
