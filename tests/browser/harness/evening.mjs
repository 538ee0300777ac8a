// One browser and one server for all tests of a file: opened before the first, closed after the last.

import { after, before } from 'node:test';

import { endAll } from './opened.mjs';
import { openBrowser } from './people.mjs';
import { Server } from './server.mjs';

/**
 * What is there once the tests begin.
 * @param {string[]} [args] Settings of `chowk-server`.
 * @param {(here: {browser: import('playwright-core').Browser, server: Server}) => Promise<void>} [begin] What comes before the first test.
 * @returns {{browser: import('playwright-core').Browser, server: Server}}
 */
export function evening(args = [], begin = async () => {}) {
  const here = /** @type {any} */ ({});
  before(async () => {
    here.browser = await openBrowser();
    here.server = await Server.start(...args);
    await begin(here);
  });
  after(async () => {
    await here.browser?.close();
    await endAll();
  });
  return here;
}
