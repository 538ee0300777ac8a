// @ts-check
// Sounds, made on the spot: shells on stone, a soft step, a hit, my turn, the clock. Nothing is told by sound alone.

import { FLICK_MS, tumbleMs, walkMs } from './board/motion.js';
import { turnOf } from './board/scene.js';
import { squaresOf } from './board/squares.js';

/** @typedef {import('./board/scene.js').Scene} Scene */
/** @typedef {import('./board/scene.js').News} News */
/** @typedef {'shells' | 'step' | 'hit' | 'turn' | 'tick' | 'home' | 'end'} Sound */

/**
 * The sounds of a table. Browsers are silent until somebody has touched the page; until then so are we.
 * @param {{settings?: () => import('./board/scene.js').Settings}} [options]
 */
export function makeSounds({ settings = () => ({}) } = {}) {
  /** @type {AudioContext | null} */
  let context = null;
  /** @type {AudioBuffer | null} */
  let noise = null;
  /** @type {string} */
  let asked = '';
  /** @type {ReturnType<typeof setTimeout>[]} */
  let timers = [];

  const wake = () => {
    if (!context) {
      const Maker = window.AudioContext ?? /** @type {any} */ (window).webkitAudioContext;
      if (!Maker) return;
      try {
        context = new Maker();
      } catch {
        return;
      }
    }
    if (context.state === 'suspended') context.resume().catch(() => {});
  };
  for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, wake, { passive: true });

  function hiss() {
    if (!context) return null;
    if (!noise) {
      noise = context.createBuffer(1, context.sampleRate * 0.3, context.sampleRate);
      const samples = noise.getChannelData(0);
      for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
    }
    return noise;
  }

  /** A short knock of noise. @param {number} when @param {{pitch: number, sharp: number, loud: number, ms: number}} how */
  function knock(when, { pitch, sharp, loud, ms }) {
    const buffer = hiss();
    if (!context || !buffer) return;
    const source = context.createBufferSource();
    source.buffer = buffer;
    const band = context.createBiquadFilter();
    band.type = 'bandpass';
    band.frequency.value = pitch;
    band.Q.value = sharp;
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, when);
    gain.gain.exponentialRampToValueAtTime(0.0001, when + ms / 1000);
    source.connect(band).connect(gain).connect(context.destination);
    source.start(when, Math.random() * 0.1, ms / 1000 + 0.02);
  }

  /** A soft tone. @param {number} when @param {{from: number, to?: number, loud: number, ms: number, shape?: OscillatorType}} how */
  function tone(when, { from, to = from, loud, ms, shape = 'sine' }) {
    if (!context) return;
    const source = context.createOscillator();
    source.type = shape;
    source.frequency.setValueAtTime(from, when);
    source.frequency.exponentialRampToValueAtTime(to, when + ms / 1000);
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, when);
    gain.gain.exponentialRampToValueAtTime(loud, when + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, when + ms / 1000);
    source.connect(gain).connect(context.destination);
    source.start(when);
    source.stop(when + ms / 1000 + 0.02);
  }

  /**
   * Plays a sound, if this person wants sounds.
   * @param {Sound} sound
   * @param {number} [delay] in milliseconds
   */
  function play(sound, delay = 0) {
    if (!context || context.state !== 'running') return;
    const now = context.currentTime + delay / 1000;
    switch (sound) {
      case 'shells':
        for (let clack = 0; clack < 11; clack += 1) {
          const part = clack / 10;
          knock(now + part * part * 0.4 + Math.random() * 0.025, { pitch: 2300 + Math.random() * 1900, sharp: 7, loud: 0.34 * (1 - part * 0.6), ms: 38 });
        }
        break;
      case 'step':
        knock(now, { pitch: 620, sharp: 2.5, loud: 0.22, ms: 55 });
        break;
      case 'hit':
        knock(now, { pitch: 900, sharp: 1.2, loud: 0.6, ms: 90 });
        tone(now, { from: 210, to: 70, loud: 0.34, ms: 180, shape: 'triangle' });
        knock(now + 0.09, { pitch: 2600, sharp: 6, loud: 0.25, ms: 60 });
        break;
      case 'turn':
        tone(now, { from: 587, loud: 0.1, ms: 170 });
        tone(now + 0.13, { from: 784, loud: 0.1, ms: 260 });
        break;
      case 'tick':
        knock(now, { pitch: 1700, sharp: 10, loud: 0.28, ms: 30 });
        break;
      case 'home':
        for (const [at, pitch] of [523, 659, 784].entries()) tone(now + at * 0.08, { from: pitch, loud: 0.08, ms: 240 });
        break;
      case 'end':
        for (const [at, pitch] of [523, 659, 784, 1047].entries()) tone(now + at * 0.14, { from: pitch, loud: 0.09, ms: 420 });
        break;
    }
  }

  /**
   * Lets a change be heard.
   * @param {Scene} scene
   * @param {News} [news]
   */
  function update(scene, news) {
    const how = settings();
    const turn = turnOf(scene);
    const loud = how.sounds !== false;
    const live = news?.how === 'live' && scene.past === undefined;
    let delay = 0;
    for (const event of live ? news.events : []) {
      if (event.e === 'thrown') {
        if (loud) play('shells');
        delay = tumbleMs(how);
      }
      if (event.e === 'moved') {
        const steps = event.to - event.from;
        const ms = walkMs(how, steps);
        for (let step = 1; loud && step <= Math.min(steps, 12); step += 1) play('step', delay + (ms * step) / steps);
        delay += ms;
        if (event.hits?.length) {
          if (loud) play('hit', delay);
          const suffered = event.hits.some(hit => hit.side === scene.side);
          if (how.vibrate !== false && scene.side && (suffered || event.side === scene.side)) navigator.vibrate?.(suffered ? 80 : 40);
          delay += FLICK_MS;
        }
        if (loud && event.to === squaresOf(scene.view?.rules)?.centre) play('home', delay);
      }
      if (event.e === 'ended' && loud) play('end', delay + 200);
    }
    const key = turn && turn.side === scene.side && !scene.watcher && scene.past === undefined ? `${turn.asked}` : '';
    if (key === asked) return;
    const first = key && !asked;
    asked = key;
    if (first && live && loud && how.turnSound !== false) play('turn', delay);
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    if (!key || !turn?.deadline || !scene.left) return;
    const left = scene.left(turn.deadline);
    if (!Number.isFinite(left)) return;
    for (let second = 5; second >= 1; second -= 1) {
      const wait = left - second * 1000;
      if (wait > 0) timers.push(setTimeout(() => settings().sounds !== false && play('tick'), wait));
    }
  }

  return {
    play,
    update,
    close() {
      for (const timer of timers) clearTimeout(timer);
      for (const event of ['pointerdown', 'keydown']) document.removeEventListener(event, wake);
      context?.close().catch(() => {});
    },
  };
}
