// @ts-check
// Where a film stands, and how it runs: step by step, with a pause after each as long as what happened needs.

/** How long each kind of step is looked at, in milliseconds. */
const LOOK_MS = /** @type {Record<string, number>} */ ({ thrown: 1000, moved: 750, passed: 800, gone: 1200, ended: 0 });
/** How many times faster each tempo is. */
export const TEMPOS = { slow: 0.5, usual: 1, quick: 4 };
/** @typedef {keyof typeof TEMPOS} Tempo */

export class Projector {
  /** @param {import('../core/retold.js').Film} film
   * @param {(at: number, how: 'live' | 'snapshot') => void} changed hears of each change; `live` for one step on */
  constructor(film, changed) {
    this.film = film;
    this.changed = changed;
    this.at = 0;
    /** @type {Tempo} */
    this.tempo = 'usual';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get last() {
    return this.film.steps.length;
  }

  get runs() {
    return this.timer !== undefined;
  }

  /** Goes to a step, from 0, the start.
   * @param {number} at */
  go(at) {
    const next = Math.min(Math.max(Math.round(at), 0), this.last);
    if (next === this.at) return;
    const how = next === this.at + 1 ? 'live' : 'snapshot';
    const { runs } = this;
    this.at = next;
    // What runs goes on from there; at its end it stops.
    if (runs && next < this.last) this.play();
    else this.pause();
    this.changed(next, how);
  }

  /** To the next throw of another player, or the last one.
   * @param {1 | -1} way */
  turn(way) {
    const { steps } = this.film;
    const sideAt = (/** @type {number} */ at) => /** @type {any} */ (steps[at - 1]?.event)?.side;
    const here = sideAt(this.at);
    let at = this.at + way;
    while (at > 0 && at < this.last && (steps[at - 1].event.e !== 'thrown' || sideAt(at) === here)) at += way;
    this.go(at);
  }

  /** Runs from here, or from the start if it stands at the end. */
  play() {
    this.pause();
    if (this.at >= this.last) this.go(0);
    const event = this.film.steps[this.at - 1]?.event;
    const wait = (event ? LOOK_MS[event.e] : 600) / TEMPOS[this.tempo];
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.at < this.last) {
        const more = this.at + 1 < this.last;
        this.at += 1;
        if (more) this.play();
        this.changed(this.at, 'live');
      }
    }, wait);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
