// Every screen as a picture, at three widths: `node tests/browser/screens.mjs FOLDER [WIDTH...]`. For eyes, not for tests.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { Person, byKeys, openBrowser } from './harness/people.mjs';
import { Server, chowk } from './harness/server.mjs';

const [folder = 'target/screens', ...widths] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const HEIGHTS = { 320: 640, 768: 1024, 1440: 900 };
const server = await Server.start('--pace', '0ms');
const browser = await openBrowser();

for (const width of widths.length ? widths.map(Number) : [320, 768, 1440]) {
  const look = { width, height: HEIGHTS[width] ?? 800, touch: width < 500, settings: { speed: 'off' } };
  const asha = await Person.come(browser, 'Asha', look);
  const picture = async (name, full = true) => {
    await asha.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await asha.page.screenshot({ path: join(folder, `${width}-${name}.png`), fullPage: full });
  };
  await asha.page.goto(server.url);
  await asha.page.getByText('Public tables').waitFor();
  await picture('lobby');
  await asha.page.getByText('Make a room', { exact: true }).click();
  await picture('lobby-make');
  const ravi = await Person.come(browser, 'Ravi');
  await asha.page.goto(`${server.url}/r/${await ravi.makeRoom(server.url, { preset: 'karnataka', clock: 'relaxed', chairs: 3 })}`);
  await ravi.leave();
  await asha.page.getByLabel('Your nickname').waitFor();
  await picture('invitation');
  await asha.page.goto(`${server.url}/r/7Q4KM2XD`);
  await asha.page.getByText('no table with this code').waitFor();
  await picture('gone');
  for (const [preset, chairs] of [['pagdi', 4], ['ashte-kashte', 2], ['karnataka', 3]]) {
    const code = await asha.makeRoom(server.url, { preset, chairs });
    if (preset === 'pagdi') await picture('gathering');
    const bots = Array.from({ length: chairs - 1 }, () => chowk('bot', '--server', server.url, code, '--brain', 'bold'));
    await asha.page.locator('.room[data-stage="readying"]').waitFor();
    await asha.ready();
    await asha.asked();
    await picture(`${preset}-throw`);
    for (const many of [6, 40]) {
      await asha.play(byKeys, { answers: many });
      while ((await asha.asked()) === 'throw') await byKeys(asha, 'throw');
      await picture(`${preset}-move-${many}`);
    }
    if (preset === 'pagdi') {
      await asha.page.locator('.sheet-toggle').click().catch(() => {});
      await picture(`${preset}-sheet`);
    }
    await Promise.all(bots.map((bot) => bot.end()));
  }
  const code = await asha.makeRoom(server.url, { preset: 'quick', chairs: 2 });
  const bot = chowk('bot', '--server', server.url, code, '--brain', 'bold');
  await asha.page.locator('.room[data-stage="readying"]').waitFor();
  await asha.ready();
  await asha.play(byKeys);
  await asha.page.locator('.numbers:not([hidden])').waitFor();
  await picture('end');
  const match = new URL(await asha.page.getByRole('link', { name: 'See it again' }).getAttribute('href'));
  await asha.page.goto(match.href);
  await asha.page.locator('input[type=range]').waitFor();
  await picture('replay');
  await asha.page.goto(match.href.replace('/replay/', '/verify?match='));
  await asha.page.locator('.check').nth(5).waitFor();
  await picture('verify');
  await asha.page.goto(`${server.url}/fair`);
  await asha.page.getByText('✔').first().waitFor();
  await picture('fair');
  await bot.end();
  await asha.leave();
}
await browser.close();
await server.end();
