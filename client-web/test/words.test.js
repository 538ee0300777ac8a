// @ts-check
// The message files: every language says everything, with the same placeholders and the plurals that it needs; and every
// key that the code names is there.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bestLanguage, capital, isolated, LANGUAGES, listed, readCode, speak, spokenCode, t } from '../js/words.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (/** @type {string} */ code) => JSON.parse(readFileSync(`${root}lang/${code}.json`, 'utf8'));
const english = read('en');
const holes = (/** @type {string} */ text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
const forms = (/** @type {any} */ message) => (typeof message === 'string' ? [message] : Object.values(message));

for (const code of /** @type {(keyof typeof LANGUAGES)[]} */ (Object.keys(LANGUAGES))) {
  const words = read(code);

  test(`${code} has every key, and none of its own`, () => {
    assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort());
  });

  test(`${code} has the plurals that it needs`, () => {
    const needed = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(words)) {
      assert.equal(typeof message, typeof english[key], key);
      if (typeof message === 'string') continue;
      for (const form of needed) assert.equal(typeof message[form], 'string', `${key}: ${form}`);
    }
  });

  test(`${code} fills the same holes`, () => {
    for (const [key, message] of Object.entries(words)) {
      const all = new Set(forms(english[key]).flatMap(holes));
      const own = forms(message).map((text) => new Set(holes(text)));
      for (const used of own) for (const hole of used) assert.ok(all.has(hole), `${key}: ${hole}`);
      // A form for one thing may leave its number out; what the other form names must be there.
      const other = new Set(forms(message).flatMap(holes));
      assert.deepEqual([...other].sort(), [...all].sort(), key);
    }
  });

  test(`${code} writes its numbers 0 to 9, and no bare quotes of a program`, () => {
    for (const [key, message] of Object.entries(words)) {
      for (const text of forms(message)) assert.doesNotMatch(text, /[०-९౦-౯೦-೯]|\s$|^\s|<|undefined/, key);
    }
  });
}

test('every key that the code names by itself has words', () => {
  const missing = [];
  for (const file of filesBelow(`${root}js`)) {
    const code = readFileSync(file, 'utf8');
    for (const [, key] of code.matchAll(/\bt\('([a-z_]+(?:\.[A-Za-z0-9_-]+)*)'/g)) {
      if (!(key in english)) missing.push(`${key} in ${file.slice(root.length)}`);
    }
  }
  assert.deepEqual(missing, []);
});

test('a message is chosen by its number and filled', () => {
  speak('en', { a: { one: '{n} seed', other: '{n} seeds' }, b: '{x} and {y}', 'list.and': '{some} and {last}', 'list.or': '{some} or {last}' });
  assert.equal(t('a', { n: 1 }), '1 seed');
  assert.equal(t('a', { n: 0 }), '0 seeds');
  assert.equal(t('b', { x: 'S' }), 'S and {y}');
  assert.equal(t('nowhere'), 'nowhere');
  assert.equal(listed(['1', '4', '8'], 'or'), '1, 4 or 8');
  assert.equal(listed(['1']), '1');
  assert.equal(capital('you'), 'You');
});

test('codes are read as they are passed on', () => {
  for (const typed of ['7q4k-m2xd', ' 7Q4K M2XD ', 'http://host/club/r/7Q4KM2XD', '7Q4KM2XD']) assert.equal(readCode(typed), '7Q4KM2XD');
  for (const typed of ['', '7Q4KM2X', '7Q4KM2X0', 'hello there']) assert.equal(readCode(typed), undefined);
  assert.equal(spokenCode('7Q4KM2XD'), '7Q4K-M2XD');
});

test('a name that runs from right to left keeps its sentence in order', () => {
  assert.equal(isolated('Asha'), 'Asha');
  assert.equal(isolated('عبد'), '\u2068عبد\u2069');
});

test('the viewer’s language is found', () => {
  assert.equal(bestLanguage(['de-DE', 'kn-IN', 'en']), 'kn');
  assert.equal(bestLanguage(['fr']), 'en');
});

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : entry.name.endsWith('.js') ? [`${folder}/${entry.name}`] : []);
}
