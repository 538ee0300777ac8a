// @ts-check
// Every step of one throw: its link and what that leads to, the bytes that follow, and the shells that these are.

import { computed, foundations, throwsOf } from '../core/steps.js';
import { el, refill } from '../elements.js';
import { hasWords, isolated, t } from '../words.js';

/** @typedef {import('../core/verify.js').Report} Report */
/** @typedef {import('../core/steps.js').ThrowSteps} ThrowSteps */

/** The throws of a record, to be followed one by one; undefined if it has none.
 * @param {Report} report */
export function makeSteps(report) {
  const throws = throwsOf(report);
  if (throws.length === 0) return undefined;
  const input = el('input', { type: 'number', class: 'steps-number', min: 1, max: throws.length, value: '1', inputmode: 'numeric', 'aria-label': t('steps.pick') });
  const before = el('button', { class: 'button small', type: 'button' }, t('steps.before'));
  const after = el('button', { class: 'button small', type: 'button' }, t('steps.after'));
  const told = el('div', { class: 'steps-told', 'aria-live': 'polite' });
  let no = 1;

  /** @param {number} next */
  function look(next) {
    no = Math.min(Math.max(Math.round(next) || 1, 1), throws.length);
    input.value = String(no);
    before.toggleAttribute('disabled', no === 1);
    after.toggleAttribute('disabled', no === throws.length);
    refill(told, ...sheet(computed(report, throws[no - 1]), no));
  }
  before.addEventListener('click', () => look(no - 1));
  after.addEventListener('click', () => look(no + 1));
  input.addEventListener('change', () => look(Number(input.value)));
  look(1);

  return el('details', { class: 'card steps' },
    el('summary', {}, t('steps.title')),
    el('p', {}, t('steps.lead')),
    el('div', { class: 'row steps-pick' },
      before, el('label', { class: 'row' }, el('span', {}, t('steps.pick')), input), el('span', {}, t('steps.of', { n: throws.length })), after),
    told,
    ground(report));
}

/** @param {ThrowSteps} step
 * @param {number} no */
function sheet(step, no) {
  const by = `steps.by.${step.by}`;
  const fits = step.leadsTo === step.before;
  const wrong = step.shells.some((shell) => shell.byte !== undefined && shell.up !== shell.byte < step.mouthUp);
  return [
    el('h3', {}, t('steps.who', { no, name: isolated(step.name), value: step.value })),
    el('p', {}, t('steps.draw', { t: step.t }), ' ', hasWords(by) && t(by)),
    el('h4', {}, t(step.link ? 'steps.link' : 'steps.link.none')),
    ...(step.link ? [
      digits(step.link),
      el('p', {}, t('steps.link.leads')),
      digits(step.leadsTo),
      el('p', { class: fits ? 'good' : 'fault' }, `${fits ? '✔' : '✘'} ${t(fits ? 'steps.link.shown' : 'steps.link.wrong')}`),
    ] : [el('p', {}, t('steps.link.none.why'))]),
    el('h4', {}, t('steps.bytes')),
    ...(step.bytes
      ? [el('p', {}, t('steps.bytes.lead', { t: step.t })), digits(step.bytes, 2 * step.shells.length)]
      : [el('p', { class: 'fault' }, t('steps.bytes.unknown'))]),
    el('h4', {}, t('steps.shells')),
    el('p', {}, t('steps.shells.lead', { n: step.mouthUp })),
    shells(step),
    el('p', {}, el('b', {}, t('steps.value', { value: step.value })), ' ', step.bytes && el('span', { class: wrong ? 'fault' : 'good' }, t(wrong ? 'steps.differs' : 'steps.same'))),
  ];
}

/** A long number in groups of eight; the first `marked` digits stand out.
 * @param {string | undefined} text
 * @param {number} [marked] */
function digits(text, marked = 0) {
  const groups = (/** @type {string} */ part) => part.match(/.{1,8}/g)?.join(' ') ?? '';
  return el('p', { class: 'digits', dir: 'ltr' }, el('code', {},
    marked > 0 && el('mark', {}, groups((text ?? '').slice(0, marked))), ' ', groups((text ?? '').slice(marked))));
}

/** @param {ThrowSteps} step */
function shells(step) {
  const head = el('tr', {}, [t('steps.shell'), t('steps.byte'), t('steps.computed'), t('steps.told')].map((words) => el('th', { scope: 'col' }, words)));
  const rows = step.shells.map(({ byte, up }, at) => {
    const really = byte === undefined ? undefined : byte < step.mouthUp;
    const words = (/** @type {boolean} */ mouth) => t(mouth ? 'steps.up' : 'steps.down');
    return el('tr', {},
      el('th', { scope: 'row' }, at + 1), el('td', {}, byte === undefined ? '–' : byte), el('td', {}, really === undefined ? '–' : words(really)),
      el('td', { class: really === undefined || really === up ? '' : 'fault' }, words(up)));
  });
  return el('div', { class: 'table-box', tabindex: 0, role: 'region', 'aria-label': t('steps.shells') }, el('table', {}, el('thead', {}, head), el('tbody', {}, rows)));
}

/** @param {Report} report */
function ground(report) {
  const { seal, seed, sealed, key, chairs } = foundations(report);
  const facts = /** @type {[string, string | undefined][]} */ ([
    [t('steps.ground.seal'), seal],
    [t('envelope.seed'), seed],
    [t('steps.ground.sealed'), sealed],
    [t('steps.ground.key'), key],
    ...chairs.flatMap(({ name, tip, reveal, leadsTo }) => [
      [t('steps.ground.tip', { name: isolated(name) }), tip],
      [t('steps.ground.reveal', { name: isolated(name) }), reveal],
      [t('steps.ground.leads', { name: isolated(name) }), leadsTo],
    ]),
  ]);
  return el('details', {}, el('summary', {}, t('steps.ground')),
    el('dl', { class: 'facts' }, facts.filter(([, value]) => value).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, digits(value))))));
}
