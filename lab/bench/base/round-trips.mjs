import { connect, createServer } from 'node:net';

/** A response is passed on when the API has sent nothing for this long: what it sends without waiting counts as one wait. */
const HOLD_MS = 60;
const REQUESTS = 8;

/** Counts how often a request waits for PostgreSQL, with a proxy between a second API and the database. */
export class RoundTrips {
  #waits = 0;
  #sockets = new Set();
  #server;
  #api;

  static async start(stack) {
    const trips = new RoundTrips();
    const target = new URL(stack.tcpUrl);
    trips.#server = createServer((client) => trips.#link(client, target));
    await new Promise((resolve) => trips.#server.listen(0, '127.0.0.1', resolve));
    const through = new URL(stack.tcpUrl);
    through.port = String(trips.#server.address().port);
    trips.#api = await stack.startApi({ DATABASE_URL: through.href });
    return trips;
  }

  #link(client, target) {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
    }
    let held = [];
    let timer;
    const pass = () => {
      if (held.length === 0) return;
      this.#waits += 1;
      client.write(Buffer.concat(held));
      held = [];
    };
    const postpone = () => {
      clearTimeout(timer);
      timer = setTimeout(pass, HOLD_MS);
    };
    client.on('data', (piece) => {
      database.write(piece);
      if (held.length > 0) postpone();
    });
    database.on('data', (piece) => {
      held.push(piece);
      postpone();
    });
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
  }

  /**
   * The least waits of one of several equal requests: periodic work of the API, and a slow machine that sends in two pieces, only add some.
   * @param path and @param options of `fetch`, or a function of the number of the request that returns them
   */
  async of(request) {
    const counts = [];
    for (let n = 0; n < REQUESTS; n++) {
      const [path, options] = request(n);
      const before = this.#waits;
      const response = await fetch(`http://127.0.0.1:${this.#api.port}${path}`, options);
      await response.arrayBuffer();
      counts.push(this.#waits - before);
    }
    return Math.min(...counts);
  }

  async stop() {
    await this.#api.end();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
