// @ts-check
// The sealed envelope as a client sees it: an honest match holds, and each way to cheat is found.

import assert from 'node:assert/strict';
import test from 'node:test';

import { chainOf, chainStart, serverCommit } from '../../js/core/fair.js';
import { sceneOf } from '../../js/core/scene.js';
import { Dealer, drained, LINKS, MATCH, playing, SEED, sitting, SK } from './dealer.js';

const envelope = (/** @type {any} */ one) => sceneOf(one, { now: () => one.now }).envelope;
const faults = (/** @type {any} */ one) => envelope(one).faults.map((fault) => fault.what);

test('an honest match holds, to the last draw', () => {
  const dealer = new Dealer();
  const one = playing(dealer);
  assert.deepEqual([envelope(one).state, envelope(one).fromTheStart], ['sealed', true]);
  for (let count = 0; count < 6; count++) one.received(dealer.throw(), 10 + count);
  one.received(dealer.throw({ by: 'clock', link: null }), 17);
  one.received(dealer.end(), 18);
  const seen = envelope(one);
  assert.deepEqual([seen.state, seen.checked, seen.all, seen.faults], ['open', 8, true, []]);
  assert.ok(drained(one).told.some((told) => told.what === 'checked'));
});

test('each way to cheat is found', () => {
  const other = '22'.repeat(32);
  /** @type {[string, (dealer: Dealer, one: any) => void][]} */
  const ways = [
    ['seed', (dealer, one) => one.received(dealer.end(other), 20)],
    ['seal_changed', (dealer, one) => one.received(dealer.diff({ server_commit: serverCommit(MATCH, other) }), 20)],
    ['draw', (dealer, one) => {
      const event = JSON.parse(new Dealer2(dealer).throw());
      const { shells } = event.events[0];
      const turned = shells.map((/** @type {number} */ shell, /** @type {number} */ at) => (at === 0 ? 1 - shell : shell));
      const up = turned.reduce((/** @type {number} */ sum, /** @type {number} */ shell) => sum + shell, 0);
      one.received(dealer.throw({ shells: turned, value: up || 8 }), 20);
      one.received(dealer.end(), 21);
    }],
    ['value', (dealer, one) => one.received(dealer.throw({ shells: [1, 1, 0, 0], value: 3 }), 20)],
    ['draw_left_out', (dealer, one) => {
      dealer.t += 1;
      one.received(dealer.throw(), 20);
    }],
    ['link_of', (dealer, one) => one.received(dealer.throw({ link: other }), 20)],
    ['link_left_out', (dealer, one) => one.received(dealer.throw({ link: null }), 20)],
    ['drawn_twice', (dealer, one) => {
      one.received(dealer.throw(), 20);
      one.received(dealer.throw({ t: dealer.t - 1, shells: [1, 0, 0, 0], value: 1 }), 21);
    }],
    ['own_link', (dealer, one) => one.received(dealer.diff({ chairs: { 0: { link: other } } }), 20)],
    ['own_tip', (dealer, one) => one.received(dealer.diff({ chairs: { 0: { tip: other } } }), 20)],
  ];
  for (const [what, cheat] of ways) {
    const dealer = new Dealer();
    const one = playing(dealer);
    assert.deepEqual(faults(one), [], what);
    cheat(dealer, one);
    assert.ok(faults(one).includes(what), `${what}: ${faults(one)}`);
    assert.equal(envelope(one).state, 'broken');
  }
});

/** The same dealer at the same moment, so that a throw can be looked at before it is dealt. */
class Dealer2 extends Dealer {
  /** @param {Dealer} dealer */
  constructor(dealer) {
    super();
    Object.assign(this, structuredClone({ v: dealer.v, view: dealer.view, t: dealer.t, shown: dealer.shown, sideOf: dealer.sideOf, chairOf: dealer.chairOf }));
  }
}

