// @ts-check
// What a device keeps: seats and their secrets, secrets that were not answered yet, promises, and the way to another device.

import assert from 'node:assert/strict';
import test from 'node:test';

import * as seats from '../../js/core/seats.js';

const ROOM = '7Q4KM2XD';

/** @returns {seats.Store & {map: Map<string, string>}} */
function store() {
  /** @type {Map<string, string>} */
  const map = new Map();
  return {
    map,
    get length() {
      return map.size;
    },
    key: (at) => [...map.keys()][at] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

test('a seat is found again, newest first, and forgotten', () => {
  const kept = store();
  seats.keepSeat(kept, ROOM, { sk: 'a0'.repeat(32), name: 'Asha' }, 10);
  seats.keepSeat(kept, 'ABCDEFGH', { sk: 'a1'.repeat(32), name: 'ರವಿ' }, 20);
  assert.deepEqual(seats.keptSeats(kept), [
    { code: 'ABCDEFGH', name: 'ರವಿ', at: 20 },
    { code: ROOM, name: 'Asha', at: 10 },
  ]);
  assert.equal(seats.seatIn(kept, ROOM)?.sk, 'a0'.repeat(32));
  seats.forget(kept, ROOM);
  assert.equal(seats.seatIn(kept, ROOM), undefined);
  kept.setItem(`chowk.seat.${ROOM}`, '{"sk":"short"}');
  assert.equal(seats.seatIn(kept, ROOM), undefined);
  kept.setItem(`chowk.seat.${ROOM}`, 'no JSON');
  assert.equal(seats.keptSeats(kept).length, 1);
});

test('a secret that was asked with and not answered is asked with again', () => {
  const kept = store();
  const intent = /** @type {const} */ ({ what: 'create', game: 'chowka', preset: 'pagdi', chairs: 2 });
  const first = seats.secretFor(kept, intent, 1000);
  assert.match(first, /^[0-9a-f]{64}$/);
  assert.equal(seats.secretFor(kept, intent, 2000), first, 'the same room, no ghost beside it');
  assert.notEqual(seats.secretFor(kept, { ...intent, chairs: 4 }, 2000), first, 'another room');
  assert.notEqual(seats.secretFor(kept, intent, 4_000_000), first, 'such a room is gone by now');
  const again = seats.secretFor(kept, intent, 4_000_000);
  seats.answeredTo(kept, again);
  assert.notEqual(seats.secretFor(kept, intent, 4_000_001), again);
  seats.keepSeat(kept, ROOM, { sk: 'a0'.repeat(32), name: 'Asha' });
  assert.equal(seats.secretFor(kept, { what: 'join', code: ROOM }), 'a0'.repeat(32));
  assert.equal(seats.secretFor(kept, { what: 'resume', code: ROOM }), 'a0'.repeat(32));
});

test('a seat moves by a fragment that no server sees', () => {
  const here = store();
  const there = store();
  seats.keepSeat(here, ROOM, { sk: 'a0'.repeat(32), name: 'Asha' });
  const link = seats.moveLink(ROOM, here, 'https://example.org/move');
  assert.equal(link, `https://example.org/move#${ROOM}.${'a0'.repeat(32)}`);
  assert.equal(seats.takeMoved(new URL(String(link)).hash, there), ROOM);
  assert.equal(seats.seatIn(there, ROOM)?.sk, 'a0'.repeat(32));
  assert.equal(seats.moveLink('ABCDEFGH', here, 'x'), undefined);
  for (const wrong of ['', '#', `#${ROOM}`, `#${ROOM}.12`, `#0OIL1234.${'a0'.repeat(32)}`, `#${ROOM}.${'A0'.repeat(32)}`]) {
    assert.equal(seats.takeMoved(wrong, there), undefined, wrong);
  }
});

test('promises and seals are kept, and not for ever', () => {
  const kept = store();
  for (let match = 0; match < 40; match++) {
    seats.keepPromised(kept, `m${match}`, { commit: 'aa'.repeat(32), tip: 'bb'.repeat(32), links: 8 });
    seats.keepSeal(kept, match.toString(16).padStart(64, '0'), match);
  }
  assert.deepEqual([...kept.map.keys()].filter((key) => key.startsWith('chowk.promised.')).length, 24);
  assert.equal(seats.keptSeals(kept).length, 32);
  assert.equal(seats.keptSeals(kept)[0].at, 39);
  seats.keepSeal(kept, '', 50);
  assert.equal(seats.keptSeals(kept).length, 32);
  assert.equal(seats.promisedFor(kept, 'nothing'), undefined);
});

test('a storage that is full stops nothing', () => {
  const full = { ...store(), length: 0, setItem: () => { throw new Error('full'); } };
  seats.keepSeat(full, ROOM, { sk: 'a0'.repeat(32), name: 'Asha' });
  assert.match(seats.secretFor(full, { what: 'join', code: ROOM }), /^[0-9a-f]{64}$/);
});
