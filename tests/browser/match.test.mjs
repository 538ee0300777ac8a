// Whole matches of people at the page: by mouse, by touch on a small phone, two and four of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { evening } from './harness/evening.mjs';
import { Person, byMouse, byTouch, playSome } from './harness/people.mjs';

const here = evening(['--pace', '0ms']);

/** The record of the match that a table has just ended. */
async function recordOf(person) {
  const href = await person.page.getByRole('link', { name: 'Save the record' }).getAttribute('href');
  const answer = await fetch(new URL(href, here.server.url));
  return (await answer.text()).trim().split('\n').map((line) => JSON.parse(line));
}

test('two play a whole match by mouse, see its end checked, and play again', async () => {
  const asha = await Person.come(here.browser, 'Asha');
  const ravi = await Person.come(here.browser, 'Ravi');
  const code = await asha.makeRoom(here.server.url);
  await ravi.join(here.server.url, code);
  assert.equal(new URL(ravi.page.url()).pathname, '/table', 'the code leaves the address bar');
  await Promise.all([asha.ready(), ravi.ready()]);
  const [first, second] = await Promise.all([asha.play(byMouse), ravi.play(byMouse)]);
  assert.ok(first > 3 && second > 3, `they answered ${first} and ${second} questions`);
  for (const person of [asha, ravi]) {
    await person.page.getByText('Throws checked', { exact: false }).first().waitFor();
    assert.deepEqual(person.faults, []);
  }
  const record = await recordOf(asha);
  const chosen = record.filter((line) => line.kind === 'moved' && line.by === 'seat').length;
  const thrown = record.filter((line) => line.kind === 'thrown' && line.by === 'seat');
  // A click may come a moment after the server has made the only move there was.
  const counted = chosen + thrown.length;
  assert.ok(counted <= first + second && counted > 0.9 * (first + second), `${first + second} clicks, ${counted} answers`);
  assert.ok(thrown.every((line) => line.link), 'each throw carried a link');
  await asha.page.getByRole('button', { name: 'Play again' }).click();
  await Promise.all([asha.ready(), ravi.ready()]);
  await playSome([asha, ravi], byMouse, 3);
  assert.notEqual((await recordOfSeal(asha)), record[0].server_commit, 'another match has another seal');
  await asha.leave();
  await ravi.leave();
});

/** The seal of the match that is played. */
async function recordOfSeal(person) {
  return person.room.getAttribute('data-seal');
}

test('four play a whole match, two of them by touch at 320 pixels', async () => {
  const small = { width: 320, height: 640, touch: true };
  const people = [
    await Person.come(here.browser, 'Asha', small),
    await Person.come(here.browser, 'Ravi', small),
    await Person.come(here.browser, 'Mina'),
    await Person.come(here.browser, 'Lakshmi'),
  ];
  const code = await people[0].makeRoom(here.server.url, { chairs: 4 });
  for (const person of people.slice(1)) await person.join(here.server.url, code);
  await Promise.all(people.map((person) => person.ready()));
  const answers = await Promise.all(people.map((person, at) => person.play(at < 2 ? byTouch : byMouse)));
  assert.ok(answers.every((count) => count > 3), `${answers}`);
  for (const person of people) {
    const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${person.name}'s page is ${wide} px wider than the window`);
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});
