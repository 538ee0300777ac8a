// @ts-check
// Which table this window is at, and which seats this device has; the secrets themselves are the core's business.

import { deviceStore, forget, keptSeats as seatsIn } from '../core/seats.js';

const PLACE = 'chowk.here';

/** @typedef {{code: string, name: string, at: number}} KeptSeat */

/**
 * The seats of this device, newest first.
 * @returns {KeptSeat[]}
 */
export function keptSeats() {
  return seatsIn(deviceStore());
}

/** @param {string} code */
export function forgetSeat(code) {
  forget(deviceStore(), code);
}

/** @typedef {{code: string, watch: boolean}} Here */

/**
 * The table that this window was at last: that of the window itself, else the newest seat of the device.
 * @returns {Here | undefined}
 */
export function tableHere() {
  try {
    const here = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null');
    if (here) return here;
  } catch {
    // A window without storage finds its table by the link.
  }
  const newest = keptSeats()[0];
  return newest && { code: newest.code, watch: false };
}

/** @param {Here} here */
export function rememberTable(here) {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(here));
  } catch {
    // As above.
  }
}

/** This window is at no table any more. */
export function leaveTable() {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // Nothing was kept.
  }
}
