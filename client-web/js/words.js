// @ts-check
// All words for people: message files by language, with plurals and with names that keep their own direction.

/** The languages that we ship, each by its own name. */
export const LANGUAGES = /** @type {const} */ ({ en: 'English', kn: 'ಕನ್ನಡ', te: 'తెలుగు', hi: 'हिन्दी' });
/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {string | Record<string, string>} Message */
/** @typedef {Record<string, string | number>} Params */

/** @type {Record<string, Message>} */
let messages = {};
/** @type {Language} */
let language = 'en';
let plurals = new Intl.PluralRules('en');

/** The language in use. */
export function languageNow() {
  return language;
}

/**
 * The best of our languages for somebody who wants these, by BCP 47.
 * @param {readonly string[]} wanted
 * @returns {Language}
 */
export function bestLanguage(wanted) {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0];
    if (base in LANGUAGES) return /** @type {Language} */ (base);
  }
  return 'en';
}

/**
 * Takes these messages as the language in use.
 * @param {Language} code
 * @param {Record<string, Message>} words
 */
export function speak(code, words) {
  language = code;
  messages = words;
  plurals = new Intl.PluralRules(code);
}

/**
 * Fetches the messages of a language and speaks it from now on.
 * @param {Language} code
 */
export async function useLanguage(code) {
  speak(code, await fetchWords(code));
  document.documentElement.lang = code;
  document.documentElement.dir = 'ltr';
}

/** @param {Language} code */
async function fetchWords(code) {
  const answer = await fetch(new URL(`../lang/${code}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`words: ${answer.status}`);
  return answer.json();
}

/**
 * The words for a key. A message with plural forms is chosen by `n`.
 * @param {string} key
 * @param {Params} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const message = messages[key];
  if (message === undefined) return key;
  return filled(typeof message === 'string' ? message : form(message, Number(params.n)), params);
}

/** Whether there are words for this key. @param {string} key */
export function hasWords(key) {
  return messages[key] !== undefined;
}

/**
 * @param {Record<string, string>} forms
 * @param {number} n
 */
function form(forms, n) {
  return forms[plurals.select(n)] ?? forms.other;
}

/**
 * @param {string} text
 * @param {Params} params
 */
function filled(text, params) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/**
 * A name inside a sentence: one that runs from right to left is kept from turning the words around it.
 * @param {string} name
 */
export function isolated(name) {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;
}

/**
 * A list in words: "a, b and c".
 * @param {string[]} things
 * @param {'and' | 'or'} [joint]
 */
export function listed(things, joint = 'and') {
  if (things.length < 2) return things.join('');
  const last = things[things.length - 1];
  return t(`list.${joint}`, { some: things.slice(0, -1).join(', '), last });
}

/** With a capital at the beginning, as a sentence has it. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A room's code as people read it aloud: two times four letters. @param {string} code */
export function spokenCode(code) {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}

/**
 * A code as somebody typed or pasted it, also out of a link; undefined if it is none.
 * @param {string} typed
 */
export function readCode(typed) {
  const path = /\/r\/([0-9A-Za-z-]+)/.exec(typed);
  const bare = (path ? path[1] : typed).replace(/[\s-]/g, '').toUpperCase();
  return /^[2-9A-HJKMNP-Z]{8}$/.test(bare) ? bare : undefined;
}
