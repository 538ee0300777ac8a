// The cable between a browser and the server: it can be cut, stay dead without a word, and be mended.

import { connect, createServer } from 'node:net';

import { ended, opened } from './opened.mjs';

export class Cable {
  /** @type {Set<import('node:net').Socket>} */
  #ends = new Set();
  #whole = true;
  #silent = false;
  #server = createServer((near) => this.#join(near));
  #port = 0;

  constructor(to) {
    this.to = to;
    opened(this);
  }

  /** A cable to this port. @param {number} to */
  static async to(to) {
    const cable = new Cable(to);
    await new Promise((resolve) => cable.#server.listen(0, '127.0.0.1', () => resolve(undefined)));
    cable.#port = /** @type {import('node:net').AddressInfo} */ (cable.#server.address()).port;
    return cable;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  #join(near) {
    if (!this.#whole) return void near.destroy();
    const far = connect(this.to, '127.0.0.1');
    for (const [from, to] of [[near, far], [far, near]]) {
      this.#ends.add(from);
      from.on('data', (bytes) => {
        if (!this.#silent) to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#ends.delete(from);
        to.destroy();
      });
    }
  }

  /** All connections break, and none is made. */
  cut() {
    this.#whole = false;
    for (const end of this.#ends) end.destroy();
  }

  /** Nothing arrives any more, and nobody is told: a tunnel. */
  silence() {
    this.#silent = true;
  }

  /** It works again; what was dead stays dead. */
  mend() {
    const dead = this.#silent;
    this.#silent = false;
    this.#whole = true;
    if (dead) for (const end of this.#ends) end.destroy();
  }

  async end() {
    ended(this);
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
