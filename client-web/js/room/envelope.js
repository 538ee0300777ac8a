// @ts-check
// The sealed envelope in one calm line; on demand what it means, and what was checked.

import { el, write } from '../elements.js';
import { at } from '../place.js';
import { hasWords, t } from '../words.js';
import { openDialog } from './dialog.js';

export function makeEnvelopeLine() {
  const words = el('span', {});
  const more = el('button', { class: 'button quiet small', type: 'button' }, t('replay.how'));
  const element = el('p', { class: 'envelope', hidden: true }, words, more);
  /** @type {any} */
  let scene;
  more.addEventListener('click', () => openEnvelope(scene));
  return {
    element,
    /** @param {any} next */
    update(next) {
      scene = next;
      const { envelope } = scene;
      element.hidden = !envelope || envelope.state === 'none';
      if (element.hidden) return;
      element.dataset.state = envelope.state;
      write(words, envelopeWords(envelope));
    },
  };
}

/** The one line. @param {any} envelope */
export function envelopeWords(envelope) {
  const short = (envelope.commit ?? '').slice(0, 8);
  switch (envelope.state) {
    case 'open':
      return t(envelope.all ? 'envelope.open' : 'envelope.open.part', { n: envelope.checked });
    case 'broken':
      return t('envelope.broken');
    default:
      return t('envelope.sealed', { envelope: short, n: envelope.checked });
  }
}

/** A fault in words. @param {any} fault */
function faultWords(fault) {
  const key = `fault.${fault.what}`;
  return hasWords(key) ? t(key, { t: fault.t ?? 0, chair: (fault.chair ?? 0) + 1 }) : fault.what;
}

/** @param {any} scene */
function openEnvelope(scene) {
  const { envelope } = scene;
  const facts = /** @type {[string, string | false | undefined][]} */ ([
    [t('envelope.match'), envelope.match],
    [t('envelope.commit'), envelope.commit],
    [t('envelope.seed'), envelope.seed],
    [t('envelope.draws'), t('envelope.draws.n', { n: envelope.checked })],
    [t('envelope.links'), !scene.watcher && t('envelope.links.n', { n: envelope.ownLinks })],
    [t('envelope.clock'), envelope.byClock > 0 && String(envelope.byClock)],
    [t('envelope.refused'), envelope.refusedThrows > 0 && String(envelope.refusedThrows)],
  ]);
  const ended = scene.view?.stage === 'ended' && envelope.match;
  openDialog({
    title: t('envelope.title'),
    content: [
      el('p', {}, envelopeWords(envelope)),
      envelope.faults.length > 0 && el('ul', { class: 'fault' }, envelope.faults.map((/** @type {any} */ fault) => el('li', {}, faultWords(fault)))),
      el('p', {}, t('envelope.how')),
      el('dl', { class: 'facts' }, facts.filter(([, value]) => value).map(([name, value]) =>
        el('div', {}, el('dt', {}, name), el('dd', {}, el('code', {}, value || ''))))),
      el('div', { class: 'row' },
        ended && el('a', { class: 'button main', href: at(`verify?match=${envelope.match}`).href, target: '_blank', rel: 'noopener' }, t('envelope.steps')),
        el('a', { class: 'button', href: at('fair').href, target: '_blank', rel: 'noopener' }, t('fair.title'))),
      el('p', { class: 'dim small' }, t('envelope.limits')),
    ],
  });
}
