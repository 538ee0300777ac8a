// @ts-check
// Every step of a throw, and the log of seals as a whole.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

import { computed, foundations, throwsOf } from '../../js/core/steps.js';
import { verify } from '../../js/core/verify.js';
import { readLog } from '../../js/proof/seals.js';

const records = new URL('../../../tests/vectors/records/', import.meta.url);
/** @param {string} name */
const file = (name) => new Uint8Array(readFileSync(new URL(name, records)));

test('every throw of every good record can be followed: its link leads to the one before, its bytes are its shells', () => {
  for (const name of readdirSync(records).filter((one) => one.endsWith('.chowk.ndjson'))) {
    const report = verify(file(name));
    const throws = throwsOf(report);
    assert.equal(throws.length, report.entries.filter((entry) => entry.kind === 'thrown').length, name);
    for (const told of throws) {
      const step = computed(report, told);
      if (step.link) assert.equal(step.leadsTo, step.before, `${name} line ${step.line}`);
      for (const { byte, up } of step.shells) assert.equal(byte !== undefined && byte < step.mouthUp, up, name);
    }
    const ground = foundations(report);
    assert.equal(ground.sealed, ground.seal, name);
    for (const chair of ground.chairs) assert.equal(chair.leadsTo, chair.tip, name);
  }
});

test('a shell that was turned is seen', () => {
  const report = verify(file('broken/shell-turned.chowk.ndjson'));
  const wrong = throwsOf(report)
    .map((told) => computed(report, told))
    .filter((step) => step.shells.some(({ byte, up }) => byte !== undefined && byte < step.mouthUp !== up));
  assert.deepEqual(wrong.map((step) => step.line), [31]);
});

test('what is no record has no throws', () => {
  for (const text of ['', 'hello\n', '{"kind":"header","game":"chowka","chairs":7}\n{"kind":"lots"}\n']) {
    assert.deepEqual(throwsOf(verify(text)), []);
    assert.ok(foundations(verify(text)));
  }
});

test('the log tells what became of each envelope', () => {
  const log = readLog(file('seals.ndjson'));
  assert.equal(log.fault, undefined);
  assert.equal(log.hashes.size, log.lines.length);
  assert.ok(log.hashes.has(log.newest));
  const opened = Object.entries(log.fates).reduce((sum, [fate, n]) => (fate === 'open' ? sum : sum + n), 0);
  assert.deepEqual([log.sealed - opened, log.fates.open, log.fates.not_started], [1, 1, 1]);
  assert.equal(readLog(file('seals.ndjson'), Date.parse('2050-01-01')).never, 1, 'an old one that was never opened');
  assert.equal(readLog(file('broken/seals-chain.ndjson')).fault?.line, 6);
  assert.deepEqual(readLog(new Uint8Array()).lines, []);
});
