// For eyes that see fewer colours: each seat has a shape and a letter of its own, which stay apart without any colour.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { apart, shapes } from './harness/shapes.mjs';
import { evening } from './harness/evening.mjs';
import { Person, sitDown } from './harness/people.mjs';

const here = evening(['--pace', '0ms']);

test('four seats are four shapes and four letters, whatever colours are seen', async () => {
  const people = [];
  for (const name of ['Asha', 'Ravi', 'Mina', 'Lakshmi']) people.push(await Person.come(here.browser, name));
  await sitDown(people, here.server.url, { preset: 'pagdi' });
  const { page } = people[0];
  const letters = await page.locator('.pawn text').allTextContents();
  for (const letter of 'SENW') assert.ok(letters.some((text) => text.includes(letter)), `${letter} in ${letters}`);
  for (const type of ['none', 'achromatopsia', 'deuteranopia', 'protanopia']) {
    const masks = await shapes(page, type);
    for (const [one, other, share] of apart(masks)) assert.ok(share > 0.12, `${type}: ${one} and ${other} differ in ${share.toFixed(3)} of their place`);
  }
  await Promise.all(people.map((person) => person.leave()));
});

test('forced colours and less motion leave a table that can be played', async () => {
  const people = [
    await Person.come(here.browser, 'Asha', { settings: { speed: 'normal' }, context: { forcedColors: 'active', reducedMotion: 'reduce' } }),
    await Person.come(here.browser, 'Ravi'),
  ];
  await sitDown(people, here.server.url);
  const running = await people[0].page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().duration > 1).length);
  assert.equal(running, 0, 'nothing moves');
  await people[0].page.locator('.throw-button').waitFor();
  for (const person of people) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});
