// @ts-check
// The rules that a server knows by name: their words, and the search by what they are called elsewhere.

import { at } from '../place.js';
import { hasWords, t } from '../words.js';

/**
 * @typedef {object} Preset as `/api/v1/presets` tells it
 * @property {string} name
 * @property {string} game
 * @property {string} summary
 * @property {string[]} names
 * @property {Record<string, any>} rules
 */

/**
 * The presets of Chowka-bara; the other game has its own court.
 * @returns {Promise<Preset[]>}
 */
export async function fetchPresets() {
  const answer = await fetch(at('api/v1/presets'));
  if (!answer.ok) throw new Error(`presets: ${answer.status}`);
  const { presets } = await answer.json();
  return presets.filter((/** @type {Preset} */ preset) => preset.game === 'chowka');
}

/** Its name for people. @param {string | null | undefined} name */
export function presetTitle(name) {
  if (!name) return t('preset.own');
  return hasWords(`preset.${name}`) ? t(`preset.${name}`) : name;
}

/** What it is, in a line. @param {Preset} preset */
export function presetSummary(preset) {
  const key = `preset.${preset.name}.summary`;
  return hasWords(key) ? t(key) : preset.summary;
}

/**
 * Whether somebody who types this may mean it, by its own name or a regional one.
 * @param {Preset} preset
 * @param {string} typed
 */
export function isCalled(preset, typed) {
  const wanted = bare(typed);
  return [preset.name, presetTitle(preset.name), ...preset.names].some((name) => bare(name).includes(wanted));
}

/** A name without what people write in different ways. @param {string} name */
function bare(name) {
  return name.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '');
}
