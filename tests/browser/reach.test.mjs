// For everybody: axe finds nothing on any screen, nothing is wider than a small phone or a page at 200 %, and a whole
// match by keyboard alone is told once and in order.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean, listen } from './harness/ears.mjs';
import { evening } from './harness/evening.mjs';
import { Person, byKeys, playSome, sitDown } from './harness/people.mjs';

const here = evening(['--pace', '0ms']);

for (const [width, height, zoom] of [[320, 640, 1], [1280, 800, 1], [640, 400, 2]]) {
  test(`axe is clean and nothing overflows at ${width}x${height}${zoom > 1 ? ', as at 200 % of 1280' : ''}`, async () => {
    const look = { width, height, context: { deviceScaleFactor: zoom } };
    const people = [await Person.come(here.browser, 'Asha', look), await Person.come(here.browser, 'Ravi')];
    const [asha, ravi] = people;
    await asha.page.goto(here.server.url);
    await asha.page.getByText('Public tables').waitFor();
    await clean(asha, 'lobby');
    await asha.page.getByText('Make a room', { exact: true }).click();
    await clean(asha, 'making a room');
    await asha.page.goto(`${here.server.url}/r/${await ravi.makeRoom(here.server.url, { preset: 'pagdi' })}`);
    await asha.page.getByLabel('Your nickname').waitFor();
    await clean(asha, 'invitation');
    await asha.page.getByText('All its rules').click();
    await clean(asha, 'invitation with its rules');
    await asha.page.goto(`${here.server.url}/r/7Q4KM2XD`);
    await asha.page.getByText('There is no table with this code').waitFor();
    await clean(asha, 'gone');
    const code = await asha.makeRoom(here.server.url);
    await clean(asha, 'gathering');
    await ravi.join(here.server.url, code);
    await Promise.all(people.map((person) => person.ready()));
    await playSome(people, byKeys, 8);
    const going = ravi.play(byKeys);
    await asha.asked();
    await clean(asha, 'the board');
    await asha.page.getByRole('button', { name: 'Menu' }).click();
    await clean(asha, 'menu');
    await asha.page.keyboard.press('Escape');
    // The focus is on the menu's button again, whose space bar is its own.
    await asha.page.getByRole('heading', { level: 1 }).focus();
    await asha.play(byKeys);
    await going;
    await asha.page.getByText('Throws checked', { exact: false }).first().waitFor();
    await clean(asha, 'end');
    const links = await asha.page.evaluate(() => [...document.querySelectorAll('.end-card a')].map((a) => a.href));
    for (const path of [links.find((link) => link.includes('/replay/')), links.find((link) => link.includes('/verify')), `${here.server.url}/fair`]) {
      await asha.page.goto(path);
      await asha.page.getByRole('heading', { level: 1 }).waitFor();
      await asha.page.waitForLoadState('networkidle');
      await clean(asha, new URL(path).pathname.slice(0, 8));
    }
    assert.deepEqual(asha.faults, []);
    await Promise.all(people.map((person) => person.leave()));
  });
}

