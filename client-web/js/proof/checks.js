// @ts-check
// The checks of a record as lines for people: a mark, what was looked at, what it means, and where it does not hold.

import { el } from '../elements.js';
import { t } from '../words.js';

/** @typedef {import('../core/verify.js').Report} Report */
/** @typedef {import('../core/verify/check.js').Verdict} Verdict */

/** The list of checks; the log of seals stands there also where it was not given.
 * @param {Report} report */
export function checkList({ checks }) {
  const rows = checks.map((check) => row(check));
  const withLog = checks.some((check) => check.name === 'log_of_seals');
  if (!withLog) rows.push(line('none', t('check.log_of_seals'), el('p', {}, t('check.log_of_seals.none'))));
  return el('ul', { class: 'checks' }, rows);
}

/** @param {Verdict} check */
function row({ name, holds, line: at, why, partly }) {
  const title = t(`check.${name}`);
  if (partly) return line('none', title, el('p', {}, t(`check.${name}.partly`)));
  if (holds) return line('ok', title, el('p', {}, t(`check.${name}.ok`)));
  const fails = t(name === 'log_of_seals' ? 'check.fails.log' : 'check.fails', { line: at ?? 1 });
  return line('bad', title,
    el('p', { class: 'fault' }, fails),
    el('p', { class: 'small dim' }, t('check.said')),
    el('p', { class: 'said', lang: 'en', dir: 'ltr' }, el('code', {}, why ?? '')));
}

const MARKS = { ok: '✔', bad: '✘', none: '–' };

/** @param {keyof typeof MARKS} state
 * @param {string} title
 * @param {...Node} words */
function line(state, title, ...words) {
  return el('li', { class: `check ${state}`, 'data-state': state },
    el('span', { class: 'check-mark', 'aria-hidden': 'true' }, MARKS[state]),
    el('div', {}, el('h3', {}, el('span', { class: 'hidden-words' }, `${MARKS[state]} `), title), words));
}

/** The headline over a report.
 * @param {Report} report */
export function headline({ holds, checks }) {
  if (!holds) return t('verify.fails');
  return t(checks.some((check) => check.partly) ? 'verify.holds.part' : 'verify.holds');
}
