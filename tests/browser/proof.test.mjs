// Proof in the page: six checks of a record, each tampering found where it is, the log of seals, and the match seen again.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { evening } from './harness/evening.mjs';
import { Person, byKeys } from './harness/people.mjs';
import { Server, chowk } from './harness/server.mjs';

let match;
let record;
const here = evening(['--pace', '0ms'], async (here) => {
  const asha = await Person.come(here.browser, 'Asha');
  const code = await asha.makeRoom(here.server.url);
  const bot = chowk('bot', '--server', here.server.url, code, '--brain', 'careful');
  await asha.stage('readying');
  await asha.ready();
  await asha.play(byKeys);
  const href = await asha.page.getByRole('link', { name: 'Save the record' }).getAttribute('href');
  match = href.split('/').at(-1).replace('.chowk.ndjson', '');
  record = await (await fetch(`${here.server.url}/api/v1/records/${match}`)).text();
  await asha.leave();
  await bot.end();
});

/** The verdicts of a record, as ✔ and ✘: none that was read before. */
async function verdicts(page) {
  const found = await page.waitForFunction(() => {
    const checks = [...document.querySelectorAll('.checks li, .check')].filter((check) => !check.hasAttribute('data-read'));
    if (checks.length < 6) return undefined;
    return checks.map((check) => {
      check.setAttribute('data-read', '');
      return check.textContent.includes('✔') ? '✔' : check.textContent.includes('✘') ? '✘' : '?';
    });
  });
  return found.jsonValue();
}

test('the record of a match on this server has six good checks', async () => {
  const stranger = await Person.come(here.browser, 'Mina');
  await stranger.page.goto(`${here.server.url}/verify?match=${match}`);
  assert.deepEqual(await verdicts(stranger.page), ['✔', '✔', '✔', '✔', '✔', '✔']);
  assert.deepEqual(stranger.faults, []);
  await stranger.leave();
});

test('a record that was tampered with fails, offline, in the check that finds it', async () => {
  const stranger = await Person.come(here.browser, 'Mina');
  const { page } = stranger;
  await page.goto(`${here.server.url}/verify`);
  const lines = record.trim().split('\n');
  const at = (kind) => lines.findIndex((line) => line.includes(`"kind":"${kind}"`));
  const flipped = (line) => line.replace(/"shells":\[(\d)/, (_, first) => `"shells":[${1 - Number(first)}`);
  for (const [what, tampered] of [
    ['as it is', record],
    ['a shell turned', lines.map((line, n) => (n === at('thrown') ? flipped(line) : line)).join('\n') + '\n'],
    ['a line left out', lines.filter((_, n) => n !== at('moved')).join('\n') + '\n'],
    ['another commitment', record.replace(/"server_commit":"(.)/, (_, first) => `"server_commit":"${first === '0' ? '1' : '0'}`)],
  ]) {
    await stranger.window.setOffline(what !== 'as it is');
    await page.locator('input[type=file]').first().setInputFiles({ name: `${match}.chowk.ndjson`, mimeType: 'application/x-ndjson', buffer: Buffer.from(tampered) });
    const found = await verdicts(page);
    assert.equal(found.includes('✘'), what !== 'as it is', `${what}: ${found}`);
  }
  await stranger.leave();
});

test('the log of seals is checked in the page, and tells of the match', async () => {
  const stranger = await Person.come(here.browser, 'Mina');
  await stranger.page.goto(`${here.server.url}/fair`);
  await stranger.page.getByText('✔').first().waitFor();
  assert.equal(await stranger.page.getByText('✘').count(), 0);
  assert.deepEqual(stranger.faults, []);
  await stranger.leave();
});

test('all throws ever are laid beside what was to be expected, for eyes and for ears', async () => {
  const stranger = await Person.come(here.browser, 'Mina', { width: 320, height: 640 });
  const { page } = stranger;
  await page.goto(`${here.server.url}/fair`);
  const thrown = record.trim().split('\n').map((line) => JSON.parse(line)).filter((line) => line.kind === 'thrown');
  const chart = page.getByRole('region', { name: `4 cowries, ${thrown.length} throws` });
  await chart.waitFor();
  // The picture is for eyes alone; a table says the same in words.
  const rows = await chart.getByRole('row').allInnerTexts();
  const counts = Object.fromEntries(rows.map((row) => /^(\d+)\s+(\d+) times, [\d.]+ %; expected/.exec(row)).map(([, value, times]) => [value, Number(times)]));
  const told = { 1: 0, 2: 0, 3: 0, 4: 0, 8: 0 };
  for (const { value } of thrown) told[value] += 1;
  assert.deepEqual(counts, told);
  assert.deepEqual(await chart.locator('.bar-foot').allTextContents(), ['25.0 %', '37.5 %', '25.0 %', '6.3 %', '6.3 %']);
  await chart.getByText(/lies in its band|outside its band|outside their bands/).waitFor();
  assert.deepEqual(stranger.faults, []);
  await stranger.leave();
});

test('before the first match /fair says that nothing was thrown', async () => {
  const young = await Server.start();
  const stranger = await Person.come(here.browser, 'Mina');
  await stranger.page.goto(`${young.url}/fair`);
  await stranger.page.getByText('Nothing has been thrown here yet').waitFor();
  await stranger.leave();
  await young.end();
});

test('a match is seen again, step by step, by keys and by the slider', async () => {
  const stranger = await Person.come(here.browser, 'Mina');
  const { page } = stranger;
  await page.goto(`${here.server.url}/replay/${match}`);
  const slider = page.locator('input[type=range]');
  await slider.waitFor();
  await slider.focus();
  await page.keyboard.press('End');
  const end = await slider.inputValue();
  assert.ok(Number(end) > 10);
  await page.keyboard.press('Home');
  assert.equal(await slider.inputValue(), '0');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  assert.equal(await slider.inputValue(), '5');
  assert.deepEqual(stranger.faults, []);
  await stranger.leave();
});
