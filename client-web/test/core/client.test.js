// @ts-check
// The client of one room: it comes in, says each command once, comes back, and is not led astray.

import assert from 'node:assert/strict';
import test from 'node:test';

import { token } from '../../js/core/fair.js';
import { sceneOf } from '../../js/core/scene.js';
import { client, Dealer, drained, EPOCH, LINKS, MATCH, playing, ROOM, sitting, SK } from './dealer.js';

const ack = (/** @type {number} */ n, /** @type {number} */ v, more = {}) => JSON.stringify({ t: 'ack', n, v, ...more });
const refusal = (/** @type {string} */ code, more = {}) => JSON.stringify({ t: 'refused', code, text: code, ...more });
const scene = (/** @type {any} */ one) => sceneOf(one, { now: () => one.now });

test('it comes in: hello, then what it came for, then a fresh view', () => {
  const dealer = new Dealer();
  const one = client({ intent: { what: 'create', game: 'chowka', preset: 'pagdi', chairs: 2, clock: 'casual', bestOf: 3 }, password: 'x' });
  one.connected(5);
  assert.deepEqual(drained(one).sent, [
    { t: 'hello', protocols: [1], kind: 'person', client: 'test/1', cid: '0123456789abcdef', password: 'x' },
  ]);
  one.received(dealer.welcome(), 6);
  assert.deepEqual(drained(one).sent, [
    { t: 'create', token: token(SK[0]), name: 'Asha', game: 'chowka', preset: 'pagdi', chairs: 2, clock: 'casual', best_of: 3 },
  ]);
  assert.equal(scene(one).line, 'connecting');
  one.received(dealer.seated(), 7);
  one.received(dealer.snapshot(), 7);
  const now = scene(one);
  assert.deepEqual([now.line, now.room, now.chair, now.watcher, now.view?.stage], ['live', ROOM, 0, false, 'gathering']);
  // Should the answer have been lost with the socket, the same token asks again.
  const lost = client({ intent: { what: 'create', game: 'chowka', preset: 'pagdi', chairs: 2 } });
  lost.connected(0);
  lost.received(dealer.welcome(), 1);
  const [, first] = drained(lost).sent;
  lost.disconnected(2);
  lost.connected(3);
  lost.received(dealer.welcome(), 4);
  assert.deepEqual(drained(lost).sent.pop(), first);
});

test('commands go one at a time, by number, and a refused one does not use its number up', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  for (const phrase of ['hello', 'thanks', 'bye']) one.wish({ t: 'say', phrase }, 1);
  assert.deepEqual(drained(one).sent, [{ t: 'say', n: 1, phrase: 'hello' }]);
  one.received(ack(1, 1), 2);
  assert.deepEqual(drained(one).sent, [{ t: 'say', n: 2, phrase: 'thanks' }]);
  one.received(refusal('no_such_phrase', { n: 2 }), 3);
  const { sent, told } = drained(one);
  assert.deepEqual(sent, [{ t: 'say', n: 2, phrase: 'bye' }]);
  assert.deepEqual(told.filter((what) => what.what === 'refused'), [
    { what: 'refused', wish: { t: 'say', phrase: 'thanks' }, code: 'no_such_phrase', text: 'no_such_phrase' },
  ]);
  one.received(ack(9, 1), 4);
  assert.equal(one.outbox.flight?.n, 2, 'an answer to nothing is passed over');
});

test('a busy room is asked again with the same frame, not before it said', () => {
  const one = sitting(new Dealer());
  one.wish({ t: 'say', phrase: 'hello' }, 1);
  const [frame] = drained(one).sent;
  one.received(refusal('busy', { n: 1, retry_ms: 500 }), 10);
  assert.deepEqual(drained(one).sent, []);
  assert.equal(one.due(), 510);
  one.tick(509);
  assert.deepEqual(drained(one).sent, []);
  one.tick(510);
  assert.deepEqual(drained(one).sent, [frame]);
  one.received(refusal('too_fast'), 520);
  one.tick(770);
  assert.deepEqual(drained(one).sent, [frame]);
  one.received(ack(1, 1), 800);
  assert.equal(one.outbox.all().length, 0);
});

