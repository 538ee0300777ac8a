// @ts-check
// The table on the screen: seats, board, cowries and tray, and around them words, moves, phrases, seal and menu.

import { makeBoard } from '../board/board.js';
import { makeCowries } from '../board/cowries.js';
import { isForced, isMine } from '../board/scene.js';
import { makeSeats } from '../board/seats.js';
import { makeTray } from '../board/tray.js';
import { el, refill, write } from '../elements.js';
import { settings, onSettings } from '../settings.js';
import { makeSounds } from '../sound.js';
import { hasWords, spokenCode, t } from '../words.js';
import { Announcer } from './announcer.js';
import { makeBanner } from './banner.js';
import { makeEndCard } from './endcard.js';
import { makeEnvelopeLine } from './envelope.js';
import { makeGathering } from './gathering.js';
import { History } from './history.js';
import { listenToKeys } from './keys.js';
import { makeLookBar } from './lookbar.js';
import { openHelp, openMenu, openRules } from './menu.js';
import { makeMoreTime } from './moretime.js';
import { makeMoveList } from './movelist.js';
import { Names } from './names.js';
import { makeOrders } from './orders.js';
import { makePhrases, othersIn } from './phrases.js';
import { openReport } from './report.js';
import { asideWords, sentence } from './sentences.js';
import { openShare } from './share.js';
import { isMyTurn, statusOf } from './status.js';
import { boardOf, watchers } from './tell.js';
import { makeToasts } from './toasts.js';
import { makeTypedLine } from './typed.js';
import { Voice } from './voice.js';

/** How long a throw made by itself waits, so that one sees that it is one's own. */
const AUTO_MS = 350;
/** As long as the shells tumble. */
const TUMBLE_MS = 500;

/**
 * @param {{table: any, leave: () => void, takeBack: () => void}} options
 */
