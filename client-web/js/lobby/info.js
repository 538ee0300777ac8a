// @ts-check
// What the server says of itself: its name, the operator's words, its public address, whether it wants a password.

import { at, root } from '../place.js';
import { t } from '../words.js';

/**
 * @typedef {object} Info as `/api/v1/info` tells it
 * @property {string} name
 * @property {string | null} motd
 * @property {string | null} url where players reach it, if not under the address they see
 * @property {boolean} password
 * @property {boolean} stopping
 * @property {boolean} [draining] the operator closes for the evening
 */

/** @type {URL | undefined} */
let told;

/**
 * Asks the server.
 * @returns {Promise<Info>}
 */
export async function serverInfo() {
  const answer = await fetch(at('api/v1/info'));
  const info = await answer.json();
  if (info.url) told = new URL(info.url.endsWith('/') ? info.url : `${info.url}/`);
  return info;
}

/** What is to be known before one sits down anywhere: that no new match starts. @param {Info} info */
export const lastWords = (info) => (info.draining || info.stopping ? t('refusal.draining') : '');

/** Where links for others begin: what the operator has said, else the address of this page. */
export function publicRoot() {
  return told ?? root;
}
