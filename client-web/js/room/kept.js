// @ts-check
// Which table this window is at, and which seats this device has; the secrets themselves are the core's business.

/** @type {any} */
let seats = { keptSeats: () => [], forget() {} };
import('../core/seats.js').then((core) => (seats = core), () => {});

const PLACE = 'chowk.here';

/** @typedef {{code: string, name: string, at: number}} KeptSeat */

/**
 * The seats of this device, newest first.
 * @returns {KeptSeat[]}
 */
export function keptSeats() {
  try {
    return seats.keptSeats(localStorage);
  } catch {
    return [];
  }
}

/** @param {string} code */
export function forgetSeat(code) {
  try {
    seats.forget(localStorage, code);
  } catch {
    // Nothing was kept.
  }
}

/** The table that this window was at last: that of the window itself, else the newest seat of the device. */
export function tableHere() {
  try {
    return sessionStorage.getItem(PLACE) ?? keptSeats()[0]?.code;
  } catch {
    return undefined;
  }
}

/** @param {string} code */
export function rememberTable(code) {
  try {
    sessionStorage.setItem(PLACE, code);
  } catch {
    // A window without storage finds its table by the link.
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
