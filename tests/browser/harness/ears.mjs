// What a screen must be for everybody, as axe and a ruler find it; and all that the live regions say.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a screen, in a line each. */
async function axe(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 140)} – ${node.failureSummary?.split('\n')[1]?.trim()}`));
}

/** The screen is as it must be for everybody. */
export async function clean(person, screen) {
  assert.deepEqual(await axe(person.page), [], screen);
  const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${screen} is ${wide} px wider than the window`);
  const small = await person.page.evaluate(() => [...document.querySelectorAll('button, a[href], input, select, summary')]
    .filter((one) => one.checkVisibility?.({ visibilityProperty: true }) && !one.closest('.skips, .skip, p, li p'))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width > 2 && (box.width < 24 || box.height < 24) && !one.matches('input[type=radio], input[type=checkbox]'))
    .map(([one, box]) => `${one.outerHTML.slice(0, 100)} is ${box.width}x${box.height}`));
  assert.deepEqual(small, [], `${screen}: targets`);
}

/** Writes down all that the live regions say, in order. */
export async function listen({ page }) {
  await page.evaluate(() => {
    window.heard = [];
    for (const id of ['told', 'now']) {
      const region = document.getElementById(id);
      new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) window.heard.push([id, node.textContent]);
      }).observe(region, { childList: true });
    }
  });
}