test('what was not answered when the socket broke is said again with its number, once', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  one.wish({ t: 'say', phrase: 'hello' }, 1);
  one.wish({ t: 'say', phrase: 'bye' }, 1);
  const [frame] = drained(one).sent;
  one.disconnected(2);
  assert.deepEqual([scene(one).line, one.outbox.all().length], ['lost', 2]);
  const reconnect = one.outputs().find((output) => output.do === 'reconnect');
  assert.ok(reconnect && 'afterMs' in reconnect && reconnect.afterMs >= 125 && reconnect.afterMs <= 250);
  one.connected(300);
  const [hello] = drained(one).sent;
  assert.deepEqual(hello.resume, { room: ROOM, token: token(SK[0]), epoch: EPOCH, v: 1 });
  one.received(dealer.welcome({ resumed: true }), 301);
  one.received(dealer.seated(1), 302);
  assert.deepEqual(drained(one).sent, [], 'nothing before the view is fresh');
  const missed = dealer.change({ host: 0 });
  one.received(JSON.stringify({ t: 'catch_up', diffs: [missed] }), 303);
  assert.deepEqual(drained(one).sent, [frame], 'the room has a stored answer for it');
  one.received(ack(1, 2), 304);
  assert.deepEqual(drained(one).sent, [{ t: 'say', n: 2, phrase: 'bye' }]);
});

test('numbers that a room has forgotten, or that somebody else used, are taken over', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  one.wish({ t: 'say', phrase: 'hello' }, 1);
  one.received(ack(1, 1), 2);
  one.wish({ t: 'say', phrase: 'bye' }, 3);
  one.outputs();
  const back = (/** @type {number} */ lastN) => {
    one.disconnected(4);
    one.connected(5);
    for (const frame of [dealer.welcome({ resumed: true }), dealer.seated(lastN), dealer.snapshot()]) one.received(frame, 6);
    return drained(one).sent.pop();
  };
  assert.deepEqual(back(0), { t: 'say', n: 1, phrase: 'bye' }, 'a restore: the free number');
  assert.deepEqual(back(7), { t: 'say', n: 8, phrase: 'bye' }, 'another tab with this client id: go on from there');
  one.received(refusal('gap', { n: 8 }), 9);
  assert.ok(one.outputs().some((output) => output.do === 'hang_up'));
  assert.deepEqual(back(3), { t: 'say', n: 4, phrase: 'bye' });
  one.received(refusal('gap', { n: 4 }), 12);
  assert.equal(one.outbox.all().length, 0, 'once more and it is given up');
});

test('a view is believed only with its hash; what does not follow is asked for whole', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  one.received(dealer.diff({ host: 0 }), 1);
  assert.equal(scene(one).view?.host, 0);
  one.received(JSON.stringify({ t: 'diff', from: 1, v: 2, hash: 'x', patch: {}, events: [] }), 2);
  assert.deepEqual(drained(one).sent, [], 'an old one is passed over');
  dealer.change({ listed: true });
  one.received(dealer.diff({ listed: false }), 3);
  assert.deepEqual(drained(one).sent, [{ t: 'resync' }]);
  one.received(dealer.diff({ watch: false }), 4);
  assert.deepEqual(drained(one).sent, [], 'asked once');
  one.wish({ t: 'say', phrase: 'hello' }, 4);
  assert.deepEqual(drained(one).sent, [], 'no command on a view that is not fresh');
  one.received(dealer.snapshot(), 5);
  assert.deepEqual(drained(one).sent, [{ t: 'say', n: 1, phrase: 'hello' }]);
  const wrong = { ...dealer.change({ watch: true }), hash: '0000000000000000' };
  one.received(JSON.stringify(wrong), 6);
  assert.deepEqual(drained(one).sent, [{ t: 'resync' }]);
  assert.equal(scene(one).view?.watch, false, 'a view that is not the server\'s is not shown; the last good one stays');
  for (let time = 7; time < 9; time++) {
    one.received(dealer.snapshot().replace(/"hash":"[0-9a-f]+"/, '"hash":"0000000000000000"'), time);
    assert.deepEqual(drained(one).sent, [{ t: 'resync' }]);
  }
  one.received(dealer.snapshot().replace(/"hash":"[0-9a-f]+"/, '"hash":"0000000000000000"'), 9);
  assert.equal(scene(one).ended?.code, 'garbage');
});

test('a pong that knows more than was heard means that something was lost', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  one.received(JSON.stringify({ t: 'pong', c: 1, v: 1, now: 0 }), 9);
  assert.deepEqual([drained(one).sent, one.latency], [[], 8]);
  one.received(JSON.stringify({ t: 'pong', c: 1, v: 2, now: 0 }), 10);
  assert.deepEqual(drained(one).sent, [{ t: 'resync' }]);
});