export function makeDesk({ table, leave, takeBack }) {
  const names = new Names();
  const past = new History();
  const announcer = new Announcer();
  /** @type {any} */
  let scene = table.scene;
  /** The line that is looked at, while somebody looks back. @type {number | undefined} */
  let looking;
  let autoThrown = -1;
  let stage = '';

  /** @param {any} wish */
  const wish = (wish) => {
    if (looking !== undefined && (wish.t === 'throw' || wish.t === 'move')) return;
    table.wish(wish);
  };
  const say = (/** @type {string} */ words) => announcer.answer(words);
  const board = makeBoard({ t, wish, say, settings });
  const cowries = makeCowries({ t, wish, settings });
  const tray = makeTray({ t, wish, say, settings, look: (pawn) => board.look(pawn) });
  const seats = makeSeats({ t, mute: (chair) => { phrases.mute(chair, !phrases.isMuted(chair)); draw(); }, isMuted: (chair) => phrases.isUnheard(chair) });
  const sounds = makeSounds({ settings });
  const report = (/** @type {number} */ chair) => openReport({ who: othersIn(scene.view, names).filter(([no]) => no === chair), wish });
  const phrases = makePhrases({ names, say: (phrase) => wish({ t: 'say', phrase }), report, changed: () => draw() });
  const voice = new Voice(announcer, names, phrases.isUnheard);
  const moves = makeMoveList({ history: past, centre: () => boardOf(scene.view).centre, look });
  const bar = makeLookBar({ step, live: () => look(undefined) });
  const banner = makeBanner({ retry: takeBack, away: leave });
  const gathering = makeGathering({ names, wish, rules: () => openRules(scene.view) });
  const endCard = makeEndCard({ names, wish });
  const seal = makeEnvelopeLine();
  const toasts = makeToasts();
  const orders = makeOrders({ scene: () => scene, names, wish, board, announcer, again: playsAgain, leave });
  const typed = makeTypedLine({ meant: orders.meant });

  const heading = el('h1', { class: 'hidden-words', tabindex: '-1' });
  const moreTime = makeMoreTime({ wish, lost: () => heading.focus({ preventScroll: true }) });
  const status = el('p', { class: 'status', 'data-status': '' });
  const latest = el('p', { class: 'latest dim' });
  const looks = el('p', { class: 'looks dim small' });
  const latency = el('span', { class: 'latency' });
  const toggle = el('button', { class: 'button sheet-toggle', type: 'button', 'aria-expanded': 'false', 'aria-controls': 'rest' }, t('room.more'));
  const rest = el('div', { class: 'rest', id: 'rest' },
    el('section', { class: 'moves-part', 'aria-labelledby': 'moves-title' }, el('h2', { id: 'moves-title' }, t('moves.title')), moves.element),
    phrases.element, typed.element, looks, el('p', { class: 'small dim' }, latency));
  const play = el('div', { class: 'desk' },
    endCard.element,
    el('div', { class: 'status-place' }, bar.element, status, moreTime.element, latest),
    seats.element,
    el('div', { class: 'board-place', id: 'board' }, board.element),
    cowries.element, tray.element, seal.element, toggle, rest, endCard.numbers);
  const element = el('div', { class: 'room' },
    heading, skips(board, typed.input), banner.element, gathering.element, play, toasts.element);

  toggle.addEventListener('click', () => {
    const open = rest.classList.toggle('open');
    toggle.setAttribute('aria-expanded', String(open));
    write(toggle, t(open ? 'room.less' : 'room.more'));
    if (open) toggle.scrollIntoView({ block: 'start' });
    else heading.scrollIntoView({ block: 'end' });
  });

  /** Whether the side in turn has thrown in this turn already: the last line is its own. */
  function playsAgain() {
    const last = past.lines[past.lines.length - 1];
    return last !== undefined && last.side === scene.view?.turn?.side;
  }

  /** Looks back at a line, or at the present. @param {number | undefined} at */
  function look(at) {
    looking = at;
    if (at !== undefined) say(t('look.spoken', { n: past.lines[at]?.no ?? 0 }));
    draw();
  }

  /** @param {number} by */
  function step(by) {
    const from = looking ?? past.lines.length;
    const to = from + by;
    if (to < 0 || past.lines.length === 0) return;
    look(to >= past.lines.length ? undefined : to);
  }

  /** Draws all of it. @param {any} [news] */
  function draw(news = { events: [], how: 'snapshot' }) {
    const { view } = scene;
    if (looking !== undefined && looking >= past.lines.length) looking = undefined;
    const shown = looking === undefined ? scene : past.sceneAt(scene, looking);
    const told = looking === undefined ? news : { events: [], how: 'snapshot' };
    const playing = view && (view.stage === 'playing' || view.stage === 'ended');
    play.hidden = !playing;
    gathering.element.hidden = Boolean(playing);
    if (playing) {
      board.update(shown, told);
      cowries.update(shown, told);
      tray.update(shown);
      seats.update(shown);
    } else {
      gathering.update(scene);
    }
    bar.update(looking === undefined ? undefined : past.lines[looking].no);
    moves.update(looking);
    const { text, mood } = statusOf(scene, names, playsAgain());
    write(status, text);
    status.dataset.mood = mood;
    write(latest, voice.latest);
    banner.update(scene);
    seal.update(scene);
    moreTime.update(shown);
    phrases.update(scene);
    write(looks, scene.around?.watchers ? `👁 ${watchers(scene.around)}` : '');
    write(latency, scene.latency === undefined ? '' : t('room.latency', { n: Math.round(scene.latency) }));
    element.dataset.looking = String(looking !== undefined);
    element.dataset.stage = view?.stage ?? '';
    element.dataset.phase = view?.turn?.phase ?? '';
    element.dataset.line = scene.line;
    element.dataset.left = view?.turn?.deadline ? String(Math.round(scene.left(view.turn.deadline))) : '';
    element.dataset.asked = String(view?.turn?.asked ?? '');
    element.dataset.t = String(view?.turn?.t ?? '');
    element.dataset.seal = view?.server_commit ?? '';
    element.dataset.envelope = scene.envelope?.state ?? '';
    element.dataset.mine = isMyTurn(scene) ? isForced(scene) ? 'forced' : 'true' : 'false';
    document.title = `${mood === 'mine' ? '● ' : ''}${text} – ${t('site.name')}`;
  }

  /** @param {any} news */
  function phrasesOf(news) {
    if (news.how === 'snapshot') return;
    for (const event of news.events) {
      if (event.e === 'lots' || event.e === 'again') phrases.newMatch();
      if (event.e === 'passed' && names.isMySide(event.side)) lost(event);
      if (event.e !== 'said' || phrases.isUnheard(event.chair)) continue;
      toasts.show(phrases.said(event.chair, event.phrase), 'said');
    }
  }

  /** What is said among those who look on. @param {any} aside */
  function heardAside(aside) {
    const words = phrases.aside(aside);
    if (!words) return;
    toasts.show(words, 'said');
    announcer.say(asideWords(aside));
  }

  /** My throw was lost: said beside the table, when the shells lie. @param {any} event */
  function lost(event) {
    const words = sentence(event, { names, ...boardOf(scene.view) }) ?? '';
    setTimeout(() => scene.view?.stage === 'playing' && toasts.show(words), settings().speed === 'off' ? 0 : TUMBLE_MS);
  }

  /** @param {any} news */
  function answers({ refused, acked, notice }) {
    if (notice) banner.notice(notice);
    if (acked?.wish.t === 'report') {
      phrases.reported(acked.wish.chair);
      toasts.show(t('report.thanks'));
      announcer.answer(t('report.thanks'));
    }
    if (!refused || refused.again || ['answered', 'already_played'].includes(refused.code)) return;
    const key = refused.wish?.t === 'report' && refused.code === 'not_now' ? 'report.again' : `refusal.${refused.code}`;
    const words = hasWords(key) ? t(key) : refused.text;
    toasts.show(words, 'refusal');
    announcer.urge(words, false);
  }

  /** Throws by itself, where its player wants that. */
  function autoThrow() {
    const asked = scene.view?.turn?.asked;
    if (!settings().autoThrow || scene.line !== 'live' || !isMine(scene, 'throw') || asked === autoThrown) return;
    autoThrown = asked;
    setTimeout(() => isMine(scene, 'throw') && scene.view?.turn?.asked === asked && wish({ t: 'throw' }), AUTO_MS);
  }

  const stopKeys = listenToKeys({
    throwNow: orders.throwNow,
    pick: (pawn) => looking === undefined && board.pick(pawn),
    tell: orders.tell,
    help: openHelp,
    escape: () => {
      if (looking === undefined) return false;
      look(undefined);
      return true;
    },
    step: (by) => {
      step(by);
      return true;
    },
  });
  const stopSettings = onSettings(() => draw());
  const timer = setInterval(() => {
    voice.clock(scene);
    moreTime.update(looking === undefined ? scene : { past: looking });
  }, 500);

  return {
    element,
    /** @param {any} first */
    begin(first) {
      scene = first;
      if (isLost()) heading.focus({ preventScroll: true });
      heading.textContent = t('room.title', { code: spokenCode(first.room ?? '') });
      refill(middle(),
        el('button', { class: 'button quiet code-button', type: 'button', 'aria-label': t('room.share', { code: spokenCode(first.room ?? '') }), on: { click: () => openShare(scene.room) } },
          el('span', { dir: 'ltr' }, spokenCode(first.room ?? ''))),
        el('button', {
          class: 'button quiet', type: 'button', on: { click: () => openMenu({ scene: () => scene, names, wish, leave, help: openHelp }) },
        }, t('menu.open')));
    },
    /** @param {any} next @param {any} news */
    update(next, news) {
      scene = next;
      if (!scene.view) return;
      // Who leaves or comes in these events is called as before; the names of the new view hold afterwards.
      if (news.how === 'snapshot' || names.chairs.size === 0) names.look(scene.view, scene.chair);
      else names.me = scene.chair;
      endCard.saw(scene.view, news);
      past.told(scene.view, news.events, news.how);
      voice.told(scene, news, playsAgain());
      phrasesOf(news);
      names.look(scene.view, scene.chair);
      if (news.aside) heardAside(news.aside);
      answers(news);
      draw(news);
      sounds.update(scene, news);
      if (endCard.update(scene) && stage === 'playing') endCard.title.focus();
      else if (stage !== '' && stage !== scene.view.stage && isLost()) heading.focus({ preventScroll: true });
      // Who scrolled down to say ready begins at the top of the board.
      if (stage !== 'playing' && stage !== '' && scene.view.stage === 'playing') scrollTo(0, 0);
      // What was said of single throws lies in the way of what comes now.
      if (stage === 'playing' && scene.view.stage === 'ended') toasts.clear();
      stage = scene.view.stage;
      autoThrow();
    },
    close() {
      for (const part of [board, cowries, tray, seats, sounds, banner, gathering]) /** @type {any} */ (part).close?.();
      clearInterval(timer);
      stopKeys();
      stopSettings();
      announcer.clear();
      middle().textContent = '';
    },
  };
}

/** Whether what had the focus is gone or hidden. */
function isLost() {
  const at = document.activeElement;
  return !at || at === document.body || at.getClientRects().length === 0;
}

/** The middle of the frame's top line. */
function middle() {
  return /** @type {HTMLElement} */ (document.getElementById('top-middle'));
}

/**
 * Ways past what is seen first.
 * @param {{focus(): void}} board
 * @param {HTMLElement} typed
 */
function skips(board, typed) {
  const skip = (/** @type {string} */ words, /** @type {() => void} */ then) =>
    el('button', { class: 'skip', type: 'button', on: { click: then } }, words);
  return el('div', { class: 'skips' }, skip(t('skip.board'), () => board.focus()), skip(t('skip.typed'), () => typed.focus()));
}
