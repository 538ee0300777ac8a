// The page's code fits the protocol: its types are those of the schema, and the compiler finds nothing wrong.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { TYPES, types } from './types.mjs';

test('the types of the page are those of the schema (node tests/browser/types.mjs --write makes them anew)', async () => {
  assert.equal(readFileSync(TYPES, 'utf8'), await types());
});

test('the code of the page passes the compiler of types', () => {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const page = fileURLToPath(new URL('../../client-web', import.meta.url));
  const run = spawnSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', join(page, 'jsconfig.json')], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stdout + run.stderr);
});
