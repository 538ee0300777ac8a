// @ts-check
// The own chain of a match: made from the seat's secret, and made again by a page that came back (fairness.md 2).

import { LINKS_MAX, chainOf, chainStart, nextLink } from '../../fair.js';

/** @typedef {import('../envelope.js').Envelope} Envelope */

/** A new chain for this match: its tip, to be said with Ready.
 * @param {Envelope} envelope
 * @param {string} sk
 * @param {number} links
 * @returns {{tip: string, links: number}} */
export function newChain(envelope, sk, links) {
  envelope.chain = chainOf(chainStart(sk, envelope.match), links);
  envelope.myTip = envelope.chain[links];
  return { tip: envelope.myTip, links };
}

/** The link to be revealed at the lock.
 * @param {Envelope} envelope
 * @param {string} sk
 * @param {number} me
 * @returns {string | undefined} */
export function reveal(envelope, sk, me) {
  findChain(envelope, sk, me);
  envelope.myLink = envelope.chain?.[envelope.chain.length - 2] ?? envelope.myLink;
  return envelope.chain?.[envelope.chain.length - 2];
}

/** The link for the next throw: undefined if none is left, `lost` if there are links that this client cannot make.
 * @param {Envelope} envelope
 * @param {string} sk
 * @param {number} me
 * @returns {string | undefined} */
export function linkForThrow(envelope, sk, me) {
  const seat = envelope.seats.get(me);
  if (!seat?.last || seat.left === 0 || envelope.noChainSaid) return undefined;
  findChain(envelope, sk, me);
  // The chain is walked from its end: what was shown last stands near where it stood before.
  const shown = envelope.chain?.lastIndexOf(seat.last) ?? -1;
  if (!envelope.chain || shown < 1) return 'lost';
  envelope.myLink = envelope.chain[shown - 1];
  return envelope.myLink;
}

/** The tip and the link shown for the own seat must be of a chain that its secret makes: what was not sent from here was
 * sent by the same player from another window or device.
 * @param {Envelope} envelope
 * @param {number} me
 * @param {string | undefined} link
 * @param {string} sk */
export function checkOwn(envelope, me, link, sk) {
  const seat = envelope.seats.get(me);
  if (!envelope.myTip || !link || !seat) return;
  if (seat.tip !== envelope.myTip) {
    findChain(envelope, sk, me);
    if (!seat.tip || envelope.chain?.[envelope.chain.length - 1] !== seat.tip) return envelope.find({ what: 'own_tip' });
    envelope.myTip = seat.tip;
  }
  if (link === seat.last || link === envelope.myLink) return;
  if (!seat.tip || !leadsTo(link, seat.tip)) envelope.find({ what: 'own_link' });
}

/** A page that came back makes its chain again: as many links as lead to the tip that the view shows.
 * @param {Envelope} envelope
 * @param {string} sk
 * @param {number} me */
function findChain(envelope, sk, me) {
  const tip = envelope.seats.get(me)?.tip;
  if (!tip || envelope.chain?.[envelope.chain.length - 1] === tip) return;
  const chain = [chainStart(sk, envelope.match)];
  while (chain.length <= LINKS_MAX) {
    const link = nextLink(chain[chain.length - 1]);
    chain.push(link);
    if (link === tip) {
      envelope.chain = chain;
      return;
    }
  }
  envelope.chain = undefined;
}

/** Whether a link is of the chain that ends with this tip.
 * @param {string} link
 * @param {string} tip */
function leadsTo(link, tip) {
  for (let count = 0; count < LINKS_MAX; count++) {
    if (link === tip) return true;
    link = nextLink(link);
  }
  return false;
}
