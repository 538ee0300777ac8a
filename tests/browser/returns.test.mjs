// Whoever goes away comes back to the same seat, and nothing is thrown twice: reloads, tabs, tunnels, restarts, devices.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Cable } from './harness/cable.mjs';
import { evening } from './harness/evening.mjs';
import { Person, byKeys, playSome, sitDown } from './harness/people.mjs';
import { Server } from './harness/server.mjs';

const here = evening(['--pace', '0ms']);

/** Who of two is asked. */
function asked(people) {
  return Promise.any(people.map((person) => person.page.locator('.room[data-mine="true"]').waitFor().then(() => person)));
}

/** What must be the same after a return. */
async function table(person) {
  const { stage, phase, asked, seal, t } = await person.state();
  const seeds = await person.page.locator('.tray-seed').allInnerTexts();
  return { stage, phase, asked, seal, t, seeds };
}

test('a reload in each phase finds the same question, and a throw is not thrown again', async () => {
  const people = [await Person.come(here.browser, 'Asha'), await Person.come(here.browser, 'Ravi')];
  const [asha] = people;
  const code = await asha.makeRoom(here.server.url);
  await asha.page.reload();
  await asha.stage('gathering');
  assert.equal(await asha.code(), code, 'while it gathers');
  await people[1].join(here.server.url, code);
  await asha.stage('readying');
  await asha.page.reload();
  await asha.stage('readying');
  await asha.ready();
  await people[1].ready();
  for (const phase of ['throw', 'move']) {
    let who = await asked(people);
    while ((await who.state()).phase !== phase) {
      await playSome(people, byKeys, 1);
      who = await asked(people);
    }
    const before = await table(who);
    await who.page.reload();
    await who.stage('playing');
    assert.deepEqual(await table(who), before, `a reload while a ${phase} is due`);
  }
  // In the middle of an answer: the throw leaves, and the page is loaded anew before the answer comes.
  const who = await asked(people);
  const { t } = await who.state();
  await who.page.evaluate(() => {
    document.querySelector('.throw-button')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    location.reload();
  });
  await who.stage('playing', 'ended');
  assert.ok(Number((await who.state()).t) - Number(t) <= 2, 'one throw, and at most the next one’s number');
  await Promise.all(people.map((person) => person.play(byKeys)));
  await asha.page.reload();
  await asha.stage('ended');
  await asha.page.getByText('Throws checked', { exact: false }).first().waitFor();
  for (const person of people) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('a second tab takes the seat over, and the first one says so and does not fight', async () => {
  const people = [await Person.come(here.browser, 'Asha'), await Person.come(here.browser, 'Ravi')];
  await sitDown(people, here.server.url);
  const [asha] = people;
  const first = asha.page;
  await asha.newPage();
  await asha.page.goto(`${here.server.url}/table`);
  await asha.stage('playing');
  await first.getByText('played from another window').waitFor();
  await playSome(people, byKeys, 6);
  assert.ok(await first.getByText('played from another window').isVisible(), 'it stays so');
  await first.getByRole('button', { name: 'Play here again' }).click();
  await asha.page.getByText('played from another window').waitFor();
  assert.deepEqual(asha.faults, []);
  await Promise.all(people.map((person) => person.leave()));
});

test('kill -9 of the server in the middle of a match: everybody is back, and the match goes on to its end', async () => {
  const own = await Server.start('--pace', '0ms');
  const people = [await Person.come(here.browser, 'Asha'), await Person.come(here.browser, 'Ravi')];
  await sitDown(people, own.url);
  await playSome(people, byKeys, 8);
  await own.down('SIGKILL');
  await Promise.all(people.map((person) => person.page.locator('.room[data-line="lost"]').waitFor()));
  await people[0].page.getByText('your seat is kept').waitFor();
  await own.up();
  await Promise.all(people.map((person) => person.page.locator('.room[data-line="live"]').waitFor()));
  await Promise.all(people.map((person) => person.play(byKeys)));
  for (const person of people) {
    await person.page.getByText('Throws checked', { exact: false }).first().waitFor();
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
  await own.end();
});

test('out of a tunnel: the seat was played for, says so, and is its own again', async () => {
  // The quick clock keeps a seat that has gone for ten seconds.
  const own = await Server.start('--pace', '0ms', '--ping', '1s');
  const cable = await Cable.to(own.port);
  const people = [await Person.come(here.browser, 'Asha'), await Person.come(here.browser, 'Ravi')];
  const [asha, ravi] = people;
  const code = await asha.makeRoom(cable.url, { clock: 'quick', preset: 'pagdi' });
  await ravi.join(own.url, code);
  await Promise.all(people.map((person) => person.ready()));
  await Promise.all(people.map((person) => person.stage('playing')));
  cable.cut();
  await asha.page.locator('.banner.amber').waitFor();
  await ravi.play(byKeys, { until: '.dot-away' });
  await ravi.play(byKeys, { answers: 2 });
  cable.mend();
  await asha.page.locator('.room[data-line="live"]').waitFor();
  await asha.page.locator('.moves').getByText('*').first().waitFor();
  await playSome(people, byKeys, 4);
  assert.deepEqual(asha.faults, []);
  await Promise.all(people.map((person) => person.leave()));
  await cable.end();
  await own.end();
});

test('a seat moves to another device with its secret, which no request shows', async () => {
  const people = [await Person.come(here.browser, 'Asha'), await Person.come(here.browser, 'Ravi')];
  await sitDown(people, here.server.url);
  const [asha, ravi] = people;
  await asha.page.getByRole('button', { name: 'Menu' }).click();
  await asha.page.getByText('another device').first().click();
  await asha.window.grantPermissions(['clipboard-read', 'clipboard-write']);
  await asha.page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  const link = await asha.page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/move#/);
  const phone = await Person.come(here.browser, 'Asha', { width: 320, height: 640, touch: true });
  const asked = [];
  phone.page.on('request', (request) => asked.push(request.url()));
  await phone.page.goto(link);
  await phone.page.locator('button.main').click();
  await phone.stage('playing');
  const secret = new URL(link).hash.slice(-32);
  assert.ok(asked.every((url) => !new URL(url).pathname.includes(secret) && !new URL(url).search.includes(secret)));
  assert.ok(!phone.page.url().includes(secret), 'nor does the address bar');
  await asha.page.getByText('played from another window').waitFor();
  await Promise.all([phone.play(byKeys), ravi.play(byKeys)]);
  await phone.page.getByText('Throws checked', { exact: false }).first().waitFor();
  for (const person of [...people, phone]) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});