test('rules under another hash are found', () => {
  const dealer = new Dealer();
  dealer.view.rules_hash = '33'.repeat(32);
  const one = sitting(dealer);
  one.received(dealer.seal(), 1);
  assert.deepEqual(faults(one), ['other_rules']);
});

test('an answer that says something else than its event is found', () => {
  const dealer = new Dealer();
  const one = playing(dealer);
  if (sceneOf(one, { now: () => 0 }).side !== 'S') one.received(dealer.throw(), 5);
  one.wish({ t: 'throw' }, 6);
  const t = dealer.t;
  one.received(dealer.throw(), 7);
  const { value } = JSON.parse(JSON.stringify(one.envelope?.draws.get(t))) ?? {};
  assert.equal(value, undefined);
  one.received(JSON.stringify({ t: 'ack', n: 3, v: dealer.v, answer: { t, value: 7 } }), 8);
  assert.deepEqual(faults(one), ['drawn_twice']);
});

test('the clock that throws although the link was there in time is a fault; a late one is none', () => {
  for (const [tick, found] of /** @type {[number, string[]][]} */ ([[5_000, ['clock_despite_link']], [11_500, []]])) {
    const dealer = new Dealer();
    const one = playing(dealer);
    if (sceneOf(one, { now: () => 0 }).side !== 'S') one.received(dealer.throw(), 5);
    one.received(dealer.around(tick), 10);
    one.wish({ t: 'throw' }, 10);
    one.received(dealer.throw({ by: 'clock', link: null }), 20);
    assert.deepEqual(faults(one), found, String(tick));
    assert.equal(envelope(one).byClock, 1);
  }
});

test('what was written down at Ready is what the opened seed must fit, also after a reload', () => {
  const dealer = new Dealer();
  const one = playing(dealer);
  one.received(dealer.throw(), 10);
  const tip = dealer.chains[0][LINKS];
  const honest = { commit: serverCommit(MATCH, SEED), tip, links: LINKS, draws: [...(one.envelope?.draws ?? [])] };
  const again = sitting(dealer, { promised: () => honest });
  assert.deepEqual([envelope(again).fromTheStart, envelope(again).checked, faults(again)], [true, 2, []]);
  again.received(dealer.throw(), 11);
  again.received(dealer.end(), 12);
  assert.deepEqual([envelope(again).state, envelope(again).checked, envelope(again).all], ['open', 3, true]);
  const cheated = sitting(dealer, { promised: () => ({ ...honest, commit: serverCommit(MATCH, '22'.repeat(32)) }) });
  assert.ok(faults(cheated).includes('seal_changed') && faults(cheated).includes('seed'));
});

test('another window of the same player throws with the same chain, and that is no fault', () => {
  const dealer = new Dealer();
  const one = playing(dealer);
  // From the other device: the right links, which this client did not send.
  for (let count = 0; count < 4; count++) one.received(dealer.throw(), 10 + count);
  assert.deepEqual(faults(one), []);
  assert.equal(envelope(one).ownLinks, 0);
});

test('an attempt that was not started is opened and checked, and Ready is said again with a new chain', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  one.received(dealer.seal(), 1);
  one.wish({ t: 'ready' }, 2);
  one.received(JSON.stringify({ t: 'ack', n: 1, v: dealer.v }), 2);
  one.received(dealer.lock(), 3);
  one.received(JSON.stringify({ t: 'ack', n: 2, v: dealer.v }), 3);
  one.outputs();
  const next = 'f'.repeat(32);
  const patch = { stage: 'readying', match: next, server_commit: serverCommit(next, '44'.repeat(32)), chairs: { 0: { ready: false, tip: null, link: null }, 1: { ready: false, tip: null, link: null } } };
  one.received(dealer.diff(patch, [{ e: 'not_started', match: MATCH, server_seed: SEED, silent: [1] }]), 4);
  const { sent } = drained(one);
  assert.deepEqual(sent, [{ t: 'ready', n: 3, tip: chainOf(chainStart(SK[0], next), LINKS)[LINKS], links: LINKS }]);
  assert.equal(envelope(one).match, next);
  assert.deepEqual(faults(one), []);
});

