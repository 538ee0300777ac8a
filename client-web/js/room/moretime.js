// @ts-check
// Twice the time: who needs it asks once in a match. It is offered beside the turn when the own time runs short.

import { turnOf } from '../board/scene.js';
import { el } from '../elements.js';
import { t } from '../words.js';

/** Milliseconds that are left when it is offered; a choice takes longer than a throw. */
const SHORT_MS = { throw: 5_000, move: 10_000 };

/** Whether I may ask for it. @param {any} scene */
export function mayAsk({ view, chair, side, around }) {
  const seat = view?.sides?.[side];
  return view?.stage === 'playing' && view.clock !== 'none' && seat && !seat.left && !seat.rank && !view.chairs[chair].more_time && !around?.paused;
}

/**
 * @param {{wish: (wish: any) => void, lost: () => void}} options `lost` is told when the button goes with the focus on it
 */
export function makeMoreTime({ wish, lost }) {
  const element = el('button', {
    class: 'button small more-time', type: 'button', hidden: true, on: { click: () => wish({ t: 'more_time' }) },
  }, t('menu.time'));
  return {
    element,
    /** @param {any} scene */
    update(scene) {
      const turn = turnOf(scene);
      const short = turn?.deadline && turn.side === scene.side && scene.line === 'live' && scene.past === undefined
        && scene.left(turn.deadline) <= SHORT_MS[/** @type {'throw' | 'move'} */ (turn.phase)];
      const hidden = !short || !mayAsk(scene);
      if (hidden === element.hidden) return;
      const held = document.activeElement === element;
      element.hidden = hidden;
      if (held) lost();
    },
  };
}
