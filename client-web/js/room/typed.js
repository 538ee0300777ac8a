// @ts-check
// The typed line: what a player writes, and what it means. Short forms are fine; numbers are as people count, from 1.

import { el } from '../elements.js';
import { t } from '../words.js';

/**
 * @typedef {{what: 'throw'} | {what: 'move', pawn: number, value?: number} | {what: 'tell', of: string}
 *   | {what: 'wish', wish: string} | {what: 'say', phrase: string} | {what: 'unknown'} | {what: 'nothing'}} Meant
 */

/** Words that ask for something to be told. */
const TELLS = /** @type {Record<string, string>} */ ({
  why: 'why', '?': 'why', board: 'scan', b: 'scan', scan: 'scan', s: 'scan', pawns: 'pieces', pieces: 'pieces', p: 'pieces', where: 'pieces',
  who: 'who', w: 'who', time: 'clock', clock: 'clock', c: 'clock', last: 'last', l: 'last', others: 'opponents', o: 'opponents',
  rules: 'rules', help: 'help', h: 'help', link: 'link', code: 'link', phrases: 'phrases', repeat: 'repeat', turn: 'turn', status: 'turn',
});

/**
 * Reads a line.
 * @param {string} line
 * @returns {Meant}
 */
export function read(line) {
  const words = line.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const [first, ...rest] = words;
  if (first === undefined) return { what: 'nothing' };
  if (words.length === 1 && (first === 'throw' || first === 't')) return { what: 'throw' };
  if (first === 'say' && rest.length) return { what: 'say', phrase: rest.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, '')).join('_') };
  if (first === 'say') return { what: 'tell', of: 'phrases' };
  if (first in TELLS) return { what: 'tell', of: TELLS[first] };
  if (words.join(' ') === 'more time' || (words.length === 1 && ['more', 'twice'].includes(first))) return { what: 'wish', wish: 'more_time' };
  if (['ready', 'unready', 'again', 'resign', 'leave', 'report'].includes(first)) return { what: 'wish', wish: first };
  const numbers = (first === 'move' || first === 'm' ? rest : words).filter((word) => word !== 'by').map(number);
  if (numbers.length < 1 || numbers.length > 2 || numbers.some((n) => n === undefined)) return { what: 'unknown' };
  const [pawn, value] = /** @type {number[]} */ (numbers);
  return { what: 'move', pawn: pawn - 1, value };
}

/** A number from 1, also as a seed is called: `s2`. @param {string} word */
function number(word) {
  const found = /^[senw]?([1-9]\d?)$/.exec(word);
  return found ? Number(found[1]) : undefined;
}

/**
 * The line itself, with the answer below it.
 * @param {{meant: (meant: Meant) => string}} options `meant` does it and gives the words to answer
 */
export function makeTypedLine({ meant }) {
  const input = el('input', {
    id: 'typed', type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'send', dir: 'ltr',
    placeholder: t('typed.example'), 'aria-describedby': 'typed-answer',
  });
  const answer = el('p', { class: 'typed-answer small', id: 'typed-answer' });
  const form = el('form', { class: 'typed' },
    el('label', { class: 'field-label small', for: 'typed' }, t('typed.label')),
    el('div', { class: 'typed-row' }, input, el('button', { class: 'button', type: 'submit' }, t('typed.do'))),
    answer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const line = input.value;
    input.value = '';
    answer.textContent = meant(read(line));
  });
  return { element: form, input };
}
