// @ts-check
// The sealed envelope of one match, as one client sees it: what was promised, and whether it was kept (fairness.md).
// Nobody has to ask: the commitment, the links and every draw that this client sees are kept and, when the seed is
// opened, checked. Nothing here judges a move.

import { isHex } from '../bytes.js';
import { canonical } from '../canonical.js';
import { rulesHash } from '../fair.js';
import { checkOwn } from './envelope/chain.js';

/** @typedef {import('./room.js').View} View */
/** @typedef {import('./room.js').Side} Side */
/** @typedef {import('./envelope/draws.js').Draw} Draw */

/** Something that a fair server does not do: `seal_changed`, `other_rules`, `seed`, `draw`, `drawn_twice`,
 * `draw_left_out`, `value`, `own_tip`, `own_link`, `link_of`, `link_left_out`, `clock_despite_link`.
 * @typedef {{what: string, t?: number, chair?: number}} Fault */

/** What a seat showed of its chain.
 * @typedef {{tip?: string, last?: string, reveal?: string, left: number, house: boolean}} Shown */

/** What a page wrote down when its player pressed Ready, and finds again after a reload.
 * @typedef {{commit: string, tip: string, links: number, draws?: [number, Draw][], ownLinks?: number}} Promised */

/** @param {unknown} value */
export const digestIn = (value) => (isHex(value, 32) ? value : undefined);

/** One match from its seal to its opened seed. */
export class Envelope {
  /** @param {View} view a view with a sealed match
   * @param {number} v the version of this view: answers of earlier versions may be of an earlier match
   * @param {Promised} [promised] */
  constructor(view, v, promised) {
    this.match = /** @type {string} */ (view.match);
    const told = /** @type {string} */ (digestIn(view.server_commit));
    /** The commitment as it was shown first; it is what the opened seed must fit. */
    this.commit = promised?.commit ?? told;
    this.rulesHash = rulesHash(canonical(view.rules));
    this.cast = {
      shells: Math.min(Number(view.rules.shells ?? 0), 6),
      mouth_up_256: Number(view.rules.mouth_up_256 ?? 0),
      none_up: Number(view.rules.none_up ?? 0),
    };
    /** Whether the seal was seen before the lock. */
    this.fromTheStart = promised !== undefined || ['gathering', 'readying', 'revealing'].includes(view.stage);
    this.sinceV = v;
    /** @type {Map<number, Shown>} */
    this.seats = new Map();
    /** @type {Map<Side, number>} */
    this.sides = new Map();
    /** @type {Map<number, Draw>} */
    this.draws = new Map(promised?.draws ?? []);
    /** The number of the next draw; undefined where a snapshot left a hole.
     * @type {number | undefined} */
    this.nextT = undefined;
    /** The links of the own chain, c(0) to c(N), once made.
     * @type {string[] | undefined} */
    this.chain = undefined;
    /** The tip that this client said it was ready with.
     * @type {string | undefined} */
    this.myTip = promised?.tip;
    /** The link that this client sent last.
     * @type {string | undefined} */
    this.myLink = undefined;
    this.noChainSaid = false;
    /** Throws that carried a link of this seat, as far as this device saw them. */
    this.ownLinks = promised?.ownLinks ?? 0;
    /** What the room answered to own throws: the value of each draw.
     * @type {Map<number, number>} */
    this.answers = new Map();
    /** @type {Fault[]} */
    this.faults = [];
    this.closed = false;
    /** What came of the check.
     * @type {import('./envelope/opening.js').Verdict | undefined} */
    this.verdict = undefined;
    /** Own throws that were refused, and that the clock made. */
    this.refusedThrows = 0;
    this.byClock = 0;
    if (view.rules_hash !== this.rulesHash) this.find({ what: 'other_rules' });
    if (told !== this.commit) this.find({ what: 'seal_changed' });
  }

  /** The envelope that a view shows, if one is sealed.
   * @param {View} view
   * @param {number} v
   * @param {Promised} [promised]
   * @returns {Envelope | undefined} */
  static sealedIn(view, v, promised) {
    const sealed = isHex(view.match, 16) && digestIn(view.server_commit) && view.rules;
    return sealed ? new Envelope(view, v, promised) : undefined;
  }

  /** Reads a new view of the same match: tips, links, sides, and whether the seal still is what it was.
   * @param {View} view
   * @param {number | undefined} me the own chair, where what is shown for it must be ours
   * @param {string} sk */
  look(view, me, sk) {
    const commit = digestIn(view.server_commit);
    if (commit && commit !== this.commit) this.find({ what: 'seal_changed' });
    for (const [no, chair] of Object.entries(view.chairs ?? {})) this.lookAt(Number(no), chair, me, sk);
    for (const [side, seat] of Object.entries(view.sides ?? {})) {
      this.sides.set(/** @type {Side} */ (side), seat.chair);
    }
    const t = view.turn?.t;
    if (t === undefined) return;
    if (this.nextT !== undefined && this.nextT !== t) this.find({ what: 'draw_left_out', t: this.nextT });
    this.nextT = t;
  }

  /** @param {number} no
   * @param {import('../../../types/protocol').ChairView} chair
   * @param {number | undefined} me
   * @param {string} sk */
  lookAt(no, chair, me, sk) {
    // Who left keeps what he showed: the key of a running match holds it.
    if (chair.kind === 'empty') return;
    const seat = this.seat(no);
    seat.house = chair.kind === 'house';
    seat.tip = digestIn(chair.tip) ?? seat.tip;
    seat.left = chair.links_left ?? 0;
    const link = digestIn(chair.link);
    if (me === no) checkOwn(this, no, link, sk);
    seat.last = link ?? seat.last;
  }

  /** @param {number} no
   * @returns {Shown} */
  seat(no) {
    let seat = this.seats.get(no);
    if (!seat) this.seats.set(no, (seat = { left: 0, house: false }));
    return seat;
  }

  /** A snapshot came instead of diffs: what happened in between is not known. */
  skipped() {
    this.nextT = undefined;
  }

  /** @param {Fault} fault */
  find(fault) {
    const known = this.faults.some((f) => f.what === fault.what && f.t === fault.t && f.chair === fault.chair);
    if (!known) this.faults.push(fault);
  }
}