test('what was on its way when the socket broke is not said again to another match', () => {
  const next = 'f'.repeat(32);
  const patch = { stage: 'readying', match: next, server_commit: serverCommit(next, '44'.repeat(32)), chairs: { 0: { ready: false, tip: null, link: null }, 1: { ready: false, tip: null, link: null } } };
  const notStarted = [{ e: 'not_started', match: MATCH, server_seed: SEED, silent: [0] }];
  // The next match is sealed after the socket broke, or (seed 800816) before.
  for (const [arrived, heard] of [[false, false], [true, false], [false, true], [true, true]]) {
    const dealer = new Dealer();
    const one = sitting(dealer);
    one.received(dealer.seal(), 1);
    one.wish({ t: 'ready' }, 2);
    one.received(JSON.stringify({ t: 'ack', n: 1, v: dealer.v }), 2);
    one.received(dealer.lock(), 3);
    const reveal = drained(one).sent.pop();
    assert.equal(reveal.t, 'reveal');
    const diff = dealer.change(patch, notStarted);
    const missed = heard ? [] : [diff];
    if (heard) {
      one.received(JSON.stringify({ t: 'diff', ...diff }), 4);
      assert.deepEqual(drained(one).sent, [], 'it may arrive yet');
    }
    one.disconnected(4);
    one.connected(5);
    one.outputs();
    for (const frame of [dealer.welcome({ resumed: true }), dealer.seated(arrived ? 2 : 1)]) one.received(frame, 6);
    one.received(JSON.stringify({ t: 'catch_up', diffs: missed }), 6);
    assert.deepEqual(drained(one).sent, arrived ? [reveal] : [], 'what arrived gets its stored answer, the rest is dropped');
    if (arrived) one.received(JSON.stringify({ t: 'ack', n: 2, v: dealer.v }), 7);
    one.wish({ t: 'ready' }, 8);
    const n = arrived ? 3 : 2;
    assert.deepEqual(drained(one).sent, [{ t: 'ready', n, tip: chainOf(chainStart(SK[0], next), LINKS)[LINKS], links: LINKS }]);
  }
});

test('a Ready that was lost with its socket is said for the match that is sealed by then', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  one.received(dealer.seal(), 1);
  one.wish({ t: 'ready' }, 2);
  one.outputs();
  one.disconnected(3);
  const next = 'e'.repeat(32);
  const change = dealer.change({ match: next, server_commit: serverCommit(next, '55'.repeat(32)) });
  one.connected(4);
  for (const frame of [dealer.welcome({ resumed: true }), dealer.seated(0)]) one.received(frame, 5);
  one.outputs();
  one.received(JSON.stringify({ t: 'catch_up', diffs: [change] }), 5);
  assert.deepEqual(drained(one).sent, [{ t: 'ready', n: 1, tip: chainOf(chainStart(SK[0], next), LINKS)[LINKS], links: LINKS }]);
});

test('no_chain is of one match only, and what the room refused does not hold', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  one.received(dealer.seal(), 1);
  one.wish({ t: 'no_chain' }, 2);
  const [sent] = drained(one).sent;
  assert.equal(sent.t, 'no_chain');
  assert.ok(one.envelope.noChainSaid);
  one.received(JSON.stringify({ t: 'refused', n: sent.n, code: 'not_now', text: '' }), 3);
  assert.ok(!one.envelope.noChainSaid);
  one.disconnected(4);
  one.wish({ t: 'no_chain' }, 5);
  const next = 'e'.repeat(32);
  const change = dealer.change({ match: next, server_commit: serverCommit(next, '55'.repeat(32)) });
  one.connected(6);
  for (const frame of [dealer.welcome({ resumed: true }), dealer.seated(0)]) one.received(frame, 7);
  one.outputs();
  one.received(JSON.stringify({ t: 'catch_up', diffs: [change] }), 7);
  assert.deepEqual(drained(one).sent, []);
});
