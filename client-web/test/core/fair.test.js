// @ts-check
// Hashes, canonical text and patches against published values, and the fairness scheme against its vectors.

import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { hex, isHex, lp, u32, u64, unhex, utf8 } from '../../js/core/bytes.js';
import { canonical, viewHash } from '../../js/core/canonical.js';
import * as fair from '../../js/core/fair.js';
import { patched } from '../../js/core/patch.js';
import { hmac, sha256 } from '../../js/core/sha256.js';

const vectors = JSON.parse(readFileSync(new URL('../../../tests/vectors/fair-1.json', import.meta.url), 'utf8'));

test('SHA-256 and HMAC agree with another implementation at every length around a block', () => {
  assert.equal(hex(sha256(utf8('abc'))), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  for (let length = 0; length < 200; length++) {
    const bytes = randomBytes(length);
    assert.equal(hex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'), `length ${length}`);
    const key = randomBytes((length * 7) % 150);
    assert.equal(hex(hmac(key, bytes)), createHmac('sha256', key).update(bytes).digest('hex'), `length ${length}`);
  }
  const long = randomBytes(1_000_003);
  assert.equal(hex(sha256(long)), createHash('sha256').update(long).digest('hex'));
});

test('numbers and lengths have the big end first', () => {
  assert.equal(hex(lp('ab')), '00026162');
  assert.equal(hex(u32(0xfedcba98)), 'fedcba98');
  assert.equal(hex(u64(2 ** 53 - 1)), '001fffffffffffff');
  assert.equal(hex(unhex('00ff10')), '00ff10');
  for (const wrong of ['0', 'AA', '0g', 'zz']) assert.throws(() => unhex(wrong));
  assert.ok(isHex('00ff', 2) && !isHex('00ff', 3) && !isHex(7, 1));
});

test('the canonical text has sorted keys, no blanks, and the strings and numbers of RFC 8785', () => {
  const value = JSON.parse('{"b":[1e3, -0, 0.5,1e21],"a":"\\u20ac\\u000f\\nA\'\\u0042\\"\\\\\\/","é":null,"A":{"2":1,"10":2}}');
  assert.equal(
    canonical(value),
    '{"A":{"10":2,"2":1},"a":"€\\u000f\\nA\'B\\"\\\\/","b":[1000,0,0.5,1e+21],"é":null}',
  );
  assert.equal(viewHash({}), createHash('sha256').update('{}').digest('hex').slice(0, 16));
});

test('merge patches do what the appendix of RFC 7396 says', () => {
  for (const [value, patch, result] of [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [['a', 'b'], ['c', 'd'], ['c', 'd']],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ]) {
    const before = JSON.stringify(value);
    assert.deepEqual(patched(value, patch), result);
    assert.equal(JSON.stringify(value), before, 'the old view stays as it was');
  }
  const odd = /** @type {object} */ (patched({}, JSON.parse('{"__proto__":{"x":1}}')));
  assert.ok(Object.hasOwn(odd, '__proto__') && !('x' in odd));
});

test('the scheme gives the values of its vectors', () => {
  const { server_seed: seed, match_id: match } = vectors;
  assert.equal(fair.serverCommit(match, seed), vectors.server_commit);
  assert.equal(fair.rulesHash(vectors.rules), vectors.rules_hash);
  for (const seat of vectors.seats) {
    assert.equal(fair.token(seat.sk), seat.token);
    assert.equal(fair.chainStart(seat.sk, match), seat.c0);
    const chain = fair.chainOf(seat.c0, seat.links);
    assert.deepEqual([chain[4], chain[3], chain[2]], [seat.tip, seat.reveal, seat.next]);
  }
  const reveals = vectors.seats.map((/** @type {{reveal: string}} */ seat) => seat.reveal);
  const key = fair.matchKey(seed, match, vectors.rules_hash, reveals);
  assert.equal(hex(key), vectors.key);
  assert.equal(hex(fair.matchKey(seed, match, vectors.rules_hash, [...reveals, ''])), vectors.key_with_a_house_bot_third);
  const four = { shells: 4, mouth_up_256: 128, none_up: 8 };
  for (const { t, link, shells, value } of [...vectors.throws_4_shells, vectors.throw_with_link]) {
    assert.deepEqual(fair.throwShells(key, t, link, four), shells);
    assert.equal(fair.valueOf(shells, four), value);
  }
  const values = (/** @type {{shells: number, mouth_up_256: number, none_up: number}} */ cast) =>
    Array.from({ length: 12 }, (_, t) => fair.valueOf(fair.throwShells(key, t, null, cast), cast));
  assert.deepEqual(values({ shells: 6, mouth_up_256: 128, none_up: 12 }), vectors.throws_6_shells);
  assert.deepEqual(values({ ...four, mouth_up_256: 154 }), vectors.throws_4_shells_mouth_up_154);
  const picks = (/** @type {number} */ of) => Array.from({ length: 12 }, (_, t) => fair.pick(key, t, of));
  assert.deepEqual(picks(5), vectors.picks_of_5);
  assert.deepEqual(picks(3), vectors.picks_of_3);
  assert.deepEqual(fair.shuffle(key, 0, 4), {
    order: vectors.shuffle_of_4_from_t_0.order,
    t: vectors.shuffle_of_4_from_t_0.next_t,
  });
});

test('no shells but those of the rules are a cast', () => {
  const cast = { shells: 4, none_up: 8 };
  assert.equal(fair.valueOf([0, 0, 0, 0], cast), 8);
  for (const shells of [[1, 1, 1], [1, 1, 1, 2], [1, 1, 1, 1, 1], []]) assert.equal(fair.valueOf(shells, cast), undefined);
});
