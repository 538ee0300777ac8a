// @ts-check
// Where the server is: the page may lie below any path of a proxy, and its own address tells which.

/** The server's address, with a slash at its end. Files lie three levels below it: `page/CONTENT/js/place.js`. */
export const root = new URL('../../../', import.meta.url);

/**
 * An address at the server: `at('api/v1/info')`, `at('r/7Q4KM2XD')`.
 * @param {string} path Without a slash before it.
 */
export function at(path) {
  return new URL(path, root);
}

/** The address of the socket. */
export function socket() {
  const url = at('ws');
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/**
 * The path of an address as the router knows it, beginning with a slash; undefined if it is not this server's.
 * @param {URL | Location} url
 */
export function pathOf(url) {
  const here = url.origin === root.origin && url.pathname.startsWith(root.pathname);
  return here ? '/' + url.pathname.slice(root.pathname.length) : undefined;
}
