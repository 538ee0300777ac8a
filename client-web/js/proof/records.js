// @ts-check
// Where records and the log of seals come from: this server, or a file that somebody chose or dropped.

import { el } from '../elements.js';
import { at } from '../place.js';
import { t } from '../words.js';

/** The record of a match; undefined if this server has none. Throws where the server cannot be reached.
 * @param {string} match
 * @returns {Promise<Uint8Array | undefined>} */
export async function fetchRecord(match) {
  const answer = await fetch(recordAt(match));
  if (answer.status === 404 || answer.status === 400) return undefined;
  if (!answer.ok) throw new Error(String(answer.status));
  return new Uint8Array(await answer.arrayBuffer());
}

/** Where this server keeps the record of a match.
 * @param {string} match */
export const recordAt = (match) => at(`api/v1/records/${encodeURIComponent(match)}`);

/** The log of seals of this server. Throws where it cannot be had.
 * @returns {Promise<Uint8Array>} */
export async function fetchLog() {
  const answer = await fetch(at('fair/log.ndjson'), { cache: 'no-store' });
  if (!answer.ok) throw new Error(String(answer.status));
  return new Uint8Array(await answer.arrayBuffer());
}

/** Whether a log tells of the match that a record is of.
 * @param {Uint8Array} log
 * @param {string | undefined} seal its commitment */
export const knows = (log, seal) => seal !== undefined && new TextDecoder().decode(log).includes(seal);

/** The bytes of a file.
 * @param {Blob} file
 * @returns {Promise<Uint8Array>} */
export async function readFile(file) {
  return new Uint8Array(await file.arrayBuffer());
}

/** A field that takes a file, chosen or dropped. What cannot be read at all, like a folder, is no record.
 * @param {{label: string, hint: string, main?: boolean, take: (file: File) => Promise<void>}} options */
export function fileField({ label, hint, main = false, take }) {
  const input = el('input', { type: 'file', class: 'file-input', accept: '.ndjson,application/x-ndjson,text/plain' });
  const chosen = el('span', { class: 'file-name dim' }, t('verify.drop'));
  const button = el('span', { class: `button ${main ? 'main' : ''}`, 'aria-hidden': 'true' }, t('verify.choose'));
  const element = el('label', { class: 'file-field' },
    el('span', { class: 'field-label' }, label), el('span', { class: 'row' }, button, chosen), el('small', {}, hint), input);
  /** @param {File | undefined} file */
  const taken = (file) => {
    if (!file) return;
    chosen.textContent = file.name;
    take(file).catch(() => {
      chosen.textContent = t('replay.not');
    });
  };
  input.addEventListener('change', () => taken(input.files?.[0]));
  element.addEventListener('dragover', (event) => {
    event.preventDefault();
    element.classList.add('over');
  });
  element.addEventListener('dragleave', () => element.classList.remove('over'));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    element.classList.remove('over');
    taken(event.dataTransfer?.files[0]);
  });
  return { element, input };
}

/** Lets a browser finish drawing before a long computation.
 * @returns {Promise<void>} */
export const afterDrawing = () => new Promise((done) => setTimeout(done, 30));
