// @ts-check
// Every step of one throw, as numbers that anybody can compute again: the link and what it leads to, the bytes that
// follow from key, number and link, and the shells that these bytes are.

import { hex } from './bytes.js';
import { nextLink, serverCommit, throwBytes } from './fair.js';
import { sidesOf } from './rules/board.js';

/** @typedef {import('./verify.js').Report} Report */

/** One throw of a record. `leadsTo` is the hash of its link, `before` the link that its seat showed last, or its tip's
 * first link from the lock.
 * @typedef {{t: number, line: number, side: string, chair: number, name: string, by: string, link?: string, leadsTo?: string,
 *   before?: string, bytes?: string, shells: {byte?: number, up: boolean}[], mouthUp: number, value: number}} ThrowSteps */

/** All throws of a record, in order; what cannot be read is left out.
 * @param {Report} report
 * @returns {ThrowSteps[]} */
export function throwsOf({ entries, table }) {
  const rules = table.rules.value;
  const chairs = table.header?.map.chairs;
  const lots = entries[1]?.fields?.sides;
  if (table.game.value !== 'chowka' || !rules || !Array.isArray(chairs) || !Array.isArray(lots)) return [];
  const sides = sidesOf(lots.length);
  /** The link that each chair showed last. */
  const shown = chairs.map((chair) => chair?.reveal ?? undefined);
  /** @type {ThrowSteps[]} */
  const throws = [];
  for (const { number, kind, fields } of entries) {
    if (kind !== 'thrown' || !fields || !Array.isArray(fields.shells) || !Number.isInteger(fields.t)) continue;
    const chair = lots[sides.indexOf(fields.side)] ?? -1;
    const link = isLink(fields.link) ? fields.link : undefined;
    throws.push({
      t: fields.t,
      line: number,
      side: String(fields.side),
      chair,
      name: String(chairs[chair]?.name ?? ''),
      by: String(fields.by),
      link,
      before: link && shown[chair],
      shells: fields.shells.map((/** @type {unknown} */ shell) => ({ up: shell === 1 })),
      mouthUp: rules.mouth_up_256,
      value: Number(fields.value),
    });
    if (link) shown[chair] = link;
  }
  return throws;
}

/** The same throw with what is computed: only done for one that somebody looks at.
 * @param {Report} report
 * @param {ThrowSteps} told
 * @returns {ThrowSteps} */
export function computed({ table }, told) {
  const key = table.key.value;
  const bytes = key && throwBytes(key, told.t, told.link);
  return {
    ...told,
    leadsTo: told.link && nextLink(told.link),
    bytes: bytes && hex(bytes),
    shells: told.shells.map((shell, at) => ({ ...shell, byte: bytes?.[at] })),
  };
}

/** What the throws of a match follow from: the seal and what the opened seed gives for it, the key, and for each chair the
 * tip and what its first link leads to.
 * @param {Report} report */
export function foundations({ table }) {
  const { header, seed, key, match } = table;
  const chairs = Array.isArray(header?.map.chairs) ? header.map.chairs : [];
  return {
    match,
    seal: table.serverCommit,
    seed: seed.value,
    sealed: seed.value && match !== undefined ? serverCommit(match, seed.value) : undefined,
    rulesHash: /** @type {string | undefined} */ (header?.map.rules_hash),
    key: key.value && hex(key.value),
    chairs: chairs.map((chair) => ({
      name: String(chair?.name ?? ''),
      kind: String(chair?.kind ?? ''),
      tip: isLink(chair?.tip) ? chair.tip : undefined,
      reveal: isLink(chair?.reveal) ? chair.reveal : undefined,
      leadsTo: isLink(chair?.reveal) ? nextLink(chair.reveal) : undefined,
    })),
  };
}

/** @param {unknown} value
 * @returns {value is string} */
const isLink = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
