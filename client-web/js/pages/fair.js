// @ts-check
// `/fair`: the public log of seals, checked in this page, with what became of each envelope.

import { deviceStore, keptSeals } from '../core/seats.js';
import { el, fill, refill } from '../elements.js';
import { serverInfo } from '../lobby/info.js';
import { at } from '../place.js';
import { when } from '../proof/match.js';
import { afterDrawing, fetchLog } from '../proof/records.js';
import { FATES, readLog } from '../proof/seals.js';
import { fetchThrows, throwsCard } from '../proof/throws.js';
import { t } from '../words.js';

/** @typedef {import('../proof/seals.js').Log} Log */

/** How many lines are shown at first, and each time more are asked for. */
const LINES = 25;

/** @param {HTMLElement} root */
export function show(root) {
  let closed = false;
  const status = el('div', { class: 'fair-status', role: 'status' });
  const content = el('div', { class: 'fair-content' });
  fill(root, el('h1', {}, t('fair.title')), el('p', { class: 'proof-lead' }, t('fair.lead')), status, content);

  async function load() {
    refill(status, el('p', {}, t('fair.working')));
    refill(content);
    try {
      const [file, info, throws] = await Promise.all([fetchLog(), serverInfo().catch(() => undefined), fetchThrows().catch(() => undefined)]);
      await afterDrawing();
      if (closed) return;
      const log = readLog(file);
      refill(status, verdicts(log, /** @type {any} */ (info)?.seal));
      fill(content, throws && throwsCard(throws), log.lines.length > 0 && [counts(log), lines(log)].flat());
    } catch {
      if (closed) return;
      refill(status, el('p', { class: 'fault' }, t('fair.unreachable')),
        el('button', { class: 'button', type: 'button', on: { click: load } }, t('sorry.again')));
    }
  }
  load();
  return {
    close() {
      closed = true;
    },
  };
}

/** What holds, a line each.
 * @param {Log} log
 * @param {unknown} seal what the server says is the hash of its newest line */
function verdicts(log, seal) {
  if (log.lines.length === 0 && !log.fault) return el('p', {}, t('fair.empty'));
  const whole = log.fault
    ? [verdict(false, t('fair.fails', { line: log.fault.line })), el('li', { class: 'said', lang: 'en', dir: 'ltr' }, el('code', {}, log.fault.why))]
    : [verdict(true, t('fair.holds', { n: log.lines.length }))];
  const newest = typeof seal === 'string' && verdict(seal === log.newest, t(seal === log.newest ? 'fair.newest' : 'fair.newest.not'));
  return el('ul', { class: 'verdicts' }, whole, newest, kept(log));
}

/** @param {boolean} holds
 * @param {string} words */
const verdict = (holds, words) => el('li', { class: holds ? 'good' : 'fault' }, words);

/** Whether what this device noted of the log still stands there.
 * @param {Log} log */
function kept(log) {
  const seals = keptSeals(deviceStore());
  if (seals.length === 0) return el('li', { class: 'dim' }, t('fair.kept.none'));
  const gone = seals.find(({ seal }) => !log.hashes.has(seal));
  const moment = (/** @type {number} */ ms) => when(new Date(ms).toISOString()) ?? '';
  return gone
    ? verdict(false, t('fair.kept.gone', { when: moment(gone.at) }))
    : verdict(true, t('fair.kept', { n: seals.length, when: moment(seals[0].at) }));
}

/** What became of the envelopes: a bar each, with what it means.
 * @param {Log} log */
function counts({ sealed, fates, never }) {
  const most = Math.max(1, ...Object.values(fates));
  const shown = FATES.filter((fate) => fates[fate] > 0 || fate === 'finished' || fate === 'not_started' || fate === 'open');
  const rows = shown.map((fate) => {
    const bar = el('span', { class: `bar bar-${fate}` });
    bar.style.width = `${Math.max((fates[fate] / most) * 100, fates[fate] > 0 ? 1.5 : 0)}%`;
    return el('tr', {},
      el('th', { scope: 'row' }, t(`fair.${fate}`), el('small', {}, t(`fair.${fate}.why`))),
      el('td', { class: 'count' }, fates[fate]),
      el('td', { class: 'bar-cell', 'aria-hidden': 'true' }, bar));
  });
  return el('section', { class: 'card', 'aria-labelledby': 'fates' },
    el('h2', { id: 'fates' }, t('fair.counts')),
    el('p', {}, t('fair.counts.lead', { n: sealed })),
    el('table', { class: 'fates' }, el('tbody', {}, rows)),
    never > 0 && el('p', { class: 'fault' }, t('fair.never', { n: never })));
}

/** The lines, newest first.
 * @param {Log} log */
function lines({ lines: all }) {
  const body = el('tbody', {});
  const more = el('button', { class: 'button', type: 'button' }, t('fair.more'));
  let shown = 0;
  const grow = () => {
    const next = all.slice(Math.max(all.length - shown - LINES, 0), all.length - shown).reverse();
    shown += next.length;
    fill(body, ...next.map((line) => el('tr', {},
      el('th', { scope: 'row' }, line.n),
      el('td', {}, when(line.atText) ?? line.atText),
      el('td', {}, line.fate ? t('fair.what.opened', { fate: t(`fair.${line.fate}`) }) : t('fair.what.sealed')),
      el('td', { class: 'seal-cell', dir: 'ltr' }, el('code', { title: line.commit }, `${line.commit.slice(0, 16)}…`)))));
    more.hidden = shown >= all.length;
  };
  more.addEventListener('click', grow);
  grow();
  const head = ['fair.line', 'fair.when', 'fair.what', 'envelope.commit'].map((key) => el('th', { scope: 'col', class: key === 'envelope.commit' && 'seal-cell' }, t(key)));
  return el('div', { class: 'card' },
    el('h2', { id: 'seal-lines' }, t('fair.lines')),
    el('p', { class: 'small dim' }, t('fair.privacy')),
    el('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-labelledby': 'seal-lines' },
      el('table', {}, el('thead', {}, el('tr', {}, head)), body)),
    el('div', { class: 'row' }, more,
      el('a', { class: 'button', href: at('fair/log.ndjson').href, download: 'log.ndjson' }, t('fair.save')),
      el('a', { class: 'button', href: at('verify').href }, t('fair.verify'))));
}
