// @ts-check
// What each viewer sets for this device, kept in its storage; without storage it holds until the page is closed.

/**
 * @typedef {object} Settings
 * @property {string} name the nickname, kept from last time
 * @property {'' | 'en' | 'kn' | 'te' | 'hi'} language '' follows the browser
 * @property {'off' | 'fast' | 'normal'} speed
 * @property {boolean} sounds
 * @property {boolean} turnSound
 * @property {boolean} numbers
 * @property {'auto' | 'always' | 'never'} confirm a move is asked for again; auto: on touch, where pawns stand close
 * @property {boolean} vibrate
 * @property {boolean} autoThrow
 * @property {boolean} keys letters and digits as commands
 * @property {string[]} blocked names whose phrases are never shown
 */

const PLACE = 'chowk.settings';

/** @type {Settings} */
const AT_FIRST = {
  name: '',
  language: '',
  speed: 'normal',
  sounds: true,
  turnSound: true,
  numbers: false,
  confirm: 'auto',
  vibrate: true,
  autoThrow: false,
  keys: true,
  blocked: [],
};

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();
let present = kept();

/** The settings in force. */
export function settings() {
  return present;
}

/**
 * Changes some of them, and keeps them.
 * @param {Partial<Settings>} changes
 */
export function set(changes) {
  present = { ...present, ...changes };
  try {
    localStorage.setItem(PLACE, JSON.stringify(present));
  } catch {
    // Storage that is full or forbidden: they hold until the page is closed.
  }
  for (const listener of listeners) listener(present);
}

/**
 * Hears of each change; returns how to stop.
 * @param {(settings: Settings) => void} listener
 */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns {Settings} */
function kept() {
  try {
    const stored = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return { ...AT_FIRST, ...stored };
  } catch {
    return { ...AT_FIRST };
  }
}
