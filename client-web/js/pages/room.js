// @ts-check
// A table from sitting down to leaving: puts the core's table and the drawn board together with all that is around them.

import { openTable } from '../core/table.js';
import { el, refill, write } from '../elements.js';
import { passwordKept } from '../lobby/password.js';
import { at } from '../place.js';
import { closedDoor } from '../room/door.js';
import { makeDesk } from '../room/desk.js';
import { forgetSeat, leaveTable, rememberTable, tableHere } from '../room/kept.js';
import { settings } from '../settings.js';
import { t } from '../words.js';

/** Ends after which this window has no place at the table. Others leave it on the screen, with a word above it. */
const GONE = ['removed', 'no_such_room', 'foreign_token', 'left', 'kicked', 'banned'];

/**
 * @param {HTMLElement} root
 * @param {import('../main.js').Route} route
 */
export function show(root, route) {
  const intent = intentOf(route);
  if (!intent) {
    queueMicrotask(() => route.go('/', { replace: true }));
    return { close() {} };
  }
  if (route.query.has('room')) history.replaceState(null, '', location.pathname);
  return sit(root, route, intent, route.given?.brain ?? '');
}

/** @param {import('../main.js').Route} route */
function intentOf(route) {
  if (route.given?.intent) return route.given.intent;
  const room = route.query.get('room');
  if (room) return { what: 'resume', code: room };
  const here = tableHere();
  return here && { what: here.watch ? 'watch' : 'resume', code: here.code };
}

/**
 * @param {HTMLElement} root
 * @param {import('../main.js').Route} route
 * @param {any} intent
 * @param {string} brain house bots for all free chairs at once
 */
function sit(root, route, intent, brain) {
  const table = openTable({ intent, name: route.given?.name ?? settings().name, password: passwordKept() });
  /** @type {ReturnType<typeof makeDesk> | undefined} */
  let desk;
  let closed = false;
  let leaving = false;
  const waiting = el('p', { class: 'dim', role: 'status' });

  const again = (/** @type {string} */ what) => {
    const code = table.scene.room ?? intent.code;
    close();
    route.go('/table', { given: { intent: code ? { what, code } : intent, name: route.given?.name }, replace: true });
  };
  const leave = () => {
    if (table.scene.chair === undefined || table.scene.line === 'ended') return home();
    leaving = true;
    table.wish({ t: 'leave' });
    // A server that does not answer keeps nobody at the table.
    setTimeout(home, 1500);
  };
  const home = () => {
    if (closed) return;
    if (leaving && table.scene.room) forgetSeat(table.scene.room);
    leaveTable();
    route.go('/', { replace: true });
  };

  /** @param {any} scene @param {any} news */
  const heard = (scene, news) => {
    if (closed) return;
    if (scene.line === 'ended' && (leaving || scene.ended?.code === 'left')) return home();
    if (scene.line === 'ended' && (!desk || GONE.includes(scene.ended?.code ?? ''))) return shut(scene);
    if (!scene.view) {
      write(waiting, t(scene.tries > 1 ? 'room.trying' : 'room.coming'));
      return;
    }
    if (!desk) {
      rememberTable({ code: scene.room ?? scene.view.code, watch: scene.watcher });
      root.textContent = '';
      desk = makeDesk({ table, leave, takeBack: () => again('resume') });
      root.append(desk.element);
      desk.begin(scene);
      desk.update(scene, news);
      if (brain) inviteBots(scene);
      return;
    }
    desk.update(scene, news);
  };

  /** The host wanted bots at once. @param {any} scene */
  const inviteBots = (scene) => {
    for (const [no, chair] of Object.entries(scene.view.chairs)) {
      if (/** @type {any} */ (chair).kind === 'empty') table.wish({ t: 'add_bot', chair: Number(no), brain });
    }
  };

  /** @param {any} scene */
  const shut = (scene) => {
    desk?.close();
    desk = undefined;
    leaveTable();
    const { code = '', reason = '' } = scene.ended ?? {};
    refill(root, closedDoor({ code, reason, room: scene.room ?? intent.code, again }));
    const heading = root.querySelector('h1');
    route.title(heading?.textContent ?? '');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  };

  const close = () => {
    if (closed) return;
    closed = true;
    desk?.close();
    table.close();
  };

  refill(root, el('div', { class: 'card narrow' }, el('h1', {}, t('status.coming')), waiting, el('a', { class: 'button', href: at('').href }, t('nothing.lobby'))));
  table.listen(heard);
  heard(table.scene, { events: [], how: 'snapshot' });
  return { close };
}
