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
  await asha.page.getByLabel('Your nickname').fill('Asha');
  await asha.page.getByRole('button', { name: 'Sit down' }).click();
  await asha.page.getByText('There is no table with this code').waitFor();
  await asha.page.getByText('Make a new table').waitFor();
  assert.deepEqual(asha.faults, []);
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
  const elsewhere = createServer((_, answer) => answer.end('<!doctype html><title>elsewhere</title>'));
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
