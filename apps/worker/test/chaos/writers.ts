import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from './dice.js';
import { aClient, type ChaosStack } from './stack.js';

/** A write with a response: it must be in the database, whatever happened next. */
export interface Promised {
  readonly clientId: number;
  readonly version: number;
  readonly name: string;
  /** When the request was first sent, and when its response came, in milliseconds since the epoch. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

/** Number of writes, and errors in their responses. */
export interface Written {
  readonly promised: Promised[];
  readonly faults: string[];
  /** Requests without a response: a process or its database had stopped. */
  cut: number;
  /** 5xx. */
  refused: number;
  dry: number;
  rejected: number;
  abandoned: number;
  /** Repeats with an Idempotency-Key that got the lost response, or the same response again. */
  replayed: number;
}

interface Client {
  readonly id: number;
  readonly version: number;
  readonly name: string;
}

/** Marks a name that must never be sent. */
export const NEVER = 'never told';

// On a busy machine a program takes up to a minute to start, and may be killed immediately after.
const PATIENCE_MS = 600_000;

/** Integrators that write in parallel to their own clients, and repeat requests without a response under the same Idempotency-Key. */
export class Writers {
  readonly written: Written = {
    ...{ promised: [], faults: [] },
    ...{ cut: 0, refused: 0, dry: 0, rejected: 0, abandoned: 0, replayed: 0 },
  };
  readonly #running: Promise<void>[] = [];
  #stopping = false;

  constructor(
    private readonly stack: ChaosStack,
    private readonly dice: Dice,
    private readonly pauseMs: { readonly least: number; readonly most: number },
  ) {}

  start(count: number): void {
    for (let n = 1; n <= count; n += 1) this.#running.push(this.#write(n));
  }

  /** Resolves when each has a response to its last request. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  async #write(writer: number): Promise<void> {
    const own: Client[] = [];
    for (let n = 1; !this.#stopping; n += 1) {
      const name = `${writer}-${n}`;
      try {
        await this.dice
          .pick([
            { weight: 55, do: () => this.#create(name, own) },
            { weight: 20, do: () => this.#edit(name, own) },
            { weight: 8, do: () => this.#dryRun(name) },
            { weight: 8, do: () => this.#badBatch(name) },
            { weight: 9, do: () => this.#abandon(name) },
          ])
          .do();
      } catch (error) {
        this.written.faults.push(`${name}: ${String(error)}`);
      }
      await sleep(this.dice.between(this.pauseMs.least, this.pauseMs.most));
    }
  }

  async #create(name: string, own: Client[]): Promise<void> {
    const client = await this.#surely('POST', '/v1/clients', aClient(name), `create ${name}`, 201);
    own.push(client);
  }

  async #edit(name: string, own: Client[]): Promise<void> {
    const at = Math.floor(this.dice.next() * own.length);
    const before = own[at];
    if (!before) return;
    const body = { name: `${name} was ${before.name}`.slice(0, 100) };
    own[at] = await this.#surely('PATCH', `/v1/clients/${before.id}`, body, `edit ${name}`, 200);
    if (own[at].version !== before.version + 1) {
      this.written.faults.push(`client ${before.id} went from version ${before.version} to ${own[at].version}`);
    }
  }

  /** Sends until there is a response, and sometimes once more: the response must be the same. */
  async #surely(method: string, path: string, body: object, key: string, status: number): Promise<Client> {
    const askedAt = Date.now();
    const first = await this.#answered(method, path, body, key);
    const answeredAt = Date.now();
    if (first.status !== status) throw new Error(`${method} ${path} answered ${first.status}: ${first.text}`);
    const client = JSON.parse(first.text) as Client;
    const { id, version, name } = client;
    this.written.promised.push({ clientId: id, version, name, askedAt, answeredAt });
    if (first.tries > 1 || this.dice.next() < 0.1) {
      const again = await this.#answered(method, path, body, key);
      if (again.text !== first.text) this.written.faults.push(`a repeat of "${key}" was answered otherwise`);
      if (!again.replayed) this.written.faults.push(`a repeat of "${key}" was done again`);
      this.written.replayed += 1;
    }
    return client;
  }

  async #answered(method: string, path: string, body: object, key: string) {
    const end = Date.now() + PATIENCE_MS;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#try(method, path, body, { 'idempotency-key': key });
      // A request in flight under this key belongs to a dead process, whose lock ends with its connection.
      if (answer && answer.status < 500 && !answer.text.includes('idempotency_in_flight')) return { ...answer, tries };
      if (Date.now() > end) throw new Error(`${method} ${path} had no answer for ${PATIENCE_MS} ms`);
      await sleep(this.dice.between(20, 100));
    }
  }

  async #dryRun(name: string): Promise<void> {
    const answer = await this.#try('POST', '/v1/clients', aClient(`${NEVER} ${name}`), { prefer: 'dry-run' });
    if (answer?.status === 201) this.written.dry += 1;
  }

  /** The first two items are written before the third turns out to repeat an external ID. All are rolled back. */
  async #badBatch(name: string): Promise<void> {
    const items = ['a', 'b', 'a'].map((part) => ({ ...aClient(`${NEVER} ${name}`), externalId: `${name}${part}` }));
    const answer = await this.#try('POST', '/v1/clients/batch', { mode: 'atomic', items }, {});
    if (!answer || answer.status >= 500) return;
    const { created } = JSON.parse(answer.text) as { created?: number };
    if (answer.status !== 207 || created !== 0)
      this.written.faults.push(`a batch with a fault was taken: ${answer.text}`);
    this.written.rejected += 1;
  }

  /** The process ended before the response: only the database knows whether the write was committed. */
  async #abandon(name: string): Promise<void> {
    this.written.abandoned += 1;
    const signal = AbortSignal.timeout(Math.round(this.dice.between(1, 12)));
    await this.#try('POST', '/v1/clients', aClient(`abandoned ${name}`), {}, signal);
  }

  async #try(method: string, path: string, body: object, headers: Record<string, string>, signal?: AbortSignal) {
    try {
      const response = await this.stack.fetch(method, path, body, headers, signal);
      const text = await response.text();
      const { status } = response;
      if (status >= 500) this.written.refused += 1;
      if (status >= 400 && response.headers.get('content-type')?.split(';')[0] !== 'application/problem+json') {
        this.written.faults.push(`${method} ${path} answered ${status} without a problem: ${text}`);
      }
      return { status, text, replayed: response.headers.get('idempotent-replayed') === 'true' };
    } catch {
      if (!signal?.aborted) this.written.cut += 1;
      return undefined;
    }
  }
}
