// @ts-check
// The codes with which a socket ends, and whether to come back after each (protocol, "Close codes").

/** What a close code means, by number.
 * @type {Readonly<Record<number, {code: string, back: boolean, text: string}>>} */
export const CLOSES = {
  1000: { code: 'bye', back: false, text: 'Goodbye.' },
  1008: { code: 'flood', back: false, text: 'This client floods, sends rubbish or never said hello.' },
  1009: { code: 'too_big', back: false, text: 'A message may have 8192 bytes at most.' },
  1011: {
    code: 'room_failed',
    back: false,
    text: 'This room has failed and is kept for the operator to look at; other rooms go on.',
  },
  1012: { code: 'restart', back: true, text: 'The server restarts; your seat is kept.' },
  1013: { code: 'too_slow', back: true, text: 'This client reads too slowly; come back and catch up.' },
  4001: { code: 'taken_over', back: false, text: 'Your seat is played from another window or device now.' },
  4002: { code: 'room_gone', back: false, text: 'This room has ended.' },
  4003: { code: 'version_not_spoken', back: false, text: 'This server speaks version 1 of the protocol only.' },
};

/** What older servers say in sentences only: the codes of refusals.
 * @type {Readonly<Record<string, string>>} */
const BECAUSE = {
  'The operator has closed this connection.': 'kicked',
  'The operator has closed this server to your address.': 'banned',
  'The host has asked you to leave this table.': 'removed',
};

/** Why a socket ended, as a stable code: `why` is the one that a `bye` names, if it names one.
 * @param {number} close
 * @param {string | undefined} text
 * @param {string} [why]
 * @returns {string} */
export const codeOf = (close, text, why) => why ?? BECAUSE[text ?? ''] ?? CLOSES[close]?.code ?? String(close);

/** Whether a socket that ended with this code is final; one that just broke is not.
 * @param {number | undefined} close */
export const isFinal = (close) => close !== undefined && CLOSES[close]?.back === false;