test('silence is asked after, and then taken for a dead line; sleep is not silence', () => {
  const one = sitting(new Dealer());
  assert.equal(one.due(), 10_000);
  one.tick(10_000);
  assert.deepEqual(drained(one).sent, [{ t: 'ping', c: 10_000 }]);
  assert.equal(one.due(), 18_000);
  one.received(JSON.stringify({ t: 'pong', c: 10_000, v: 1, now: 0 }), 10_050);
  assert.equal(one.due(), 20_050);
  one.tick(20_050);
  one.tick(28_050);
  assert.ok(one.outputs().some((output) => output.do === 'hang_up'));
  const slept = sitting(new Dealer());
  slept.tick(10_000);
  slept.outputs();
  slept.tick(3_600_000);
  assert.deepEqual(drained(slept).outputs, [{ do: 'send', text: '{"t":"ping","c":3600000}' }], 'an hour later it asks again first');
  slept.wake(3_600_100);
  assert.equal(drained(slept).sent[0].t, 'ping');
  assert.equal(slept.due(), 3_603_100, 'who was woken does not wait for long');
});

test('each close code is final or is not, and the server may say when to come back', () => {
  for (const [code, ended] of /** @type {[number | undefined, string | undefined][]} */ ([
    [1000, 'bye'],
    [1008, 'flood'],
    [1009, 'too_big'],
    [1011, 'room_failed'],
    [4001, 'taken_over'],
    [4002, 'room_gone'],
    [4003, 'version_not_spoken'],
    [1012, undefined],
    [1013, undefined],
    [1006, undefined],
    [undefined, undefined],
  ])) {
    const one = sitting(new Dealer());
    one.disconnected(5, code);
    assert.equal(scene(one).ended?.code, ended, String(code));
    assert.equal(one.outputs().some((output) => output.do === 'reconnect'), ended === undefined, String(code));
  }
  const said = sitting(new Dealer());
  said.received(JSON.stringify({ t: 'bye', code: 1012, text: 'The server restarts.', retry_ms: 3000 }), 6);
  said.disconnected(7, 1012);
  const output = said.outputs().find((one) => one.do === 'reconnect');
  assert.ok(output && 'afterMs' in output && output.afterMs === 3000);
  const kicked = sitting(new Dealer());
  kicked.received(JSON.stringify({ t: 'bye', code: 1008, text: 'The operator has closed this connection.' }), 6);
  assert.equal(scene(kicked).ended?.code, 'kicked');
  // A newer server names the code, whatever its sentence is; an older one has the sentence alone.
  const named = sitting(new Dealer());
  named.received(JSON.stringify({ t: 'bye', code: 1008, text: 'Until next week.', why: 'banned' }), 6);
  assert.deepEqual(scene(named).ended, { code: 'banned', reason: 'Until next week.', close: 1008 });
  const taken = sitting(new Dealer());
  taken.received(JSON.stringify({ t: 'bye', code: 4001, text: 'Elsewhere.' }), 8);
  assert.deepEqual(scene(taken).ended, { code: 'taken_over', reason: 'Elsewhere.', close: 4001 });
  assert.equal(taken.wish({ t: 'throw' }, 9), 'over');
});

test('waits double, are jittered, and stay bounded', () => {
  const one = client();
  const waits = Array.from({ length: 12 }, (_, at) => {
    one.disconnected(at);
    const output = one.outputs().find((what) => what.do === 'reconnect');
    return output && 'afterMs' in output ? output.afterMs : 0;
  });
  waits.forEach((wait, at) => {
    const whole = Math.min(250 * 2 ** at, 8000);
    assert.ok(wait >= whole / 2 && wait <= whole, `${at}: ${wait}`);
  });
});

test('at the door: what passes is waited for, another table is asked for, the rest is told and final', () => {
  const dealer = new Dealer();
  const quick = client({ intent: { what: 'quick', preset: 'pagdi', chairs: 2, bots: false } });
  quick.connected(0);
  quick.received(dealer.welcome(), 1);
  const [, asked] = drained(quick).sent;
  assert.deepEqual(asked, { t: 'quick', token: token(SK[0]), name: 'Asha', preset: 'pagdi', chairs: 2, bots: false });
  quick.received(refusal('room_full'), 2);
  assert.deepEqual(drained(quick).sent, [asked]);
  quick.received(refusal('busy', { retry_ms: 300 }), 3);
  assert.equal(quick.due(), 303);
  quick.tick(303);
  assert.deepEqual(drained(quick).sent, [asked]);
  const full = client();
  full.connected(0);
  full.received(dealer.welcome(), 1);
  full.received(refusal('room_full'), 2);
  assert.deepEqual(scene(full).ended, { code: 'room_full', reason: 'room_full' });
  const gone = client({ intent: { what: 'resume', code: ROOM } });
  gone.connected(0);
  assert.equal(drained(gone).sent[0].resume.epoch, '0000000000000000');
  gone.received(dealer.welcome({ resumed: false, reason: 'foreign_token' }), 1);
  assert.equal(scene(gone).ended?.code, 'foreign_token', 'who comes back to a seat does not take another');
});

