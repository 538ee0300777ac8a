// @ts-check
// The page's door: speaks the viewer's language, finds the page that an address means, and leads from one to another.

import { chrome } from './chrome.js';
import { at, pathOf } from './place.js';
import { settings } from './settings.js';
import { bestLanguage, t, useLanguage } from './words.js';

/**
 * @typedef {object} Route where we are, as a page sees it
 * @property {string} path
 * @property {Record<string, string>} params
 * @property {URLSearchParams} query
 * @property {string} hash
 * @property {any} given what the page before gave along
 * @property {(path: string, more?: {given?: any, replace?: boolean}) => void} go
 * @property {(text: string) => void} title
 */
/** @typedef {{close(): void}} Shown */
/** @typedef {{show(root: HTMLElement, route: Route): Shown | Promise<Shown>}} Page */

/** @type {[RegExp, () => Promise<Page>, string[]][]} */
const PAGES = [
  [/^\/$/, () => import('./pages/lobby.js'), []],
  [/^\/r\/([^/]+)$/, () => import('./pages/invite.js'), ['code']],
  [/^\/table$/, () => import('./pages/room.js'), []],
  [/^\/move$/, () => import('./pages/move.js'), []],
  [/^\/verify$/, () => import('./pages/verify.js'), []],
  [/^\/fair$/, () => import('./pages/fair.js'), []],
  [/^\/replay$/, () => import('./pages/replay.js'), []],
  [/^\/replay\/([0-9a-f]+)$/, () => import('./pages/replay.js'), ['match']],
];

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
/** @type {Shown | undefined} */
let shown;
/** Counts the changes of page, so that one that loads late does not come after its time. */
let changes = 0;

/**
 * Leads to a page of ours.
 * @param {string} path
 * @param {{given?: any, replace?: boolean}} [more]
 */
function go(path, { given, replace = false } = {}) {
  const to = at(path.slice(1));
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  show(given, !replace);
}

/**
 * Shows the page that the address means.
 * @param {any} [given]
 * @param {boolean} [moved] whether the viewer came from another page of ours
 */
async function show(given, moved = false) {
  const mine = ++changes;
  const here = new URL(location.href);
  const path = pathOf(here) ?? '/';
  let titled = false;
  const [load, params] = pageOf(path);
  /** @type {Route} */
  const route = {
    path,
    params,
    query: here.searchParams,
    hash: here.hash.slice(1),
    given,
    go,
    title: (text) => {
      titled = true;
      document.title = text;
    },
  };
  shown?.close();
  shown = undefined;
  main.dataset.page = document.body.dataset.page = path.split('/')[1] || 'lobby';
  main.textContent = '';
  const root = document.createElement('div');
  root.className = 'page';
  main.append(root);
  try {
    const page = await load();
    if (mine !== changes) return;
    const now = await page.show(root, route);
    if (mine === changes) shown = now;
    else now.close();
  } catch (error) {
    if (mine !== changes) return;
    console.error(error);
    sorry(root);
  }
  const heading = root.querySelector('h1');
  if (!titled) document.title = heading ? `${heading.textContent} – ${t('site.name')}` : t('site.name');
  if (!moved) return;
  window.scrollTo(0, 0);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/**
 * @param {string} path
 * @returns {[() => Promise<Page>, Record<string, string>]}
 */
function pageOf(path) {
  for (const [pattern, load, names] of PAGES) {
    const found = pattern.exec(path);
    if (!found) continue;
    return [load, Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1])]))];
  }
  return [() => import('./pages/nothing.js'), {}];
}

/**
 * Something of ours failed, most often the network while a part was fetched: said plainly, with a way on.
 * @param {HTMLElement} root
 */
function sorry(root) {
  root.textContent = '';
  const heading = document.createElement('h1');
  heading.textContent = t('sorry.title');
  const words = document.createElement('p');
  words.textContent = t('sorry.words');
  const again = document.createElement('a');
  again.className = 'button main';
  again.href = location.href;
  again.dataset.fresh = 'yes';
  again.textContent = t('sorry.again');
  root.append(heading, words, again);
}

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.dataset.fresh) return;
  const to = new URL(link.href, location.href);
  const path = pathOf(to);
  if (path === undefined || !PAGES.some(([pattern]) => pattern.test(path))) return;
  if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
  event.preventDefault();
  go(path + to.search + to.hash);
});
window.addEventListener('popstate', () => show(undefined, true));

/** Words first, then the frame, then the page. */
async function begin() {
  // The page's own part comes over the line together with the words.
  pageOf(pathOf(location) ?? '/')[0]().catch(() => {});
  await useLanguage(settings().language || bestLanguage(navigator.languages ?? [navigator.language]));
  chrome({ again: () => show() });
  await show();
}

begin();
