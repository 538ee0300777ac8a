// @ts-check
// What a client says, and when: it enters, sends its commands one by one, waits where it was asked to, and asks whether
// anybody is there.

import { token } from '../fair.js';
import { linkForThrow, newChain, reveal } from './envelope/chain.js';
import { encode } from './wish.js';

/** @typedef {import('../client.js').Client} Client */
/** @typedef {import('./wish.js').Asked} Asked */

/** After so many milliseconds without a word from the server it is asked whether anybody is there. */
const QUIET_MS = 10_000;
/** A socket on which nothing answers for so many milliseconds is dead. */
const DEAD_MS = 8_000;
/** A tick that comes so much later than it was due means that this page slept, not that the server was silent. */
const SLEPT_MS = 4_000;
/** A throw that leaves this long before its deadline, in milliseconds, must have come in time. */
const IN_TIME_MS = 1_000;
/** An epoch that no room has: the answer to it is a whole view. */
const NO_EPOCH = '0000000000000000';

/** When the heartbeat is due.
 * @param {Client} client */
const heartbeat = (client) =>
  client.pinged === undefined ? client.lastHeard + QUIET_MS : client.pinged + client.patienceMs;

/** When `tick` is to be called.
 * @param {Client} client
 * @returns {number | undefined} */
export function due(client) {
  if (client.line === 'down' || client.line === 'ended') return undefined;
  const moments = [heartbeat(client), client.enterAt, client.outbox.flight?.holdUntil];
  return Math.min(...moments.filter((moment) => moment !== undefined));
}

/** Time has come.
 * @param {Client} client */
export function tick(client) {
  const { now, outbox } = client;
  const late = now - heartbeat(client);
  if (late >= 0) {
    if (client.pinged !== undefined && late < SLEPT_MS) {
      // Nobody answers: a socket that is half open would stay so for ever.
      client.pinged = undefined;
      client.lastHeard = now;
      client.out.push({ do: 'hang_up' });
      return;
    }
    client.wake(now, DEAD_MS);
  }
  if (client.enterAt !== undefined && client.enterAt <= now) enter(client);
  const flight = outbox.flight;
  if (flight?.holdUntil !== undefined && flight.holdUntil <= now) {
    flight.holdUntil = undefined;
    flight.onThisSocket = false;
  }
  pump(client);
}

/** The first frame of a socket: hello, with the seat if one is held.
 * @param {Client} client */
export function greet(client) {
  const { settings, room, code, chair } = client;
  const { intent } = settings;
  const held = room !== undefined && chair !== undefined;
  client.resuming = code !== undefined && (held || intent.what === 'resume');
  client.line = 'greeted';
  client.enterAt = undefined;
  client.send({
    t: 'hello',
    protocols: [1],
    kind: settings.kind,
    client: settings.program,
    cid: settings.cid,
    ...(client.resuming && {
      resume: { room: code, token: token(settings.sk), epoch: room?.epoch ?? NO_EPOCH, v: room?.v ?? 0 },
    }),
    ...(settings.password !== undefined && { password: settings.password }),
  });
}

/** Asks for the room. The same token finds the same room and seat again, so that a lost answer leaves no ghost.
 * @param {Client} client */
export function enter(client) {
  const { intent, name, sk } = client.settings;
  client.line = 'entering';
  client.enterAt = undefined;
  if (intent.what === 'watch') {
    client.send({ t: 'watch', code: intent.code, ...(name && { name }) });
    return;
  }
  const who = { token: token(sk), name };
  if (client.code !== undefined) {
    const chair = intent.what === 'join' ? intent.chair : undefined;
    client.send({ t: 'join', code: client.code, ...who, ...(chair !== undefined && { chair }) });
  } else if (intent.what === 'create') {
    const { what, bestOf, ...wanted } = intent;
    client.send({ t: 'create', ...who, ...wanted, ...(bestOf && bestOf > 1 && { best_of: bestOf }) });
  } else if (intent.what === 'quick') {
    const { what, ...wanted } = intent;
    client.send({ t: 'quick', ...who, ...wanted });
  }
}

/** Sends what may be sent: what was on its way when a socket broke first, as it was; then the next command.
 * @param {Client} client */
export function pump(client) {
  const { outbox } = client;
  while (client.isFresh()) {
    const flight = outbox.flight;
    if (flight) {
      if (flight.onThisSocket || flight.holdUntil !== undefined) return;
      flight.onThisSocket = true;
      flight.resent += 1;
      client.out.push({ do: 'send', text: flight.text });
      return;
    }
    const wish = outbox.waiting[0];
    if (!wish) return;
    const links = linksFor(client, wish);
    if (links === 'lost') {
      outbox.push({ t: 'no_chain' }, true);
    } else if (links === 'unsealed') {
      outbox.waiting.shift();
      client.tell({ what: 'refused', wish, code: 'not_now', text: 'Nothing is sealed yet: the table is not full.' });
    } else {
      const text = encode(wish, outbox.nextN(), links);
      outbox.takeOff(text, client.now, links.link !== undefined && wish.t === 'throw' && isEarly(client));
      client.out.push({ do: 'send', text });
    }
  }
}

/** What the seat's chain adds to this command.
 * @param {Client} client
 * @param {Asked} wish
 * @returns {import('./wish.js').Links | 'lost' | 'unsealed'} */
function linksFor(client, wish) {
  const { envelope, chair, settings } = client;
  switch (wish.t) {
    case 'no_chain':
      if (envelope) envelope.noChainSaid = true;
      return {};
    case 'ready': {
      if (!envelope) return 'unsealed';
      const made = newChain(envelope, settings.sk, settings.links);
      client.out.push({ do: 'keep', match: envelope.match, promised: { commit: envelope.commit, ...made } });
      return made;
    }
    case 'reveal': {
      const link = envelope && chair !== undefined ? reveal(envelope, settings.sk, chair) : undefined;
      return link ? { link } : 'unsealed';
    }
    case 'throw': {
      const link = envelope && chair !== undefined ? linkForThrow(envelope, settings.sk, chair) : undefined;
      return link === 'lost' ? 'lost' : link ? { link } : {};
    }
    default:
      return {};
  }
}

/** Whether a throw that leaves now must come before its deadline.
 * @param {Client} client */
function isEarly(client) {
  const deadline = client.room?.view.turn?.deadline;
  if (typeof deadline !== 'number') return true;
  const tick = client.tickAt(client.now);
  return tick !== undefined && tick + IN_TIME_MS <= deadline;
}
