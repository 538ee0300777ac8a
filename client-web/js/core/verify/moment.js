// @ts-check
// Moments as records tell them: RFC 3339 in UTC, with or without a fraction of a second, compared to the nanosecond.

/** @typedef {{second: number, nano: number}} Moment */

const FORM = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|\+00:00)$/;

/** The moment of a text; undefined for what is no moment in UTC since 1970.
 * @param {string} text
 * @returns {Moment | undefined} */
export function momentOf(text) {
  const found = FORM.exec(text);
  if (!found) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number);
  // A leap second is a second of the next minute here.
  if (year < 1970 || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (day < 1 || date.getUTCMonth() !== month - 1) return undefined;
  const nano = Number((found[7] ?? '').slice(0, 9).padEnd(9, '0'));
  return { second: date.getTime() / 1000 + hour * 3600 + minute * 60 + second, nano };
}

/** Whether `a` is earlier than `b`.
 * @param {Moment} a
 * @param {Moment} b */
export const isBefore = (a, b) => a.second < b.second || (a.second === b.second && a.nano < b.nano);
