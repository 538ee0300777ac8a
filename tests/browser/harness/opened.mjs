// What tests have opened: a test that fails ends nothing of its own, and its file must end all the same.

/** @type {Set<{end: () => unknown}>} */
const open = new Set();

/** @template {{end: () => unknown}} T @param {T} thing */
export function opened(thing) {
  open.add(thing);
  return thing;
}

/** @param {{end: () => unknown}} thing */
export const ended = (thing) => open.delete(thing);

export const endAll = () => Promise.allSettled([...open].map((thing) => thing.end()));
