// @ts-check
// JSON Merge Patch (RFC 7396): the next view from the last one, which stays as it was and lends what did not change.

/** @typedef {Record<string, unknown>} Json */

/** @param {unknown} value
 * @returns {value is Json} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value after the patch. Neither argument is written to.
 * @param {unknown} value
 * @param {unknown} patch
 * @returns {unknown} */
export function patched(value, patch) {
  if (!isObject(patch)) return patch;
  /** @type {Json} */
  const next = Object.create(null);
  if (isObject(value)) for (const key of Object.keys(value)) next[key] = value[key];
  for (const key of Object.keys(patch)) {
    if (patch[key] === null) delete next[key];
    else next[key] = patched(next[key], patch[key]);
  }
  return plain(next);
}

/** The same members in an ordinary object; a key such as `__proto__` stays a key.
 * @param {Json} members
 * @returns {Json} */
function plain(members) {
  return Object.fromEntries(Object.entries(members));
}
