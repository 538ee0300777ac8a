// @ts-check
// `/replay` and `/replay/MATCH`: any record as a film on the same board, checked before it is shown.

import { filmOf, stepOfThrow } from '../core/retold.js';
import { verify } from '../core/verify.js';
import { el, fill, refill } from '../elements.js';
import { publicRoot, serverInfo } from '../lobby/info.js';
import { at } from '../place.js';
import { playersOf } from '../proof/match.js';
import { afterDrawing, fetchRecord, fileField, readFile, recordAt } from '../proof/records.js';
import { makeScreen } from '../replay/screen.js';
import { copy } from '../room/share.js';
import { isolated, listed, t } from '../words.js';

/** @param {HTMLElement} root
 * @param {import('../main.js').Route} route */
export function show(root, route) {
  const match = route.params.match;
  const title = el('h1', {}, t('replay.title'));
  const lead = el('p', { class: 'proof-lead' }, t('replay.lead'));
  const status = el('p', { class: 'film-status', role: 'status' });
  const stage = el('div', {});
  const file = fileField({ label: t('verify.file'), hint: t('verify.file.hint'), main: true, take: async (chosen) => play(await readFile(chosen), false) });
  const chooser = el('section', { class: 'card film-chooser' }, file.element);
  /** @type {ReturnType<typeof makeScreen> | undefined} */
  let screen;
  let closed = false;
  fill(root, title, lead, chooser, status, stage);

  /** @param {Uint8Array} bytes
   * @param {boolean} fromHere whether the server has it, so that a link leads there */
  async function play(bytes, fromHere) {
    status.textContent = t('verify.working');
    await afterDrawing();
    if (closed) return;
    screen?.close();
    screen = undefined;
    refill(stage);
    const report = verify(bytes);
    const film = filmOf(report.entries);
    if (!film) {
      status.textContent = t(report.table.game.value === 'stones' ? 'replay.stones' : 'replay.not');
      chooser.hidden = false;
      return;
    }
    const id = report.table.match;
    title.textContent = t('replay.of', { names: listed(playersOf(report).map(isolated)) });
    route.title(title.textContent);
    lead.hidden = chooser.hidden = true;
    status.dataset.state = report.holds ? 'ok' : 'bad';
    refill(status, t(report.holds ? 'replay.holds' : 'replay.fails'), ' ',
      fromHere && id && el('a', { href: at(`verify?match=${id}`).href }, t('replay.how')));
    const asked = Number(route.query.get('throw') ?? 0);
    screen = makeScreen({ film, start: fromHere && asked > 0 ? stepOfThrow(film, asked) : 0 });
    fill(stage, screen.element, links(fromHere ? id : undefined, bytes));
    screen.begin();
  }

  /** @param {string | undefined} id
   * @param {Uint8Array} record */
  function links(id, record) {
    const share = el('button', { class: 'button', type: 'button' }, t('replay.share'));
    share.addEventListener('click', () => {
      const step = screen && screen.projector.film.steps[screen.projector.at - 1];
      const link = new URL(`replay/${id}${step && step.throws > 0 ? `?throw=${step.throws}` : ''}`, publicRoot());
      copy(link.href, share);
    });
    const another = el('button', { class: 'button quiet', type: 'button' }, t('replay.another'));
    another.addEventListener('click', () => {
      chooser.hidden = false;
      file.input.focus();
    });
    return el('div', { class: 'film-links' },
      el('p', { class: 'dim small film-keys' }, t('replay.keys')),
      el('div', { class: 'row' },
        id && share,
        id ? el('a', { class: 'button', href: at(`verify?match=${id}`).href }, t('replay.verify'))
          : el('button', { class: 'button', type: 'button', on: { click: () => route.go('/verify', { given: { record } }) } }, t('replay.verify')),
        id && el('a', { class: 'button', href: recordAt(id).href, download: `${id}.chowk.ndjson` }, t('replay.save')), another));
  }

  async function fetched() {
    status.textContent = t('replay.loading');
    lead.hidden = chooser.hidden = true;
    try {
      const found = await fetchRecord(match);
      if (closed) return;
      if (found) return play(found, true);
      status.textContent = t('replay.missing');
    } catch {
      if (closed) return;
      status.textContent = t('replay.unreachable');
    }
    chooser.hidden = false;
  }

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    if (!screen || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { projector } = screen;
    const from = event.target instanceof HTMLElement ? event.target : undefined;
    if (from?.closest('input, select, textarea, [role="grid"], .moves')) return;
    const press = {
      ArrowLeft: () => projector.go(projector.at - 1),
      ArrowRight: () => projector.go(projector.at + 1),
      PageUp: () => projector.turn(-1),
      PageDown: () => projector.turn(1),
      Home: () => projector.go(0),
      End: () => projector.go(projector.last),
      ' ': from?.closest('button, a, summary') ? undefined : () => (projector.runs ? projector.pause() : projector.play()),
    }[event.key];
    if (!press) return;
    event.preventDefault();
    press();
    screen.controls.update();
  }
  document.addEventListener('keydown', keyed);

  // Only for the address that links for others begin with.
  serverInfo().catch(() => {});
  if (match) fetched();
  else if (route.given?.record instanceof Uint8Array) play(route.given.record, false);
  return {
    close() {
      closed = true;
      document.removeEventListener('keydown', keyed);
      screen?.close();
    },
  };
}
