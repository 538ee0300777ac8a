// Manners of a table: twice the time for who needs it, a word to who runs the server, and phrases among those who look on.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clean, listen } from './harness/ears.mjs';
import { evening } from './harness/evening.mjs';
import { Person, byKeys, byMouse, byTouch, playSome, sitDown } from './harness/people.mjs';

const here = evening(['--pace', '0ms']);

/** What a person's live regions have said that fits. @param {Person} person @param {RegExp} pattern @returns {Promise<string[]>} */
async function heard({ page }, pattern) {
  return (await page.evaluate(() => window.heard)).map(([, text]) => text).filter((text) => pattern.test(text));
}

/** Waits until it was said. @param {Person} person @param {string} words */
const hears = ({ page }, words) => page.waitForFunction((words) => window.heard.some(([, text]) => text.includes(words)), words);

/** Plays until this person chooses among several seeds. @param {Person} person @param {Person[]} people */
async function untilChoosing(person, people) {
  for (;;) {
    const { mine, phase } = await person.state();
    if (mine === 'true' && phase === 'move') return;
    await playSome(people, byKeys, 1);
  }
}

/** The seconds that the key C tells. @param {Person} person */
async function seconds({ page }) {
  await page.keyboard.press('c');
  const told = page.locator('#now p', { hasText: /^You have \d+ seconds?\./ });
  return Number(/\d+/.exec(await told.innerText())?.[0]);
}

/** Types a line, and gives its answer. @param {Person} person @param {string} line */
async function types({ page }, line) {
  const sheet = page.locator('.sheet-toggle[aria-expanded=false]');
  if (await sheet.isVisible()) await sheet.click();
  await page.getByLabel('Type a move or a question').fill(line);
  await page.keyboard.press('Enter');
  const answer = await page.locator('.typed-answer').innerText();
  // Where the keys of the table work, unless a dialog has opened.
  if (!(await page.getByRole('dialog').count())) await page.getByRole('heading', { level: 1 }).focus();
  return answer;
}

const OFFER = { name: 'Twice the time for me' };

