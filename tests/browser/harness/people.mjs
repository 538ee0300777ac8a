// People at the page: each has a browser window of their own, and sees, clicks, types and taps as people do.

import { chromium } from 'playwright-core';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** Longest wait for anything that must happen, in milliseconds. These machines are small. */
export const PATIENCE = 30_000;

export function openBrowser() {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
}

export class Person {
  /**
   * @param {import('playwright-core').Browser} browser
   * @param {string} name
   * @param {{width?: number, height?: number, touch?: boolean, settings?: object, locale?: string, context?: object}} [how]
   */
  static async come(browser, name, { width = 1280, height = 800, touch = false, settings = {}, locale = 'en-GB', context = {} } = {}) {
    const window = await browser.newContext({ viewport: { width, height }, hasTouch: touch, isMobile: touch, locale, ...context });
    window.setDefaultTimeout(PATIENCE);
    // As somebody who plays quickly has it; what a test needs otherwise it says.
    await window.addInitScript((wanted) => {
      if (!localStorage.getItem('chowk.settings')) localStorage.setItem('chowk.settings', JSON.stringify(wanted));
    }, { speed: 'off', sounds: false, turnSound: false, confirm: 'never', ...settings });
    const person = new Person();
    person.name = name;
    person.window = window;
    await person.newPage();
    return person;
  }

  /** Another tab of the same person, which becomes the present one. */
  async newPage() {
    /** Whatever went wrong in the page. @type {string[]} */
    this.faults ??= [];
    this.page = await this.window.newPage();
    this.page.on('pageerror', (error) => this.faults.push(String(error.stack ?? error)));
    this.page.on('console', (message) => {
      // A server that is away, and a record that is not there, are told by the browser itself.
      if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text())) this.faults.push(message.text());
    });
    return this.page;
  }

  get room() {
    return this.page.locator('.room');
  }

  /** Makes a room in the lobby and sits down; gives its code. @param {string} url @param {{chairs?: number, preset?: string, clock?: string, watch?: boolean, bots?: string}} [how] */
  async makeRoom(url, { chairs = 2, preset = 'quick', clock = 'none', bots } = {}) {
    const { page } = this;
    await page.goto(url);
    await page.getByLabel('Your nickname').fill(this.name);
    await page.getByText('Make a room', { exact: true }).click();
    const make = page.locator('#make');
    await make.locator(`input[name=preset][value="${preset}"]`).check({ force: true });
    await choose(make, 'chairs', String(chairs));
    await choose(make, 'clock', clock);
    if (bots) await choose(make, 'bots', bots);
    await make.getByRole('button', { name: 'Make the room' }).click();
    await this.room.waitFor();
    return this.code();
  }

  /** The code of the table, as its players see it. */
  async code() {
    return (await this.page.locator('.code-button').innerText()).replace(/[^0-9A-Z]/g, '');
  }

  /** Opens an invitation and sits down. @param {string} url @param {string} code */
  async join(url, code) {
    await this.page.goto(`${url}/r/${code}`);
    await this.page.getByLabel('Your nickname').fill(this.name);
    await this.page.getByRole('button', { name: 'Sit down' }).click();
    await this.room.waitFor();
  }

  /** @param {string} url @param {string} code */
  async watch(url, code) {
    await this.page.goto(`${url}/r/${code}`);
    await this.page.getByLabel('Your nickname').fill(this.name);
    await this.page.getByRole('button', { name: 'Only look on' }).click();
    await this.room.waitFor();
  }

  async ready() {
    await this.page.getByRole('button', { name: 'I am ready' }).click();
  }

  /** Waits for a stage of the table. @param {...string} stages */
  async stage(...stages) {
    await this.page.locator(stages.map((stage) => `.room[data-stage="${stage}"]`).join(', ')).first().waitFor();
  }

  /** What the table's page says of itself. */
  state() {
    return this.room.evaluate((room) => ({ ...room.dataset }));
  }

  /**
   * Waits until this person is asked something (not a move that is the only one: the server makes it, and whoever reads
   * the page meanwhile sees a question that goes by itself), the match has ended, or what `until` looks for is there.
   * @returns {Promise<'throw' | 'move' | 'ended' | 'until'>}
   */
  async asked(until = '') {
    const found = await this.page.waitForFunction((until) => {
      if (until && document.querySelector(until)) return 'until';
      const room = document.querySelector('.room');
      if (room?.dataset.stage === 'ended') return 'ended';
      return room?.dataset.mine === 'true' && room.dataset.line === 'live' ? room.dataset.phase : undefined;
    }, until, { timeout: 4 * PATIENCE });
    return /** @type {any} */ (await found.jsonValue());
  }

  /**
   * Plays until the match has ended, or `until` is there, or so many answers were given; gives how many.
   * @param {(person: Person, asked: 'throw' | 'move') => Promise<boolean>} hand whether there was something to do
   * @param {{until?: string, answers?: number}} [how]
   */
  async play(hand, { until = '', answers = Infinity } = {}) {
    let given = 0;
    while (given < answers) {
      const asked = await this.asked(until);
      if (asked === 'ended' || asked === 'until') return given;
      const before = await this.question();
      // The clock may have played meanwhile; then there is nothing to do.
      if (!(await hand(this, asked))) continue;
      given += 1;
      await this.answered(before);
    }
    return given;
  }

  /** Waits until this question is open no more: it is not answered twice. @param {string | undefined} before */
  async answered(before) {
    await this.page.waitForFunction((before) => {
      const room = document.querySelector('.room');
      return !room || room.dataset.stage === 'ended' || room.dataset.mine !== 'true' || room.dataset.asked !== before;
    }, before).catch(async (error) => {
      throw new Error(`${this.name} answered ${before}, and nothing came of it: ${JSON.stringify(await this.state())} `
        + `${(await this.page.locator('.status, .chooser:not([hidden]), dialog[open]').allInnerTexts()).join(' | ')}`, { cause: error });
    });
  }

  /** The question that is open, by its version. */
  question() {
    return this.page.evaluate(() => document.querySelector('.room')?.getAttribute('data-asked') ?? undefined);
  }

  async leave() {
    await this.window.close();
  }
}

