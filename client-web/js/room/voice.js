// @ts-check
// What is said aloud when the table has changed: each event once and in order, then whose turn it is, then the clock.

import { turnOf } from '../board/scene.js';
import { spokenCode, t } from '../words.js';
import { mayAsk } from './moretime.js';
import { sentence } from './sentences.js';
import { boardOf, question, who } from './tell.js';

/** Seconds before a deadline at which the time is told, once each. */
const WARN_AT_S = [10, 5];

/** @typedef {import('./announcer.js').Announcer} Announcer */
/** @typedef {import('./names.js').Names} Names */

export class Voice {
  /** @param {Announcer} announcer @param {Names} names @param {(chair: number) => boolean} isUnheard */
  constructor(announcer, names, isUnheard) {
    this.announcer = announcer;
    this.names = names;
    this.isUnheard = isUnheard;
    /** The question that was told last. @type {number | undefined} */
    this.asked = undefined;
    /** The side whose turn was told last. @type {string | undefined} */
    this.side = undefined;
    this.warned = 0;
    /** Whether it was said that more time may be asked for. */
    this.offered = false;
    this.first = true;
    /** The last sentence, for the eyes. */
    this.latest = '';
  }

  /**
   * @param {any} scene
   * @param {{events: any[], how: string}} news
   * @param {boolean} again whether the side in turn has thrown in this turn already
   */
  told(scene, news, again) {
    const { view } = scene;
    if (!view) return;
    if (news.how === 'snapshot' && this.first) this.overview(scene);
    else if (news.how === 'caught_up' && news.events.length) this.announcer.say(t('voice.meanwhile'));
    if (news.how === 'snapshot') this.latest = this.lastOf(news.events, scene);
    else for (const event of news.events) this.event(event, scene);
    this.first = false;
    this.question(scene, again);
  }

  /** @param {any} event @param {any} scene */
  event(event, scene) {
    const { names } = this;
    if (event.e === 'joined') names.satDown(event.chair, event.name, event.kind);
    if (event.e === 'lots') {
      names.lots(event.sides);
      this.offered = false;
    }
    if (event.e === 'more_time' && event.deadline) this.toCome(scene, event.deadline);
    if (event.e === 'said' && this.isUnheard(event.chair)) return;
    const words = sentence(event, { names, ...boardOf(scene.view), left: scene.left });
    if (!words) return;
    this.announcer.say(words);
    this.latest = words;
    const isHost = scene.chair !== undefined && scene.chair === scene.view.host;
    if (event.e === 'away' && isHost && event.chair !== scene.chair) this.announcer.say(t('voice.hand', { name: names.chair(event.chair) }));
  }

  /** The last thing that was worth a word, for who comes back. @param {any[]} events @param {any} scene */
  lastOf(events, scene) {
    for (let i = events.length - 1; i >= 0; i -= 1) {
      const event = events[i];
      if (event.e === 'said' && this.isUnheard(event.chair)) continue;
      const words = sentence(event, { names: this.names, ...boardOf(scene.view) });
      if (words) return words;
    }
    return this.latest;
  }

  /** What is worth knowing when one comes to a table. @param {any} scene */
  overview(scene) {
    const { view, chair, room } = scene;
    const code = spokenCode(room ?? view.code);
    this.announcer.say(chair === undefined ? t('voice.watching', { code }) : t('voice.seated', { n: chair + 1, code }));
    if (view.stage === 'gathering' || view.stage === 'readying') this.announcer.say(who(scene, this.names));
  }

  /** Whose turn it is, once for each question. @param {any} scene @param {boolean} again */
  question(scene, again) {
    const turn = turnOf(scene);
    if (!turn) {
      this.side = undefined;
      return;
    }
    if (turn.asked === this.asked) return;
    this.asked = turn.asked;
    this.toCome(scene, turn.deadline);
    if (scene.side === turn.side && !scene.watcher) this.announcer.urge(question(scene, this.names, again));
    else if (this.side !== turn.side) this.announcer.say(t('voice.turn', { name: this.names.side(turn.side) }));
    this.side = turn.side;
  }

  /** Which warnings are still to come. @param {any} scene @param {number | null | undefined} deadline */
  toCome(scene, deadline) {
    const left = deadline ? scene.left(deadline) / 1000 : Infinity;
    this.warned = WARN_AT_S.filter((at) => left <= at + 1).length;
  }

  /** The clock, at ten and at five seconds and not otherwise. @param {any} scene */
  clock(scene) {
    const turn = turnOf(scene);
    if (!turn?.deadline || scene.side !== turn.side || scene.watcher || scene.around?.paused) return;
    const left = Math.ceil(scene.left(turn.deadline) / 1000);
    const due = WARN_AT_S.filter((at) => left <= at).length;
    if (due <= this.warned || left <= 0) return;
    this.warned = due;
    const offer = !this.offered && mayAsk(scene);
    this.offered ||= offer;
    this.announcer.urge(offer ? `${t('voice.left', { n: left })} ${t('voice.more_time')}` : t('voice.left', { n: left }), false);
  }
}
