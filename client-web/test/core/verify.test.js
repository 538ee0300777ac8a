// @ts-check
// The six checks of a record against records and tampered records that a separate implementation made, and against
// records of four stones.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';

import { verify } from '../../js/core/verify.js';

const records = new URL('../../../tests/vectors/records/', import.meta.url);
const golden = new URL('../../../record/tests/golden/', import.meta.url);

/** @param {string} name
 * @param {URL} [folder] */
const file = (name, folder = records) => new Uint8Array(readFileSync(new URL(name, folder)));

/** @param {import('../../js/core/verify.js').Report} report */
const told = (report) =>
  report.checks.map(({ name, holds, line, why }) => `${holds ? '✔' : '✘'} ${name} ${line ?? ''} ${why ?? ''}`).join('\n');

/** The names of checks as the vectors write them. */
const NAMES = {
  'hash chain': 'hash_chain',
  seal: 'seal',
  'tips and links': 'tips_and_links',
  draws: 'draws',
  'moves, passes and result': 'moves',
  'log of seals': 'log_of_seals',
};

test('every valid record holds, with the log of seals', () => {
  const names = readdirSync(records).filter((name) => name.endsWith('.chowk.ndjson'));
  assert.equal(names.length, 14);
  for (const name of names) {
    const report = verify(file(name), file('seals.ndjson'));
    assert.ok(report.holds, `${name}\n${told(report)}`);
    assert.equal(report.checks.length, 6);
  }
});

test('every tampered record fails in the right check at the right line', () => {
  const rows = readFileSync(new URL('broken/INDEX.tsv', records), 'utf8').trim().split('\n').slice(1);
  assert.equal(rows.length, 69);
  for (const row of rows) {
    const [name, line, change, checks, log] = row.split('\t');
    const report = verify(file(name), log ? file(log) : undefined);
    const wanted = checks.split('|').map((check) => NAMES[/** @type {keyof typeof NAMES} */ (check)]);
    const found = report.checks.filter((check) => !check.holds && wanted.includes(check.name));
    assert.ok(found.length > 0, `${name} (${change})\n${told(report)}`);
    const last = (log ? file(log) : file(name)).filter((byte) => byte === 10).length;
    const lines = checks === 'seal' ? [1, last] : log ? [Number(line), last, 2] : [Number(line)];
    assert.ok(found.some((check) => lines.includes(check.line ?? 0)), `${name} (${change}) line ${line}\n${told(report)}`);
  }
});

test('a record of four stones holds but for its moves, which are the program\'s to check', () => {
  for (const name of ['stones-short', 'stones-shipped']) {
    const report = verify(file(`${name}.chowk.ndjson`, golden), file(`${name}.seals.ndjson`, golden));
    assert.ok(report.holds, told(report));
    assert.deepEqual(report.checks.filter((check) => check.partly).map((check) => check.name), ['moves']);
  }
  const text = readFileSync(new URL('stones-short.chowk.ndjson', golden), 'utf8');
  const lots = verify(text.replace(/"chairs":\[(\d),(\d)/, '"chairs":[$2,$1'));
  assert.equal(lots.checks.find((check) => check.name === 'draws')?.line, 2, told(lots));
});

test('any one byte changed is found', () => {
  const record = file('pagdi-2.chowk.ndjson');
  let seed = 11;
  for (let count = 0; count < 150; count++) {
    const changed = record.slice();
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    changed[seed % changed.length] ^= 1 << (seed >>> 20) % 8;
    const report = verify(changed);
    assert.ok(!report.holds, `byte ${seed % changed.length}`);
  }
});

test('any bytes give a report', () => {
  const deep = `{"kind":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`;
  for (const text of ['', '\n', '{}', '{}\n\n', 'null\n', '[1]\n', '{"h":1e999}\n', '{"a":"\\ud800"}\n', deep, '\u0000']) {
    const report = verify(text, text);
    assert.ok(!report.holds);
    assert.ok(report.checks.every((check) => check.holds || (check.line ?? 0) >= 1));
  }
  assert.equal(verify(Uint8Array.of(0xff, 10)).checks[0].why, 'this line is not UTF-8');
});
