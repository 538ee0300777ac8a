// The door: wrong codes, full and closed tables, strange names, strange pages, and what the page may load.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';

import { evening } from './harness/evening.mjs';
import { Person } from './harness/people.mjs';

const here = evening();

test('a code that is none, and one of no table, are explained, and a new table is offered', async () => {
  const asha = await Person.come(here.browser, 'Asha');
  await asha.page.goto(`${here.server.url}/r/ludo`);
  await asha.page.getByText('8 letters and digits').waitFor();
  await asha.page.goto(`${here.server.url}/r/7Q4KM2XD`);
  await asha.page.getByText('There is no table with this code').waitFor();
  await asha.page.getByText('Make a new table').waitFor();
  assert.equal(await asha.page.getByLabel('Your nickname').count(), 0, 'nobody types a name for nothing');
  assert.equal(await asha.page.evaluate(() => document.activeElement?.textContent), 'This table is gone');
  assert.deepEqual(asha.faults, []);
  await asha.leave();
});

test('an invitation tells rules, clock and who sits there before a name is asked for', async () => {
  const asha = await Person.come(here.browser, 'Asha');
  const mina = await Person.come(here.browser, 'Mina', { width: 320, height: 640, touch: true });
  const code = await asha.makeRoom(here.server.url, { chairs: 3, preset: 'karnataka', clock: 'relaxed' });
  await asha.page.getByRole('button', { name: 'Seat a bot' }).first().click();
  await asha.page.locator('.chair', { hasText: 'house bot' }).waitFor();
  await mina.page.goto(`${here.server.url}/r/${code}`);
  await mina.page.getByLabel('Your nickname').waitFor();
  const told = await mina.page.getByRole('region', { name: 'Katte mane' }).innerText();
  for (const words of ['spend all the values', 'Relaxed: a minute to throw', '2 of 3 chairs taken', '1 bot', 'Asha and steady']) assert.ok(told.includes(words), `${words} in: ${told}`);
  // What is told stands above the name, also for who hears the page.
  assert.ok(await mina.page.evaluate(() => document.querySelector('.before').compareDocumentPosition(document.querySelector('input[name=name]')) & Node.DOCUMENT_POSITION_FOLLOWING));
  await mina.page.getByText('All its rules').click();
  await mina.page.getByText('You throw until something else than 4 or 8 falls').waitFor();
  await mina.page.getByLabel('Your nickname').fill('Mina');
  await mina.page.getByRole('button', { name: 'Sit down' }).tap();
  await mina.stage('readying');
  const ravi = await Person.come(here.browser, 'Ravi');
  await ravi.page.goto(`${here.server.url}/r/${code}`);
  await ravi.page.getByText('Every chair of this table is taken').waitFor();
  for (const person of [asha, mina, ravi]) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('an older server, and one that does not answer, keep nobody from the door', async () => {
  const asha = await Person.come(here.browser, 'Asha');
  const mina = await Person.come(here.browser, 'Mina');
  const code = await asha.makeRoom(here.server.url, { chairs: 3 });
  await mina.page.route('**/api/v1/rooms/*', (route) => route.fulfill({ status: 404, body: 'There is nothing here. See /.' }));
  await mina.join(here.server.url, code);
  const ravi = await Person.come(here.browser, 'Ravi');
  // Asked, and never answered.
  await ravi.page.route('**/api/v1/rooms/*', () => {});
  await ravi.join(here.server.url, code);
  for (const person of [asha, mina, ravi]) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('who is sent away by the operator is told so in the own language, by the code of the goodbye', async () => {
  const asha = await Person.come(here.browser, 'Asha');
  const code = await asha.makeRoom(here.server.url);
  await asha.page.evaluate(() => document.dispatchEvent(new CustomEvent('language', { detail: 'hi' })));
  await asha.page.locator('html[lang=hi]').waitFor();
  await asha.room.waitFor();
  await here.server.admin('kick', code, '1');
  await asha.page.locator('[data-door=kicked]').waitFor();
  assert.match(await asha.page.locator('[data-door=kicked]').innerText(), /संचालक ने यह संपर्क बंद किया है/);
  await asha.leave();
});

test('a full table offers to look on, and a watcher sees and does not play', async () => {
  const people = [];
  for (const name of ['Asha', 'Ravi', 'Mina']) people.push(await Person.come(here.browser, name));
  const [asha, ravi, mina] = people;
  const code = await asha.makeRoom(here.server.url);
  await ravi.join(here.server.url, code);
  await mina.page.goto(`${here.server.url}/r/${code}`);
  await mina.page.getByLabel('Your nickname').fill('Mina');
  await mina.page.getByRole('button', { name: 'Sit down' }).click();
  await mina.page.getByRole('button', { name: 'Look on instead' }).click();
  await mina.stage('readying');
  await asha.ready();
  await ravi.ready();
  await mina.stage('playing');
  await asha.page.getByText('Mina').first().waitFor();
  assert.equal(await mina.page.locator('.throw-button:visible:enabled').count(), 0);
  await mina.page.reload();
  await mina.stage('playing');
  assert.equal((await mina.state()).mine, 'false', 'a watcher stays a watcher');
  for (const person of people) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('names from right to left stay in their place, and forbidden ones are refused in words', async () => {
  const asha = await Person.come(here.browser, 'أشا');
  const code = await asha.makeRoom(here.server.url);
  assert.equal(await asha.page.locator('.chair bdi').first().innerText(), 'أشا');
  const mina = await Person.come(here.browser, 'Mina');
  await mina.page.goto(`${here.server.url}/r/${code}`);
  await mina.page.getByLabel('Your nickname').fill('a\u202Eb');
  await mina.page.getByRole('button', { name: 'Sit down' }).click();
  await mina.page.getByText('no control or invisible characters').waitFor();
  await mina.page.getByLabel('Your nickname').fill('<img src=x onerror=alert(1)>'.slice(0, 20));
  await mina.page.getByRole('button', { name: 'Sit down' }).click();
  await mina.stage('readying');
  assert.equal(await asha.page.locator('.chair img').count(), 0, 'a name is text');
  await Promise.all([asha.leave(), mina.leave()]);
});

test('a page from elsewhere may not speak here', async () => {
  const elsewhere = createServer((_, answer) => answer.end('<!doctype html><title>elsewhere</title>')).unref();
  await new Promise((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (elsewhere.address());
  const mallory = await Person.come(here.browser, 'Mallory');
  await mallory.page.goto(`http://127.0.0.1:${port}/`);
  const opened = await mallory.page.evaluate((url) => new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
  }), `${here.server.url.replace('http', 'ws')}/ws`);
  assert.equal(opened, false);
  const framed = await mallory.page.evaluate((url) => new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    frame.onload = () => {
      try {
        resolve(frame.contentDocument?.querySelector('#main') ? 'shown' : 'refused');
      } catch {
        resolve('refused');
      }
    };
    document.body.append(frame);
  }), here.server.url);
  assert.equal(framed, 'refused');
  await mallory.leave();
  await new Promise((resolve) => elsewhere.close(resolve));
});

test('nothing is loaded from elsewhere, and all of it is small', async () => {
  const asha = await Person.come(here.browser, 'Asha');
  const client = await asha.window.newCDPSession(asha.page);
  await client.send('Network.enable');
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const urls = [];
  asha.page.on('request', (request) => urls.push(request.url()));
  await asha.makeRoom(here.server.url);
  assert.ok(urls.length > 10 && urls.every((url) => url.startsWith(here.server.url)), `${urls}`);
  assert.ok(bytes < 300_000, `${bytes} bytes until the table`);
  assert.deepEqual(asha.faults, []);
  await asha.leave();
});

test('a server that closes for the evening says so in the lobby and at the door, and takes it back', async () => {
  const asha = await Person.come(here.browser, 'Asha');
  const mina = await Person.come(here.browser, 'Mina');
  const code = await asha.makeRoom(here.server.url);
  await here.server.admin('drain', '--stay');
  for (const path of ['/', `/r/${code}`]) {
    await mina.page.goto(here.server.url + path);
    await mina.page.getByRole('status').filter({ hasText: 'The server closes for the evening' }).waitFor();
  }
  await here.server.admin('drain', '--off');
  await mina.page.goto(here.server.url);
  await mina.page.getByText('Public tables').waitFor();
  await mina.page.waitForLoadState('networkidle');
  assert.equal(await mina.page.getByText('closes for the evening').count(), 0);
  for (const person of [asha, mina]) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});
