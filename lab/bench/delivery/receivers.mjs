/** Controls the receivers of a measurement; `urls` has one per receiver. */
export class Receivers {
  #child;
  #next = 0;
  #waiting = new Map();

  static async start(stack, count) {
    const receivers = new Receivers();
    receivers.#child = stack.fork('lab/bench/delivery/receiver.mjs');
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

  /** The treatment by receiver: `{ kind: 'answer' }`, `{ kind: 'wait', ms }` or `{ kind: 'hang' }`. Default: all respond immediately. */
  behave(of = () => undefined) {
    return this.#ask('behave', { behaviours: this.urls.map((_, index) => of(index) ?? { kind: 'answer' }) });
  }

  /** Clears the recorded requests. @param names whether to record the receiver and the record name of each request */
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

  /** Ends hanging requests. */
  release() {
    return this.#ask('release');
  }
}