test('an answer for another room, or another protocol, is the end', () => {
  const one = client();
  one.connected(0);
  one.received(new Dealer().welcome(), 1);
  one.received(new Dealer().seated().replace(ROOM, 'ABCDEFGH'), 2);
  assert.equal(scene(one).ended?.code, 'other_room');
  const old = client();
  old.connected(0);
  old.received(new Dealer().welcome({ protocol: 2 }), 1);
  assert.equal(scene(old).ended?.code, 'version_not_spoken');
});

test('what a newer server adds is passed over; rubbish is counted', () => {
  const one = sitting(new Dealer());
  one.received('{"t":"confetti","n":1}', 1);
  one.received('{"t":"pong","c":1,"v":1,"now":3,"mood":"fine"}', 1);
  assert.equal(one.garbage, 0);
  for (const text of ['', '[]', '{', '7', 'null', '{"x":1}', '{"t":7}', '{"t":"catch_up"}']) one.received(text, 2);
  assert.deepEqual([one.garbage, scene(one).line], [8, 'live']);
  for (let count = 0; count < 13; count++) one.received('?', 3);
  assert.equal(scene(one).ended?.code, 'garbage');
});

test('Ready that is pressed early is said when it can be; the first link is shown by itself', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  one.wish({ t: 'ready' }, 1);
  assert.deepEqual([drained(one).sent, scene(one).wantsReady], [[], true]);
  one.received(dealer.seal(), 2);
  const { sent, outputs } = drained(one);
  assert.deepEqual(sent, [{ t: 'ready', n: 1, tip: dealer.chains[0][LINKS], links: LINKS }]);
  const kept = outputs.find((output) => output.do === 'keep');
  assert.deepEqual(kept, { do: 'keep', match: MATCH, promised: { commit: dealer.view.server_commit, tip: sent[0].tip, links: LINKS } });
  one.received(ack(1, 3), 3);
  one.received(dealer.lock(), 4);
  assert.deepEqual(drained(one).sent, [{ t: 'reveal', n: 2, link: dealer.chains[0][LINKS - 1] }]);
  const unready = sitting(new Dealer());
  unready.wish({ t: 'ready' }, 1);
  unready.wish({ t: 'unready' }, 2);
  assert.equal(scene(unready).wantsReady, false);
});

test('a throw carries the next link and answers the question that was open; a second press is no second throw', () => {
  const dealer = new Dealer();
  const sk = SK[0];
  const one = playing(dealer, { sk });
  one.outputs();
  if (scene(one).side !== 'S') one.received(dealer.throw(), 5);
  one.outputs();
  one.wish({ t: 'throw' }, 6);
  one.wish({ t: 'throw' }, 6);
  const { asked } = dealer.view.turn;
  assert.deepEqual(drained(one).sent, [{ t: 'throw', n: 3, v: asked, link: dealer.chains[0][LINKS - 2] }]);
  assert.deepEqual(scene(one).pending, { what: 'throw' });
  one.received(ack(3, dealer.v + 1, { answer: { t: dealer.t, value: 2 } }), 7);
  assert.equal(one.outbox.all().length, 0);
});

test('a seat whose links are of another secret says so before it throws', () => {
  const dealer = new Dealer();
  const one = playing(dealer);
  if (scene(one).side !== 'S') one.received(dealer.throw(), 5);
  const other = sitting(dealer, { sk: 'ff'.repeat(32) });
  other.wish({ t: 'throw' }, 6);
  assert.deepEqual(drained(other).sent.map((message) => message.t), ['no_chain']);
  other.received(ack(1, dealer.v), 7);
  assert.deepEqual(drained(other).sent, [{ t: 'throw', n: 2, v: dealer.view.turn.asked }]);
});

