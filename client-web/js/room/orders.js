// @ts-check
// What a key or a typed line asks for, carried out: wishes go to the table, questions are answered in words.

import { isMine } from '../board/scene.js';
import { t } from '../words.js';
import { confirmFirst } from './dialog.js';
import { openHelp, openRules } from './menu.js';
import { mayAsk } from './moretime.js';
import { othersIn } from './phrases.js';
import { openReport } from './report.js';
import { openShare } from './share.js';
import { clock, myPieces, opponents, question, scan, who, why } from './tell.js';

/** Sentences that "last" tells. */
const LAST = 5;

/**
 * @param {{scene: () => any, names: import('./names.js').Names, wish: (wish: any) => void, board: {pick(pawn: number): void},
 *   announcer: import('./announcer.js').Announcer, again: () => boolean, leave: () => void}} options
 */
export function makeOrders({ scene, names, wish, board, announcer, again, leave }) {
  /** The words for a question. @param {string} of */
  const words = (of) => {
    const now = scene();
    switch (of) {
      case 'last':
        return announcer.last.slice(-LAST).join(' ') || t('tell.nothing');
      case 'clock':
        return clock(now, names);
      case 'opponents':
        return opponents(now, names);
      case 'pieces':
        return myPieces(now, names);
      case 'scan':
        return scan(now, names);
      case 'why':
        return why(now, names);
      case 'who':
        return who(now, names);
      case 'turn':
        return question(now, names, again());
      case 'phrases':
        return t('typed.phrases');
      default:
        return '';
    }
  };

  /** @param {string} of */
  const tell = (of) => {
    if (of === 'repeat') announcer.repeat();
    else announcer.answer(words(of));
  };

  const throwNow = () => {
    const now = scene();
    if (now.view?.stage !== 'playing') return false;
    if (isMine(now, 'throw')) wish({ t: 'throw' });
    else announcer.answer(question(now, names, again()));
    return true;
  };

  /**
   * Does what a typed line means; gives the words to answer.
   * @param {import('./typed.js').Meant} meant
   */
  const meant = (meant) => {
    const answer = done(meant);
    if (answer) announcer.answer(answer);
    return answer;
  };

  /** @param {import('./typed.js').Meant} meant @returns {string} */
  const done = (meant) => {
    const now = scene();
    switch (meant.what) {
      case 'throw':
        if (isMine(now, 'throw')) wish({ t: 'throw' });
        else return question(now, names, again());
        return '';
      case 'move':
        return moved(meant.pawn, meant.value);
      case 'say':
        wish({ t: 'say', phrase: meant.phrase });
        return '';
      case 'wish':
        if (now.chair === undefined) return t('refusal.watchers_only_see');
        return wished(meant.wish);
      case 'tell':
        return told(meant.of);
      case 'unknown':
        return t('typed.unknown');
      default:
        return '';
    }
  };

  /** @param {number} pawn @param {number | undefined} value */
  const moved = (pawn, value) => {
    const now = scene();
    if (!isMine(now, 'move')) return question(now, names, again());
    const by = now.view.turn.moves?.[pawn];
    const values = Object.keys(by ?? {}).map(Number);
    if (value === undefined && values.length === 1) value = values[0];
    if (value !== undefined && by?.[value]) wish({ t: 'move', pawn, value });
    else board.pick(pawn);
    return '';
  };

  /** @param {string} what */
  const wished = (what) => {
    if (what === 'resign') {
      confirmFirst({ title: t('menu.resign.title'), words: t('menu.resign.words'), yes: t('menu.resign'), danger: true, then: () => wish({ t: 'resign' }) });
    } else if (what === 'leave') {
      confirmFirst({ title: t('menu.leave.title'), words: t('menu.leave.words'), yes: t('menu.leave'), danger: true, then: leave });
    } else if (what === 'report') {
      const others = othersIn(scene().view, names);
      if (others.length === 0) return t('refusal.not_now');
      openReport({ who: others, wish });
    } else if (what === 'more_time' && !mayAsk(scene())) {
      return scene().view?.chairs[scene().chair]?.more_time ? t('event.more_time.me') : t('tell.no_clock');
    } else {
      wish({ t: what });
    }
    return '';
  };

  /** @param {string} of */
  const told = (of) => {
    if (of === 'help') openHelp();
    else if (of === 'rules') openRules(scene().view);
    else if (of === 'link') openShare(scene().room);
    else if (of === 'repeat') return announcer.latest;
    else return words(of);
    return '';
  };

  return { tell, throwNow, meant };
}
