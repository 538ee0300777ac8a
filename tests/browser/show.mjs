// The players' stories P1 to P9 (`tests/show page`): `node show.mjs STORY SEED FOLDER` prints what was demanded and found
// as its last line.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Cable } from './harness/cable.mjs';
import { Person, byKeys, byMouse, byTouch, openBrowser, sitDown } from './harness/people.mjs';
import { Server, chowk } from './harness/server.mjs';

const [story, , folder = '.'] = process.argv.slice(2);
/** @type {[string, string, string, boolean][]} */
const demands = [];
/** @type {Record<string, unknown>} */
const figures = {};

/** @param {string} what @param {unknown} wanted @param {unknown} found @param {boolean} met */
function demand(what, wanted, found, met) {
  demands.push([what, String(wanted), String(found), met]);
}

/** Runs tests of a file, each a demand. @param {string} file @param {string} [pattern] */
async function tests(file, pattern = '') {
  const here = fileURLToPath(new URL(file, import.meta.url));
  const args = ['--test', '--test-reporter=tap', ...(pattern ? [`--test-name-pattern=${pattern}`] : []), here];
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  run.stdout.on('data', (bytes) => (out += bytes));
  await new Promise((resolve) => run.once('exit', resolve));
  const told = out.split('\n').map((line) => /^ *(not )?ok \d+ - (.*)$/.exec(line)).filter((line) => line && !line[2].includes('# SKIP'));
  for (const [, not, name] of told) demand(name, 'passes', not ? `fails: ${out.slice(0, 2_000)}` : 'passes', !not);
  if (told.length === 0) demand(file, 'passes', `nothing ran: ${out.slice(0, 500)}`, false);
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

const stories = {
  /** An old phone on a slow line, from the link to the seat, and to the first throw. */
  async 'p1-link'(browser) {
    const server = await Server.start();
    const asha = await Person.come(browser, 'Asha');
    const code = await asha.makeRoom(server.url, { preset: 'pagdi' });
    const ravi = await Person.come(browser, 'Ravi', { width: 320, height: 640, touch: true, settings: { speed: 'normal' } });
    const client = await ravi.window.newCDPSession(ravi.page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 });
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    let bytes = 0;
    let files = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      files += 1;
    });
    const began = performance.now();
    await ravi.page.goto(`${server.url}/r/${code}`, { waitUntil: 'commit' });
    await ravi.page.getByLabel('Your nickname').fill('Ravi');
    const form = performance.now() - began;
    await ravi.page.getByRole('button', { name: 'Sit down' }).tap();
    await ravi.room.waitFor();
    const seated = performance.now() - began;
    await ravi.ready();
    await asha.ready();
    // The lots may have given her the first throw; she plays on until her window is closed.
    asha.play(byMouse).catch(() => 0);
    await ravi.asked();
    await byTouch(ravi, 'throw');
    await ravi.page.locator('.thrown-digits:not(:empty)').waitFor();
    const thrown = performance.now() - began;
    await ravi.page.screenshot({ path: join(folder, 'first-throw.png') });
    demand('from the link to the seat (1.6 Mbit/s, 150 ms, processor slowed 4 times)', '20.0 s', seconds(seated), seated <= 20_000);
    demand('bytes until the first throw, as they travel', '300000', bytes, bytes <= 300_000);
    Object.assign(figures, { name_can_be_typed_ms: Math.round(form), seated_ms: Math.round(seated), first_throw_ms: Math.round(thrown), requests: files, bytes });
    await server.end();
  },

  /** 90 seconds in a tunnel, under the casual clock. */
  async 'p2-tunnel'(browser) {
    const server = await Server.start();
    const cable = await Cable.to(server.port);
    const people = [await Person.come(browser, 'Ravi'), await Person.come(browser, 'Asha')];
    const [ravi, asha] = people;
    const code = await ravi.makeRoom(cable.url, { preset: 'pagdi', clock: 'casual' });
    await asha.join(server.url, code);
    await Promise.all(people.map((person) => person.ready()));
    await Promise.all(people.map((person) => person.stage('playing')));
    const letter = await ravi.page.locator('.seat-me .seat-seed').innerHTML();
    const began = performance.now();
    cable.silence();
    let stop = false;
    const alone = (async () => {
      while (!stop) await asha.play(byKeys, { answers: 1, until: 'body[data-stop]' });
    })();
    await ravi.page.locator('.banner.amber, .banner.red').first().waitFor({ timeout: 60_000 });
    const noticed = performance.now() - began;
    // The story's own time: nothing else happens in a tunnel.
    await ravi.page.waitForTimeout(Math.max(0, 90_000 - (performance.now() - began)));
    const banner = await ravi.page.locator('.banner').first().innerText();
    cable.mend();
    const mended = performance.now();
    await ravi.page.locator('.room[data-line="live"]').waitFor();
    const back = performance.now() - mended;
    stop = true;
    await asha.page.evaluate(() => (document.body.dataset.stop = ''));
    await alone;
    await ravi.page.locator('.moves').getByText('*').first().waitFor();
    const marked = await ravi.page.locator('.moves').getByText('*').count();
    // The house plays for him meanwhile: what she sees is looked for again while it moves on.
    let same = false;
    for (let looks = 0; looks < 5 && !same; looks += 1) {
      const { asked, t, seal } = await asha.state();
      const beside = `.room[data-asked="${asked}"][data-t="${t}"][data-seal="${seal}"]`;
      same = await ravi.page.locator(beside).waitFor({ timeout: 2_000 }).then(() => true, () => false);
    }
    demand('the seat after 90 s', 'the same', (await ravi.page.locator('.seat-me .seat-seed').innerHTML()) === letter ? 'the same' : 'another', (await ravi.page.locator('.seat-me .seat-seed').innerHTML()) === letter);
    demand('moves played for him, marked *', 'at least 1', marked, marked > 0);
    demand('question, draw and seal beside the other player’s', 'the same', same ? 'the same' : 'others', same);
    demand('faults of the page, a view with another hash among them', 0, people.flatMap((person) => person.faults).length, people.every((person) => person.faults.length === 0));
    Object.assign(figures, { banner_after_ms: Math.round(noticed), banner, back_after_ms: Math.round(back) });
    await cable.end();
    await server.end();
  },

  async 'p3-reload'() {
    await tests('returns.test.mjs', 'reload in each phase');
  },

  async 'p4-check'() {
    await tests('proof.test.mjs');
  },

  /** A page that is open and does nothing: the clock throws when it says it will. */
  async 'p5-sleeper'(browser) {
    const server = await Server.start();
    const people = [await Person.come(browser, 'Ravi'), await Person.come(browser, 'Asha')];
    const [ravi, asha] = people;
    await sitDown(people, server.url, { preset: 'pagdi', clock: 'quick' });
    // When the deadline is due by the page's own reckoning, and when the question was over.
    await ravi.page.evaluate(() => {
      const room = document.querySelector('.room');
      window.late = [];
      let due;
      new MutationObserver(() => {
        const now = performance.now();
        if (due !== undefined) window.late.push(now - due);
        const left = Number(room.dataset.left);
        due = room.dataset.mine === 'true' && room.dataset.phase === 'throw' && left > 0 ? now + left : undefined;
      }).observe(room, { attributeFilter: ['data-asked'] });
    });
    let stop = false;
    const going = (async () => {
      while (!stop) await asha.play(byKeys, { answers: 1, until: 'body[data-stop]' });
    })();
    let back = 0;
    let late = [];
    // A move that is missed counts as well: he sleeps until two of his throws were made by the clock.
    while (late.length < 2) {
      await ravi.page.locator('.seat-me .dot-away').waitFor({ timeout: 120_000 });
      late = await ravi.page.evaluate(() => window.late);
      await ravi.page.locator('.room[data-mine="true"]').waitFor({ timeout: 60_000 });
      back += await ravi.play(byKeys, { answers: 1 });
      await ravi.page.locator('.seat-me .dot-online').waitFor();
    }
    stop = true;
    await asha.page.evaluate(() => (document.body.dataset.stop = ''));
    await ravi.page.evaluate(() => (document.body.dataset.stop = ''));
    await going;
    const worst = Math.max(...late.map(Math.abs));
    demand('throws by the clock, from the deadline that was shown', 'at least 2, each within 250 ms', `${late.map((ms) => ms.toFixed(0))} ms`, late.length >= 2 && worst <= 250);
    demand('after two misses away; a throw or move brings him back, each time', 'back', back > 0 ? 'back' : 'away', back > 0);
    await server.end();
  },

  /** Bots play while the page watches; its own rules judge each position that the server tells. */
  async 'p6-reasons'(browser) {
    const server = await Server.start('--pace', '0ms');
    const mina = await Person.come(browser, 'Mina');
    const count = { positions: 0, reasons: 0, moves: 0, wrong: 0 };
    const seen = {};
    for (const preset of ['pagdi', 'ashte-kashte', 'ashta-chamma', 'thaayam', 'karnataka']) {
      const host = chowk('bot', '--server', server.url, '--create', '--preset', preset, '--chairs', '4', '--brain', 'random', '--matches', '50');
      const code = (await host.says(/[2-9A-HJ-NP-Z]{4}-?[2-9A-HJ-NP-Z]{4}/)).replace('-', '');
      const bots = [host];
      await mina.page.goto(server.url);
      await mina.page.evaluate(judge, code);
      for (let chair = 1; chair < 4; chair += 1) bots.push(chowk('bot', '--server', server.url, code, '--brain', 'random', '--matches', '50'));
      await mina.page.waitForFunction(() => window.judged.positions >= 2_500, undefined, { timeout: 300_000 });
      const judged = await mina.page.evaluate(() => window.judged);
      for (const key of Object.keys(count)) count[key] += judged[key];
      for (const [reason, times] of Object.entries(judged.seen)) seen[reason] = (seen[reason] ?? 0) + times;
      if (judged.wrong) figures[`first wrong, ${preset}`] = judged.first;
      await Promise.all(bots.map((bot) => bot.end()));
    }
    demand('positions that were judged', 'at least 10000', count.positions, count.positions >= 10_000);
    demand('reasons and moves that differ from the first rule that fails', 0, count.wrong, count.wrong === 0);
    demand('each reason was met', 5, Object.keys(seen).length, Object.keys(seen).length === 5);
    const words = await mina.page.evaluate(async (codes) => {
      const files = ['en', 'kn', 'te', 'hi'].map((language) => new URL(`../lang/${language}.json`, document.querySelector('script[type=module]').src));
      const languages = await Promise.all(files.map(async (file) => (await fetch(file)).json()));
      return languages.every((language) => codes.every((code) => language[`refusal.${code}`]));
    }, Object.keys(seen));
    demand('a sentence for each, in four languages', true, words, words);
    Object.assign(figures, { ...count, seen });
    await server.end();
  },

  async 'p7-keyboard'() {
    await tests('reach.test.mjs');
  },

  async 'p8-colours'() {
    await tests('eyes.test.mjs');
  },

  /** Four at a table and one who looks on: five rematches, and nobody types a code again. */
  async 'p9-again'(browser) {
    const server = await Server.start('--pace', '0ms');
    const people = [];
    for (const name of ['Asha', 'Ravi', 'Mina', 'Lakshmi']) people.push(await Person.come(browser, name, { width: 800, height: 700 }));
    const code = await people[0].makeRoom(server.url, { chairs: 4 });
    for (const person of people.slice(1)) await person.join(server.url, code);
    const watcher = await Person.come(browser, 'Kavi', { width: 800, height: 700 });
    await watcher.watch(server.url, code);
    const seals = [];
    const names = [];
    for (let match = 0; match < 6; match += 1) {
      await Promise.all(people.map((person) => person.ready()));
      await Promise.all(people.map((person) => person.stage('playing')));
      await watcher.stage('playing');
      seals.push((await people[0].state()).seal);
      names.push((await watcher.page.locator('.seat-name').allInnerTexts()).sort().join());
      await Promise.all(people.map((person) => person.play(byKeys)));
      await watcher.stage('ended');
      if (match < 5) await people[match % 4].page.getByRole('button', { name: 'Play again' }).click();
      if (match < 5) await Promise.all(people.map((person) => person.stage('readying')));
    }
    demand('matches at one table', 6, seals.length, seals.length === 6);
    demand('seals, each another one', 6, new Set(seals).size, new Set(seals).size === 6);
    demand('who sits there', 'the same four', [...new Set(names)].join(' / '), new Set(names).size === 1);
    const stays = (await watcher.state()).mine === 'false' && (await watcher.page.locator('.seat-me').count()) === 0;
    demand('the watcher', 'a watcher', stays ? 'a watcher' : 'a player', stays);
    const faults = [...people, watcher].flatMap((person) => person.faults);
    demand('faults of the pages', 0, faults.join('; ') || 0, faults.length === 0);
    await server.end();
  },
};

