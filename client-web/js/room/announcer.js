// @ts-check
// What is told to who cannot see: events politely and in order, the own turn at once. Each is said one time.

/** Sentences kept for "what happened last". */
const KEPT_MAX = 200;
/** Paragraphs that stay in a live region; older ones were heard. */
const SHOWN_MAX = 12;

export class Announcer {
  constructor() {
    this.told = /** @type {HTMLElement} */ (document.getElementById('told'));
    this.now = /** @type {HTMLElement} */ (document.getElementById('now'));
    /** @type {string[]} */
    this.last = [];
    this.latest = '';
  }

  /** An event, when whatever is being read is done. @param {string} text */
  say(text) {
    this.keep(text);
    this.put(this.told, text);
  }

  /** What the viewer must hear at once: the own turn, the clock, the answer to a key. @param {string} text @param {boolean} [kept] */
  urge(text, kept = true) {
    if (kept) this.keep(text);
    else this.latest = text;
    this.put(this.now, text);
  }

  /** The answer to a question of the viewer's; it does not count as an event. @param {string} text */
  answer(text) {
    this.latest = text;
    this.put(this.now, text);
  }

  /** What was said last, again. */
  repeat() {
    if (this.latest) this.put(this.now, this.latest);
  }

  clear() {
    this.told.textContent = '';
    this.now.textContent = '';
  }

  /** @param {string} text */
  keep(text) {
    this.latest = text;
    this.last.push(text);
    if (this.last.length > KEPT_MAX) this.last.shift();
  }

  /** @param {HTMLElement} region @param {string} text */
  put(region, text) {
    const line = document.createElement('p');
    line.textContent = text;
    const most = region === this.now ? 1 : SHOWN_MAX;
    while (region.children.length >= most) region.firstElementChild?.remove();
    region.append(line);
  }
}