test('wider letters, words and lines cut nothing off (WCAG 1.4.12)', async () => {
  const look = { width: 320, height: 640, context: { bypassCSP: true } };
  const people = [await Person.come(here.browser, 'Asha', look), await Person.come(here.browser, 'Ravi')];
  const [asha] = people;
  const spaced = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';
  const whole = async (screen) => {
    await asha.page.addStyleTag({ content: spaced });
    const wide = await asha.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${screen} is ${wide} px wider than the window`);
    const cut = await asha.page.evaluate(() => [...document.querySelectorAll('button:not(.skip), a.button')]
      .filter((one) => one.checkVisibility?.({ visibilityProperty: true }) && getComputedStyle(one).overflow === 'hidden')
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.outerHTML.slice(0, 120)));
    assert.deepEqual(cut, [], screen);
  };
  await asha.page.goto(here.server.url);
  await asha.page.getByText('Public tables').waitFor();
  await whole('lobby');
  await sitDown(people, here.server.url);
  await playSome(people, byKeys, 4);
  await whole('the board');
  await Promise.all(people.map((person) => person.leave()));
});

test('a match and a rematch by keyboard alone, with a transcript that tells each thing once', async () => {
  const people = [await Person.come(here.browser, 'Asha'), await Person.come(here.browser, 'Ravi')];
  const [asha, ravi] = people;
  const keys = asha.page.keyboard;
  // To the board without a mouse: the name, the link, the button.
  const code = await ravi.makeRoom(here.server.url);
  await asha.page.goto(`${here.server.url}/r/${code}`);
  await asha.page.getByLabel('Your nickname').focus();
  await keys.type('Asha');
  await keys.press('Enter');
  await asha.room.waitFor();
  await listen(asha);
  await asha.page.getByRole('button', { name: 'I am ready' }).focus();
  await keys.press('Enter');
  await ravi.ready();
  const other = ravi.play(byKeys);
  await asha.play(byKeys);
  await other;
  const heard = await asha.page.evaluate(() => window.heard);
  const record = await (await fetch(`${here.server.url}/api/v1/records/${await matchOf(asha)}`)).text();
  const lines = record.trim().split('\n').map((line) => JSON.parse(line));
  const told = heard.filter(([id]) => id === 'told').map(([, text]) => text);
  const thrown = lines.filter((line) => line.kind === 'thrown').length;
  assert.equal(told.filter((text) => / throws? |throws for/.test(text)).length, thrown, 'each throw is told once');
  const moved = lines.filter((line) => line.kind === 'moved').length;
  assert.equal(told.filter((text) => / moves? [SENW]\d/.test(text)).length, moved, `each move is told once: ${told.slice(0, 12).join(' | ')}`);
  const urged = heard.filter(([id]) => id === 'now').map(([, text]) => text);
  assert.ok(urged.some((text) => /Your throw/.test(text)) && urged.some((text) => /Choose a seed/.test(text)), `${urged.slice(0, 5)}`);
  // Letters ask, and are answered.
  for (const key of ['l', 'c', 'o', 'p', 's', 'r']) {
    const before = (await asha.page.evaluate(() => window.heard.length));
    await keys.press(key);
    await asha.page.waitForFunction((before) => window.heard.length > before, before);
  }
  // And once more, by the same keys.
  await asha.page.getByRole('button', { name: 'Play again' }).focus();
  await keys.press('Enter');
  // One asks, and all are at the table again.
  await asha.page.getByRole('button', { name: 'I am ready' }).focus();
  await keys.press('Enter');
  await ravi.ready();
  await playSome(people, byKeys, 4);
  for (const person of people) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

/** The match whose end card is shown. */
async function matchOf({ page }) {
  const href = await page.getByRole('link', { name: 'Save the record' }).getAttribute('href');
  return href.split('/').at(-1);
}

test('on the board arrows walk, cells tell what stands there, and Enter moves', async () => {
  const people = [await Person.come(here.browser, 'Asha'), await Person.come(here.browser, 'Ravi')];
  const [asha, ravi] = people;
  await sitDown(people, here.server.url, { preset: 'pagdi' });
  const going = ravi.play(byKeys, { until: '.room[data-line="ended"]' }).catch(() => 0);
  let moved = 0;
  while (moved < 3) {
    const asked = await asha.asked();
    const before = await asha.question();
    if (asked === 'throw') {
      await asha.page.keyboard.press('Space');
    } else {
      const cell = asha.page.getByRole('gridcell', { name: /may move to/ }).first();
      // The only move there was has been made meanwhile.
      if (!(await cell.count())) continue;
      await cell.focus();
      await asha.page.keyboard.press('Enter');
      moved += 1;
    }
    await asha.page.waitForFunction((before) => document.querySelector('.room')?.dataset.asked !== before, before);
  }
  const grid = asha.page.getByRole('grid');
  assert.equal(await grid.getByRole('gridcell').count(), 25);
  assert.equal(await grid.locator('[tabindex="0"]').count(), 1, 'one tab stop');
  await grid.locator('[tabindex="0"]').focus();
  const where = () => asha.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const first = await where();
  const row = await asha.page.evaluate(() => document.activeElement?.getAttribute('data-row'));
  await asha.page.keyboard.press(row === '0' ? 'ArrowDown' : 'ArrowUp');
  assert.notEqual(await where(), first);
  assert.match(await where(), /square \d+|centre|home/i);
  await Promise.all(people.map((person) => person.leave()));
  await going;
});