/** Watches a table, and judges each question of it with the page's own rules. */
async function judge(code) {
  const base = document.querySelector('script[type=module]').src;
  const [{ openTable }, { readRules }, { reasonAgainst, legal }] = await Promise.all(
    ['core/table.js', 'core/rules/ruleset.js', 'core/rules/match.js'].map((file) => import(new URL(file, base).href)));
  const judged = { positions: 0, reasons: 0, moves: 0, wrong: 0, seen: {}, first: undefined };
  window.judged = judged;
  window.watched?.close();
  const table = openTable({ intent: { what: 'watch', code }, name: 'Mina' });
  window.watched = table;
  let asked;
  table.listen(({ view }) => {
    const turn = view?.turn;
    if (turn?.phase !== 'move' || turn.asked === asked) return;
    asked = turn.asked;
    const camps = Object.fromEntries(Object.entries(view.sides).map(([side, { pawns, right, rank, left }]) => [side, {
      pawns: Object.keys(pawns).sort((a, b) => a - b).map((pawn) => pawns[pawn]), right, rank, nth: 0,
      standing: left ? 'left' : rank ? 'finished' : 'playing',
    }]));
    const hand = turn.hand
      ? Object.entries(turn.hand).flatMap(([value, many]) => Array(many).fill(Number(value)))
      : [turn.value];
    const match = {
      rules: readRules(view.rules), players: Object.keys(camps).length, throws: 1, camps,
      stage: { is: 'moving', side: turn.side, hand, owed: 0, graces: 0 },
    };
    judged.positions += 1;
    const wrong = (what) => {
      judged.wrong += 1;
      judged.first ??= JSON.stringify([what, turn, camps]);
    };
    for (const [pawn, reasons] of Object.entries(turn.blocked ?? {})) {
      for (const [value, reason] of Object.entries(reasons)) {
        judged.reasons += 1;
        judged.seen[reason] = (judged.seen[reason] ?? 0) + 1;
        if (reasonAgainst(match, turn.side, camps[turn.side].pawns[pawn], Number(value)) !== reason) wrong(`${pawn} by ${value}: ${reason}`);
      }
    }
    const told = Object.entries(turn.moves ?? {}).flatMap(([pawn, by]) => Object.entries(by).map(([value, { to }]) => `${pawn} ${value} ${to}`)).sort();
    const own = legal(match).map(({ pawn, value, to }) => `${pawn} ${value} ${to}`).sort();
    judged.moves += told.length;
    if (told.join() !== own.join()) wrong(`moves ${told} and ${own}`);
  });
}

if (!(story in stories)) throw new Error(`there is no story ${story}`);
const browser = await openBrowser();
try {
  await stories[story](browser);
} finally {
  await browser.close();
}
console.log(JSON.stringify({ demands, figures }));
