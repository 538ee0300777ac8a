// @ts-check
// `/verify`: anybody gives the record of a match, and this page computes every throw and every move again, by itself.

import { verify } from '../core/verify.js';
import { el, fill, refill } from '../elements.js';
import { at } from '../place.js';
import { checkList, headline } from '../proof/checks.js';
import { matchFacts } from '../proof/match.js';
import { afterDrawing, fetchLog, fetchRecord, fileField, knows, readFile, recordAt } from '../proof/records.js';
import { makeSteps } from '../proof/steps.js';
import { t } from '../words.js';

/** @param {HTMLElement} root
 * @param {import('../main.js').Route} route */
export function show(root, route) {
  const match = route.query.get('match') ?? undefined;
  /** @type {Uint8Array | undefined} */
  let record;
  /** @type {Uint8Array | undefined} */
  let ofServer;
  /** @type {Uint8Array | undefined} */
  let log;
  /** Counts what was asked for, so that an answer that comes late is passed over. */
  let asked = 0;
  let closed = false;

  const recordField = fileField({ label: t('verify.file'), hint: t('verify.file.hint'), main: true, take: (file) => take(file) });
  const logField = fileField({
    label: t('verify.log'),
    hint: t('verify.log.hint'),
    take: async (file) => {
      log = await readFile(file);
      if (record) await check(record, log);
    },
  });
  const fields = el('div', { class: 'verify-files' }, recordField.element, logField.element);
  const form = match
    ? el('details', { class: 'card' }, el('summary', {}, t('verify.another')), fields)
    : el('section', { class: 'card', 'aria-label': t('verify.file') }, fields);
  const status = el('p', { class: 'verify-status', role: 'status' });
  const result = el('div', { class: 'verify-result' });
  fill(root,
    el('h1', {}, t('verify.title')), el('p', { class: 'proof-lead' }, t('verify.lead')),
    ...(match ? [status, result, form] : [form, status, result]), explanation());

  /** @param {Blob} file */
  async function take(file) {
    const mine = ++asked;
    const bytes = await readFile(file);
    const seals = log ?? (await logHere(bytes));
    if (mine !== asked || closed) return;
    record = bytes;
    await check(bytes, seals);
  }

  /** @param {Uint8Array} bytes
   * @param {Uint8Array | undefined} seals */
  async function check(bytes, seals) {
    const mine = ++asked;
    refill(result);
    status.textContent = t('verify.working');
    await afterDrawing();
    if (mine !== asked || closed) return;
    const report = verify(bytes, seals);
    status.textContent = headline(report);
    status.dataset.state = report.holds ? 'ok' : 'bad';
    fill(result, ...sheets(report, bytes === ofServer, () => route.go('/replay', { given: { record: bytes } })));
    if (typeof status.scrollIntoView === 'function') status.scrollIntoView({ block: 'nearest' });
  }

  /** @param {string} id */
  async function checkHere(id) {
    const mine = ++asked;
    status.textContent = t('verify.fetching');
    try {
      const [found, seals] = await Promise.all([fetchRecord(id), fetchLog().catch(() => undefined)]);
      if (mine !== asked || closed) return;
      if (!found) {
        status.textContent = t('verify.missing');
        form.setAttribute('open', '');
        return;
      }
      record = ofServer = found;
      await check(found, seals);
    } catch {
      if (mine !== asked || closed) return;
      status.textContent = t('verify.unreachable');
      form.setAttribute('open', '');
    }
  }

  const given = route.given?.record;
  if (match) checkHere(match);
  else if (given instanceof Uint8Array) take(new Blob([/** @type {BlobPart} */ (given)]));
  return {
    close() {
      closed = true;
    },
  };
}

/** This server's log, if it tells of the record's match.
 * @param {Uint8Array} record
 * @returns {Promise<Uint8Array | undefined>} */
async function logHere(record) {
  try {
    const log = await fetchLog();
    const seal = /"server_commit":"([0-9a-f]{64})"/.exec(new TextDecoder().decode(record.subarray(0, 20_000)))?.[1];
    return knows(log, seal) ? log : undefined;
  } catch {
    return undefined;
  }
}

/** @param {import('../core/verify.js').Report} report
 * @param {boolean} fromHere whether this server has the record
 * @param {() => void} replay */
function sheets(report, fromHere, replay) {
  const { match, game } = report.table;
  const facts = matchFacts(report);
  return [
    el('section', { class: 'card', 'aria-labelledby': 'checks-title' },
      el('h2', { id: 'checks-title' }, t('verify.results')),
      !report.holds && el('p', {}, t('verify.fails.lead')),
      checkList(report),
      el('p', { class: 'dim small' }, t('verify.limits'))),
    facts && el('section', { class: 'card', 'aria-labelledby': 'match-title' },
      el('h2', { id: 'match-title' }, t('verify.match')), facts,
      el('div', { class: 'row' },
        game.value === 'chowka' && (fromHere
          ? el('a', { class: 'button', href: at(`replay/${match}`).href }, t('verify.replay'))
          : el('button', { class: 'button', type: 'button', on: { click: replay } }, t('verify.replay'))),
        fromHere && match && el('a', { class: 'button', href: recordAt(match).href, download: `${match}.chowk.ndjson` }, t('end.save')))),
    makeSteps(report),
  ];
}

function explanation() {
  return el('details', { class: 'card verify-why' }, el('summary', {}, t('verify.why')),
    el('ol', {}, ['verify.why.1', 'verify.why.2', 'verify.why.3'].map((key) => el('li', {}, t(key)))),
    el('p', {}, el('a', { href: at('fair').href }, t('fair.title'))));
}
