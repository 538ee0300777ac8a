// @ts-check
// The numbers of a match at its end: from what this page saw of it, or from its record where it came late.

import { readLines } from '../core/record.js';
import { Statistics } from '../core/statistics.js';
import { at } from '../place.js';

export function makeCourse() {
  const seen = new Statistics();
  return {
    /** @param {any} view @param {any} news */
    saw(view, news) {
      seen.follow(view, news);
    },
    /**
     * The cards of the ended match in this view.
     * @param {any} view
     */
    async numbers(view) {
      if (seen.whole) return seen.cards();
      try {
        const answer = await fetch(at(view.result.record.replace(/^\//, '')));
        if (!answer.ok) return seen.cards();
        return ofRecord(new Uint8Array(await answer.arrayBuffer()), view.rules);
      } catch {
        return seen.cards();
      }
    },
  };
}

/** @param {Uint8Array} file @param {any} rules */
function ofRecord(file, rules) {
  const counted = new Statistics();
  counted.begin(rules);
  for (const { fields, kind } of readLines(file)) {
    if (!fields || !kind) continue;
    counted.saw(/** @type {any} */ ({ ...fields, e: kind, hits: fields.hit ?? undefined }));
  }
  return counted.cards();
}
