// @ts-check
// What happened, as the envelope keeps it: links that fit, draws one by one, answers that say the same.

import { nextLink, valueOf } from '../../fair.js';
import { SIDES, countOf, isSameDraw } from './draws.js';
import { seedFits } from './opening.js';

/** @typedef {import('../envelope.js').Envelope} Envelope */
/** @typedef {import('./draws.js').Draw} Draw */
/** @typedef {import('../../../../types/protocol').Event} Event */

/** Takes in one event.
 * @param {Envelope} envelope
 * @param {Event} event
 * @param {Draw | undefined} pick what was drawn, where the event moved a drawn victim and the view before is known
 * @param {boolean} toldBefore for the news of a snapshot, which may tell what was told already */
export function saw(envelope, event, pick, toldBefore) {
  switch (event.e) {
    case 'locked':
      for (const [chair, tip] of Object.entries(event.tips)) {
        const seat = envelope.seat(Number(chair));
        // News may tell of the lock again: the links shown since are not forgotten.
        if (seat.tip !== tip || !toldBefore) seat.last = undefined;
        seat.tip = tip;
      }
      return;
    case 'revealed': {
      const seat = envelope.seat(event.chair);
      seat.reveal = event.link;
      if (seat.tip && nextLink(event.link) !== seat.tip) envelope.find({ what: 'link_of', chair: event.chair });
      return;
    }
    case 'lots': {
      const used = SIDES.filter((side) => event.sides[side] !== undefined);
      drawn(envelope, event.t, { is: 'lots', chairs: used.map((side) => event.sides[side]) }, toldBefore);
      envelope.sides = new Map(used.map((side) => [side, event.sides[side]]));
      return;
    }
    case 'thrown': {
      const { t, side, by, shells, value } = event;
      const link = event.link ?? undefined;
      if (!toldBefore && !envelope.draws.has(t)) checkLink(envelope, side, link, by, t);
      if (valueOf(shells, envelope.cast) !== value) envelope.find({ what: 'value', t });
      if (envelope.answers.has(t) && envelope.answers.get(t) !== value) envelope.find({ what: 'drawn_twice', t });
      drawn(envelope, t, link ? { is: 'throw', link, shells } : { is: 'throw', shells }, toldBefore);
      return;
    }
    case 'moved':
      if (typeof event.t === 'number') drawn(envelope, event.t, pick ?? { is: 'unseen' }, toldBefore);
      return;
    case 'not_started':
      if (event.match !== envelope.match) return;
      // The attempt is opened: only its seal can be checked.
      envelope.closed = true;
      if (!seedFits(envelope, event.server_seed)) envelope.find({ what: 'seed' });
      return;
  }
}

/** A throw's link must lead to the one its seat showed last; a seat that has links left throws with one.
 * @param {Envelope} envelope
 * @param {'S' | 'E' | 'N' | 'W'} side
 * @param {string | undefined} link
 * @param {string} by
 * @param {number} t */
function checkLink(envelope, side, link, by, t) {
  const chair = envelope.sides.get(side);
  const seat = chair === undefined ? undefined : envelope.seats.get(chair);
  if (!seat) return;
  if (!link) {
    if (by === 'seat' && seat.left > 0) envelope.find({ what: 'link_left_out', t });
    return;
  }
  const fits = !seat.last || nextLink(link) === seat.last;
  if (link === envelope.myLink) envelope.ownLinks += 1;
  seat.last = link;
  seat.left = Math.max(seat.left - 1, 0);
  if (!fits) envelope.find({ what: 'link_of', chair });
}

/** @param {Envelope} envelope
 * @param {number} t
 * @param {Draw} draw
 * @param {boolean} toldBefore */
function drawn(envelope, t, draw, toldBefore) {
  const known = envelope.draws.get(t);
  // News cannot tell from how many a victim was picked; what is known stays.
  if (known && draw.is === 'unseen') return;
  if (known && known.is !== 'unseen' && !isSameDraw(known, draw)) envelope.find({ what: 'drawn_twice', t });
  if (!toldBefore) {
    if (envelope.nextT !== undefined && envelope.nextT !== t) envelope.find({ what: 'draw_left_out', t });
    envelope.nextT = t + countOf(draw);
  }
  envelope.draws.set(t, draw);
}

/** The room answered a throw: its event, told before or after, must say the same.
 * @param {Envelope} envelope
 * @param {number} v the version of the answer; one of an earlier version may be of an earlier match
 * @param {number} t
 * @param {number} value */
export function answered(envelope, v, t, value) {
  if (v < envelope.sinceV) return;
  const draw = envelope.draws.get(t);
  if (draw?.is === 'throw' && valueOf(draw.shells, envelope.cast) !== value) envelope.find({ what: 'drawn_twice', t });
  envelope.answers.set(t, value);
}
