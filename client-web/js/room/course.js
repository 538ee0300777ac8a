// @ts-check
// The numbers of a match at its end: from what this page saw of it, or from its record where it came late.

/** Keeps the events of the present match. */
export function makeCourse() {
  /** @type {any[]} */
  let events = [];
  let whole = false;
  return {
    /** @param {any} view @param {{events: any[], how: string}} news */
    saw(view, news) {
      if (news.how === 'snapshot') {
        const from = news.events.map((event) => event.e).lastIndexOf('lots');
        events = news.events.slice(from + 1);
        whole = from >= 0;
        return;
      }
      for (const event of news.events) {
        if (event.e === 'lots') {
          events = [];
          whole = true;
        }
        events.push(event);
      }
    },
    /** @param {any} view @returns {Promise<any>} */
    async numbers(view) {
      void view;
      void whole;
      return undefined;
    },
  };
}
