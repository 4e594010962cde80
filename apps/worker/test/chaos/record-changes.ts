import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from './dice.js';
import { aClient, type ChaosStack } from './stack.js';

const LINES = [{ name: 'Consulting', quantity: '2', unitPrice: '450.00', taxCategory: 'S', taxRate: '20' }];

/** After a request without a response, so that a stopped program does not keep the lanes busy. */
const PAUSE_MS = 50;

type ChangeKind = 'created' | 'edited' | 'deleted' | 'drafted' | 'withdrawn' | 'quoted' | 'paid' | 'credited';

interface MadeRecord {
  readonly id: number;
}

/**
 * Creates, changes and deletes records of all kinds at a rate. A request without a response may have been committed: only the database knows.
 */
export class RecordChanges {
  /** Changes with a response. */
  readonly done: Record<ChangeKind, number> = {
    ...{ created: 0, edited: 0, deleted: 0, drafted: 0 },
    ...{ withdrawn: 0, quoted: 0, paid: 0, credited: 0 },
  };
  /** Responses that are neither successful nor a failure of the server. */
  readonly rejected: string[] = [];
  private readonly lanes: Promise<void>[] = [];
  private isStopping = false;

  /** @param ids clients that can be edited and deleted */
  constructor(
    private readonly stack: ChaosStack,
    private readonly dice: Dice,
    private readonly ids: number[],
  ) {}

  /** @param perSecond changes of all lanes together, if the programs keep up */
  start(perSecond: number, lanes: number): void {
    for (let n = 0; n < lanes; n += 1) this.lanes.push(this.lane((lanes * 1_000) / perSecond));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.lanes);
  }

  private async lane(everyMs: number): Promise<void> {
    for (let next = Date.now() + this.dice.between(0, everyMs); !this.isStopping; next += everyMs) {
      await sleep(Math.max(0, next - Date.now()));
      const { kind, change } = this.dice.pick(this.kinds);
      // What waited for a killed program is not made up for.
      if (await change()) this.done[kind] += 1;
      else next = Date.now() + PAUSE_MS;
    }
  }

  private readonly kinds: readonly { weight: number; kind: ChangeKind; change: () => Promise<unknown> }[] = [
    { weight: 56, kind: 'edited', change: () => this.edit() },
    { weight: 12, kind: 'created', change: () => this.create() },
    { weight: 10, kind: 'deleted', change: () => this.send('DELETE', `/v1/clients/${this.take()}`) },
    { weight: 6, kind: 'drafted', change: () => this.draft() },
    { weight: 4, kind: 'withdrawn', change: () => this.withdraw() },
    { weight: 4, kind: 'quoted', change: () => this.document('/v1/quotes') },
    { weight: 4, kind: 'paid', change: () => this.pay() },
    { weight: 4, kind: 'credited', change: () => this.credit() },
  ];

  private edit(): Promise<unknown> {
    return this.send('PATCH', `/v1/clients/${this.any()}`, { name: `Atelier ${Math.floor(this.dice.next() * 1e6)}` });
  }

  private async create(): Promise<unknown> {
    const made = await this.client();
    if (made) this.ids.push(made.id);
    return made;
  }

  /** Documents have clients that are never deleted, because one with documents cannot be. */
  private client(): Promise<MadeRecord | undefined> {
    const body = {
      ...aClient('Atelier Lumen'),
      billingAddress: { line1: '8 rue des Tilleuls', city: 'Lyon', country: 'FR' },
    };
    return this.send('POST', '/v1/clients', body);
  }

  private async document(path: string): Promise<MadeRecord | undefined> {
    const client = await this.client();
    return client && this.send('POST', path, { clientId: client.id, currency: 'EUR', lines: LINES });
  }

  private draft(): Promise<MadeRecord | undefined> {
    return this.document('/v1/invoices');
  }

  private async withdraw(): Promise<unknown> {
    const made = await this.draft();
    return made && this.send('DELETE', `/v1/invoices/${made.id}`);
  }

  private async sent() {
    const made = await this.draft();
    return made && this.send<MadeRecord & { clientId: number }>('POST', `/v1/invoices/${made.id}/send`);
  }

  private async pay(): Promise<unknown> {
    const invoice = await this.sent();
    if (!invoice) return undefined;
    const allocations = [{ invoiceId: invoice.id, amount: '80.00' }];
    const body = { clientId: invoice.clientId, currency: 'EUR', amount: '80.00', date: '2026-11-21', allocations };
    return this.send('POST', '/v1/payments', body);
  }

  private async credit(): Promise<unknown> {
    const invoice = await this.sent();
    return invoice && this.send('POST', '/v1/credit-notes', { invoiceId: invoice.id, reason: { code: 'Return' } });
  }

  /** @returns undefined if it is not known to be done */
  private async send<T extends MadeRecord>(method: string, path: string, body?: object): Promise<T | undefined> {
    try {
      const response = await this.stack.fetch(method, path, body ?? (method === 'POST' ? {} : undefined));
      const text = await response.text();
      if (response.ok) return (text === '' ? { id: 0 } : JSON.parse(text)) as T;
      if (response.status < 500) this.rejected.push(`${method} ${path} answered ${response.status}: ${text}`);
    } catch {
      // Its program was killed.
    }
    return undefined;
  }

  private any(): number | undefined {
    return this.ids[Math.floor(this.dice.next() * this.ids.length)];
  }

  private take(): number | undefined {
    return this.ids.splice(Math.floor(this.dice.next() * this.ids.length), 1)[0];
  }
}
