/** The receivers of a measurement, from outside: `urls` are one a receiver. */
export class Receivers {
  #child;
  #next = 0;
  #waiting = new Map();

  static async start(stack, count) {
    const receivers = new Receivers();
    receivers.#child = stack.fork('tools/bench/delivery/receiver.mjs');
    receivers.#child.on('message', ({ id, answer }) => {
      receivers.#waiting.get(id)(answer);
      receivers.#waiting.delete(id);
    });
    const ports = await receivers.#ask('listen', { count });
    receivers.urls = ports.map((port) => `http://127.0.0.1:${port}/`);
    return receivers;
  }

  #ask(command, given = {}) {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, command, ...given });
    });
  }

  /** What each does: `{ kind: 'answer' }`, `{ kind: 'wait', ms }` or `{ kind: 'hang' }`. All answer at once unless told otherwise. */
  behave(of = () => undefined) {
    return this.#ask('behave', { behaviours: this.urls.map((_, index) => of(index) ?? { kind: 'answer' }) });
  }

  /** Forgets what came. @param names whether to keep, with each request, who received it and which record it names */
  reset({ names = false } = {}) {
    return this.#ask('reset', { names });
  }

  count() {
    return this.#ask('count');
  }

  /** When the first byte of each request came, in ms since 1970; with names `[at, receiver, name]`. */
  arrivals() {
    return this.#ask('arrivals');
  }

  /** Breaks off what hangs. */
  release() {
    return this.#ask('release');
  }
}
