// @ts-check
// The controls of a film: a slider, buttons, tempo. Every button has its words; the keys are the page's.

import { el, write } from '../elements.js';
import { t } from '../words.js';
import { TEMPOS } from './projector.js';

/** @typedef {import('./projector.js').Projector} Projector */

const SIGNS = { first: '⏮', back: '◀', play: '▶', pause: '⏸', next: '▶', last: '⏭' };

/** @param {{projector: Projector, words: (at: number) => string}} options `words` tells a place for who does not see it */
export function makeControls({ projector, words }) {
  const slider = el('input', { type: 'range', class: 'film-slider', min: 0, max: projector.last, step: 1, value: '0', 'aria-label': t('replay.slider') });
  slider.addEventListener('input', () => projector.go(Number(slider.value)));
  const button = (/** @type {keyof typeof SIGNS} */ name, /** @type {() => void} */ press) =>
    el('button', { class: `button film-button film-${name}`, type: 'button', 'aria-label': t(`replay.${name}`), title: t(`replay.${name}`), on: { click: press } },
      el('span', { 'aria-hidden': 'true' }, SIGNS[name]));
  const first = button('first', () => projector.go(0));
  const back = button('back', () => projector.go(projector.at - 1));
  const next = button('next', () => projector.go(projector.at + 1));
  const last = button('last', () => projector.go(projector.last));
  const play = el('button', { class: 'button main film-play', type: 'button' });
  play.addEventListener('click', () => {
    if (projector.runs) projector.pause();
    else projector.play();
    update();
  });
  const tempo = el('select', { class: 'film-tempo', 'aria-label': t('replay.tempo') },
    Object.keys(TEMPOS).map((name) => el('option', { value: name, selected: name === projector.tempo }, t(`replay.tempo.${name}`))));
  tempo.addEventListener('change', () => {
    projector.tempo = /** @type {import('./projector.js').Tempo} */ (tempo.value);
    if (projector.runs) projector.play();
  });
  const place = el('p', { class: 'film-place dim small' });
  const element = el('section', { class: 'film-controls', 'aria-label': t('replay.controls') },
    slider, el('div', { class: 'film-buttons' }, first, back, play, next, last, tempo), place);

  function update() {
    const { at, runs } = projector;
    slider.value = String(at);
    slider.setAttribute('aria-valuetext', words(at));
    slider.style.setProperty('--done', `${(at / Math.max(projector.last, 1)) * 100}%`);
    write(play, `${runs ? SIGNS.pause : SIGNS.play} ${t(runs ? 'replay.pause' : 'replay.play')}`);
    write(place, words(at));
    for (const one of [first, back]) one.setAttribute('aria-disabled', String(at === 0));
    for (const one of [next, last]) one.setAttribute('aria-disabled', String(at === projector.last));
  }
  update();
  return { element, update };
}