test('another match that somebody else asked for first is no refusal', () => {
  const dealer = new Dealer();
  dealer.view = { ...dealer.view, stage: 'ended' };
  const one = sitting(dealer);
  one.wish({ t: 'again' }, 1);
  one.outputs();
  one.received(dealer.diff({ stage: 'readying' }, [{ e: 'again', chair: 1 }]), 2);
  one.received(refusal('not_now', { n: 1 }), 3);
  assert.deepEqual(drained(one).told.map((told) => told.what), ['changed']);
  assert.equal(one.outbox.all().length, 0);
});

test('the clock of the room runs on between two words of it, and stands while it is paused', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  one.received(dealer.around(1000), 100);
  assert.equal(sceneOf(one, { now: () => 600 }).left(2000), 500);
  assert.equal(sceneOf(one, { now: () => 99_000 }).left(2000), 0);
  one.received(dealer.around(1000, { paused: 'The disk is full.' }), 700);
  assert.equal(sceneOf(one, { now: () => 99_000 }).left(2000), 1000);
});

test('who leaves is out for good, and a watcher asks anew', () => {
  const dealer = new Dealer();
  const one = sitting(dealer);
  one.wish({ t: 'leave' }, 1);
  one.received(ack(1, 2), 2);
  assert.equal(scene(one).ended?.code, 'left');
  const watcher = client({ intent: { what: 'watch', code: ROOM } });
  watcher.connected(0);
  watcher.received(dealer.welcome(), 1);
  assert.deepEqual(drained(watcher).sent[1], { t: 'watch', code: ROOM, name: 'Asha' });
  watcher.received(JSON.stringify({ t: 'seated', room: ROOM, last_n: 0 }), 2);
  watcher.received(dealer.snapshot(), 3);
  assert.deepEqual([scene(watcher).watcher, scene(watcher).line, scene(watcher).bottom], [true, 'live', 'S']);
  watcher.disconnected(4);
  watcher.connected(5);
  assert.equal(drained(watcher).sent[0].resume, undefined);
});

/** A watcher with a fresh view. @param {Dealer} dealer */
function watching(dealer) {
  const one = client({ intent: { what: 'watch', code: ROOM } });
  one.connected(0);
  const seated = JSON.stringify({ t: 'seated', room: ROOM, last_n: 0 });
  for (const frame of [dealer.welcome(), seated, dealer.snapshot(), dealer.around()]) one.received(frame, 0);
  one.outputs();
  return one;
}

test('what a watcher says goes out at once and waits for no answer; nothing is said while the line is down', () => {
  const one = watching(new Dealer());
  for (const phrase of ['wow', 'wow']) one.wish({ t: 'say', phrase }, 1);
  assert.deepEqual(drained(one).sent.map(({ t, phrase }) => [t, phrase]), [['say', 'wow'], ['say', 'wow']]);
  assert.deepEqual([one.outbox.all().length, one.due()], [0, 10_000], 'nothing is on its way');
  one.received(refusal('too_fast', { n: 1, retry_ms: 700 }), 2);
  assert.deepEqual(drained(one).told, [{ what: 'refused', wish: undefined, code: 'too_fast', text: 'too_fast' }]);
  one.disconnected(3);
  one.outputs();
  one.wish({ t: 'say', phrase: 'ouch' }, 4);
  one.connected(5);
  one.received(new Dealer().welcome(), 6);
  assert.ok(drained(one).sent.every(({ t }) => t !== 'say'));
});

test('an aside is told to whoever draws, with the name if one was said', () => {
  const one = watching(new Dealer());
  one.received(JSON.stringify({ t: 'aside', phrase: 'wow', name: 'Mina' }), 1);
  one.received(JSON.stringify({ t: 'aside', phrase: 'ouch' }), 2);
  assert.deepEqual(drained(one).told, [
    { what: 'aside', phrase: 'wow', name: 'Mina' },
    { what: 'aside', phrase: 'ouch', name: undefined },
  ]);
});

test('twice the time and a report are commands like others: numbered, said once, answered', () => {
  const one = sitting(new Dealer());
  for (const _ of [1, 2]) one.wish({ t: 'more_time' }, 1);
  one.wish({ t: 'report', chair: 1, about: 'name' }, 1);
  assert.deepEqual(drained(one).sent, [{ t: 'more_time', n: 1 }]);
  one.received(ack(1, 1), 2);
  assert.deepEqual(drained(one).sent, [{ t: 'report', chair: 1, about: 'name', n: 2 }]);
});