/** A choice of a form, be it a list or buttons. */
async function choose(form, name, value) {
  const list = form.locator(`select[name="${name}"]`);
  if (await list.count()) await list.selectOption(value);
  else await form.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
}

/** Where the middle of the last of these is on the screen, if there is one that can be hit there. @param {Person} person @param {string} selector */
function middleOf({ page }, selector) {
  return page.evaluate((selector) => {
    const found = [...document.querySelectorAll(selector)].at(-1);
    if (!found) return undefined;
    found.scrollIntoView({ block: 'nearest' });
    const box = found.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);
}

/** Clicks with a mouse: the button that throws, a seed that may move. @param {Person} person @param {'throw' | 'move'} asked */
export async function byMouse(person, asked) {
  const middle = await middleOf(person, asked === 'throw' ? '.throw-button' : '.pawn.movable .size');
  if (middle) await person.page.mouse.click(middle.x, middle.y);
  return Boolean(middle);
}

/**
 * Lets whoever is asked answer, so many times in all, or until the match has ended; gives how many.
 * @param {Person[]} people
 * @param {(person: Person, asked: 'throw' | 'move') => Promise<boolean>} hand
 * @param {number} answers
 */
export async function playSome(people, hand, answers) {
  let given = 0;
  while (given < answers) {
    const states = await Promise.all(people.map((person) => person.state()));
    if (states.some(({ stage }) => stage === 'ended')) return given;
    const at = states.findIndex(({ mine, line }) => mine === 'true' && line === 'live');
    if (at < 0) {
      await Promise.any(people.map(({ page }) => page.locator('.room[data-mine="true"], .room[data-stage="ended"]').waitFor()));
    } else if (await hand(people[at], /** @type {any} */ (states[at].phase))) {
      given += 1;
      await people[at].answered(states[at].asked);
    }
  }
  return given;
}

/** Both at one table, ready, and asked. @param {Person[]} people @param {string} url @param {object} [how] Of `makeRoom`. */
export async function sitDown(people, url, how) {
  const [host, ...guests] = people;
  const code = await host.makeRoom(url, { chairs: people.length, ...how });
  for (const guest of guests) await guest.join(url, code);
  await Promise.all(people.map((person) => person.ready()));
  await Promise.all(people.map((person) => person.stage('playing')));
  return code;
}

/** Keys alone: space throws, digits move. @param {Person} person @param {'throw' | 'move'} asked */
export async function byKeys({ page }, asked) {
  // On a button the space bar is the button's; a page that has just changed moves the focus to its heading.
  await page.waitForFunction(() => !document.activeElement?.closest('button, a, input'), undefined, { timeout: 5_000 }).catch(async () => {
    throw new Error(`the focus stays on ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))}`);
  });
  if (asked === 'throw') {
    await page.keyboard.press('Space');
    return true;
  }
  const pawn = await page.evaluate(() => {
    const seeds = [...document.querySelectorAll('.tray-seed')];
    return seeds.findIndex((seed) => seed.classList.contains('tray-may')) + 1;
  });
  if (pawn) await page.keyboard.press(String(pawn));
  // With several values in hand the first is taken.
  if (pawn && await page.locator('.chooser:not([hidden])').count()) await page.keyboard.press('Enter');
  return pawn > 0;
}

/** Taps: the button that throws, the tray of seeds. @param {Person} person @param {'throw' | 'move'} asked */
export async function byTouch(person, asked) {
  const middle = await middleOf(person, asked === 'throw' ? '.throw-button' : '.tray-seed.tray-may');
  if (middle) await person.page.touchscreen.tap(middle.x, middle.y);
  return Boolean(middle);
}