test('twice the time: offered beside the turn when it runs short, once a match, told to each once', async () => {
  const people = [await Person.come(here.browser, 'Asha', { width: 320, height: 640 }), await Person.come(here.browser, 'Ravi')];
  const [asha, ravi] = people;
  await sitDown(people, here.server.url, { clock: 'quick', preset: 'pagdi' });
  await Promise.all(people.map(listen));
  await untilChoosing(asha, people);
  const offer = asha.page.getByRole('button', OFFER);
  const board = asha.page.locator('.board-place');
  const stood = await board.boundingBox();
  await offer.waitFor();
  assert.deepEqual(await board.boundingBox(), stood, 'nothing moves under a thumb');
  await clean(asha, 'the offer');
  const before = await seconds(asha);
  assert.ok(before <= 10, `it is offered with ${before} s left`);
  await offer.focus();
  await asha.page.keyboard.press('Enter');
  await offer.waitFor({ state: 'hidden' });
  const after = await seconds(asha);
  assert.ok(after > before + 8, `${before} s became ${after} s`);
  assert.equal(await asha.page.evaluate(() => document.activeElement?.tagName), 'H1', 'the keyboard stays at the table');
  for (const person of people) await person.page.locator('.seat', { hasText: '2× time' }).waitFor({ state: 'attached' });
  await hears(ravi, 'Asha plays');
  assert.deepEqual(await heard(asha, /plays? with twice/), ['You play with twice the time until the match ends.']);
  assert.deepEqual(await heard(ravi, /plays? with twice/), ['Asha plays with twice the time.']);
  // Mostly with ten seconds left; on a slow evening she heard of it before a throw already.
  const told = await heard(asha, /seconds left/);
  assert.equal(told.filter((words) => words.includes('“more time” gives you')).length, 1, `who cannot see the offer hears of it: ${told}`);
  await asha.page.getByRole('button', { name: 'Menu' }).click();
  await asha.page.getByRole('button', { name: 'Invite friends' }).waitFor();
  assert.equal(await offer.count(), 0, 'once a match');
  await asha.page.keyboard.press('Escape');
  assert.equal(await types(asha, 'more time'), 'You play with twice the time until the match ends.');

  // The other asks by the menu, while it is not even his turn; and the match after this one begins anew.
  await ravi.page.getByRole('button', { name: 'Menu' }).click();
  await clean(ravi, 'the menu');
  await ravi.page.getByRole('button', OFFER).click();
  await hears(asha, 'Ravi plays with twice the time.');
  assert.equal(await asha.page.locator('.seat', { hasText: '2× time' }).count(), 2);
  await types(ravi, 'resign');
  await ravi.page.getByRole('button', { name: 'Give up this match' }).click();
  await asha.stage('ended');
  await asha.page.getByRole('button', { name: 'Play again' }).click();
  await Promise.all(people.map((person) => person.ready()));
  await Promise.all(people.map((person) => person.stage('playing')));
  assert.equal(await asha.page.locator('.seat', { hasText: '2× time' }).count(), 0);
  for (const person of people) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('a report goes to who runs the server, after one step that says so, and nobody at the table hears of it', async () => {
  const people = [await Person.come(here.browser, 'Asha'), await Person.come(here.browser, 'Ravi'), await Person.come(here.browser, 'Mina')];
  const [asha, ravi, mina] = people;
  const code = await asha.makeRoom(here.server.url, { preset: 'pagdi', chairs: 3 });
  await ravi.join(here.server.url, code);
  // Before the match too: a name is seen at once.
  await asha.page.getByRole('button', { name: 'Menu' }).click();
  await asha.page.getByRole('button', { name: 'Report somebody' }).click();
  await asha.page.getByRole('dialog', { name: 'Report: Ravi' }).waitFor();
  await asha.page.getByRole('button', { name: 'No, go back' }).click();
  await mina.join(here.server.url, code);
  await Promise.all(people.map((person) => person.ready()));
  await Promise.all(people.map((person) => person.stage('playing')));
  await Promise.all(people.map(listen));
  assert.equal(await types(asha, 'more time'), 'No clock runs now.');

  await asha.page.getByRole('button', { name: 'Report: Ravi' }).focus();
  await asha.page.keyboard.press('Enter');
  const dialog = asha.page.getByRole('dialog', { name: 'Report: Ravi' });
  await dialog.getByText('Nobody at the table hears of it').waitFor();
  await clean(asha, 'the report');
  await asha.page.keyboard.press('Tab');
  await asha.page.keyboard.press('Tab');
  await asha.page.keyboard.press('ArrowDown');
  await asha.page.keyboard.press('Enter');
  await hears(asha, 'Who runs this server has been told.');
  await asha.page.getByText('✔ Reported').waitFor();
  await clean(asha, 'the report was sent');
  assert.equal(await asha.page.getByRole('button', { name: 'Report: Ravi' }).count(), 0, 'once a match');
  assert.match(await here.server.says(/tells the operator of another/), /"about":"phrases"/, 'a line of the log');
  // Again by the menu, where it is asked whom; the server has heard it already.
  await types(asha, 'report');
  await clean(asha, 'whom to report');
  await asha.page.getByLabel('Ravi', { exact: true }).check();
  await asha.page.getByRole('button', { name: 'Send the report' }).click();
  await hears(asha, 'You have reported this already in this match.');
  for (const person of [ravi, mina]) assert.deepEqual(await heard(person, /report|told/i), []);
  for (const person of people) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('who looks on talks with those who look on: players hear nothing of it, and it can be muted', async () => {
  const players = [await Person.come(here.browser, 'Asha'), await Person.come(here.browser, 'Ravi')];
  const watchers = [await Person.come(here.browser, 'Mina', { width: 320, height: 640, touch: true }), await Person.come(here.browser, 'Lakshmi')];
  const [mina, lakshmi] = watchers;
  const code = await sitDown(players, here.server.url);
  for (const watcher of watchers) await watcher.watch(here.server.url, code);
  await Promise.all([...players, ...watchers].map(listen));
  await mina.page.locator('.sheet-toggle').tap();
  await mina.page.getByText('only those who look on hear it').tap();
  await clean(mina, 'the phrases of who looks on');
  assert.equal(await mina.page.getByRole('button', { name: /^Report/ }).count(), 0, 'who looks on reports nobody');
  await mina.page.getByRole('button', { name: 'Nice hit!' }).tap();
  for (const watcher of watchers) await hears(watcher, 'Mina, looking on, says: Nice hit!');
  await lakshmi.page.getByRole('button', { name: 'Mute those who look on' }).click();
  // At most one a second: whoever is too fast is told, and says it again.
  const wow = mina.page.locator('.toast', { hasText: 'Wow!' });
  await mina.page.getByRole('button', { name: 'Wow!' }).tap();
  await mina.page.locator('.toast.refusal, .toast:has-text("Wow!")').first().waitFor();
  if (!(await wow.count())) {
    await mina.page.locator('.toast.refusal').waitFor({ state: 'detached' });
    await mina.page.getByRole('button', { name: 'Wow!' }).tap();
    await wow.waitFor();
  }
  assert.equal(await types(lakshmi, 'say ouch'), '');
  await hears(mina, 'Lakshmi, looking on, says: Ouch!');
  assert.deepEqual(await heard(mina, /Nice hit|Wow|Ouch/), ['Mina, looking on, says: Nice hit!', 'Mina, looking on, says: Wow!', 'Lakshmi, looking on, says: Ouch!']);
  assert.deepEqual(await heard(lakshmi, /Nice hit|Wow|Ouch/), ['Mina, looking on, says: Nice hit!'], 'what was muted is not heard, nor told');
  await players[0].page.getByText('Say something').click();
  await players[0].page.getByRole('button', { name: 'Thanks!' }).click();
  for (const watcher of watchers) await hears(watcher, 'Asha says: Thanks!');
  for (const player of players) assert.deepEqual(await heard(player, /looking on|Nice hit|Wow|Ouch/), []);
  for (const person of [...players, ...watchers]) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('words beside the table take no tap, and on a small phone cover nothing that is needed', async () => {
  const people = [await Person.come(here.browser, 'Asha', { width: 320, height: 640, touch: true }), await Person.come(here.browser, 'Lakshmi Narasimhan')];
  const [asha, lakshmi] = people;
  await sitDown(people, here.server.url);
  const toast = asha.page.locator('.toast', { hasText: 'Nice hit!' });
  await lakshmi.page.getByText('Say something').click();
  await lakshmi.page.getByRole('button', { name: 'Nice hit!' }).click();
  await toast.waitFor();
  const { taken, covered } = await toast.evaluate((toast) => {
    const box = toast.getBoundingClientRect();
    return {
      taken: toast.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)),
      covered: ['.status', '.seats', '.board', '.throw-button', '.tray'].filter((needed) => {
        const { top, bottom } = document.querySelector(needed).getBoundingClientRect();
        return top < box.bottom && bottom > box.top;
      }),
    };
  });
  assert.ok(!taken, 'a tap means what lies below');
  assert.deepEqual(covered, []);
  await Promise.all(people.map((person, at) => person.play(at ? byMouse : byTouch)));
  for (const person of people) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('menu, report and phrases fit a small phone in each language', async () => {
  const small = { width: 320, height: 640, touch: true };
  const players = [await Person.come(here.browser, 'Asha', small), await Person.come(here.browser, 'Lakshmi Narasimhan'), await Person.come(here.browser, 'Ravi')];
  const mina = await Person.come(here.browser, 'Mina', small);
  const [asha] = players;
  await mina.watch(here.server.url, await sitDown(players, here.server.url, { clock: 'relaxed', preset: 'pagdi' }));
  for (const language of ['kn', 'te', 'hi']) {
    for (const { page } of [asha, mina]) {
      await page.evaluate((language) => document.dispatchEvent(new CustomEvent('language', { detail: language })), language);
      await page.locator(`html[lang=${language}] .room[data-stage=playing]`).waitFor();
    }
    await asha.page.locator('#top-middle button').last().click();
    await clean(asha, `menu, ${language}`);
    // Before the two that cannot be taken back.
    await asha.page.locator('.menu button:not(.danger)').last().click();
    await asha.page.locator('form input[name=about]').first().waitFor();
    await clean(asha, `report, ${language}`);
    await asha.page.keyboard.press('Escape');
    await mina.page.locator('.sheet-toggle').tap();
    await mina.page.locator('details.say summary').tap();
    await clean(mina, `phrases, ${language}`);
  }
  for (const person of [...players, mina]) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});
