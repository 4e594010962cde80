import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SERIES, SERIES_KINDS } from '@billhook/domain/invoicing/series';
import { withClient } from '@billhook/testing/test-server';
import type { ChaosStack } from './stack.js';

interface Invoice {
  readonly id: number;
  readonly clientId: number;
  readonly currency: string;
  readonly balance: string;
}

const SELLER = { line1: '21 rue de la Fonderie', postalCode: '59000', city: 'Lille', country: 'FR' };
const BUYER = { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' };
const LINE = { name: 'Consulting', quantity: '2', unitPrice: '450.00', taxCategory: 'S', taxRate: '20' };

const SERIES = `
INSERT INTO number_series (company_id, kind, code, pattern, reset, start, version, created_at, updated_at)
SELECT id, $1, $2, $3, $4, 1, 1, now(), now() FROM companies`;

const TAX_RATE = `
INSERT INTO tax_rates (company_id, name, tax_rate, status, version, created_at, updated_at)
SELECT id, 'VAT 20 %', 20, 'Active', 1, now(), now() FROM companies`;

/** An integration that issues invoices, which are paid in part, paid, or credited in turn. Any error ends it. */
export class BooksWriter {
  #stopping = false;
  #running: Promise<void> = Promise.resolve();
  invoices = 0;

  constructor(private readonly stack: ChaosStack) {}

  async start(): Promise<void> {
    await withClient(this.stack.databaseUrl, async (client) => {
      await client.query(`UPDATE companies SET address = $1, vat_number = 'FR83404833048'`, [JSON.stringify(SELLER)]);
      for (const kind of SERIES_KINDS) {
        const { code, pattern, reset } = DEFAULT_SERIES[kind];
        await client.query(SERIES, [kind, code, pattern, reset]);
      }
      await client.query(TAX_RATE);
    });
    const body = { kind: 'Business', name: 'Atelier Lumen', vatNumber: 'FR40303265045', billingAddress: BUYER };
    const { id } = await this.stack.call<{ id: number }>('POST', '/v1/clients', body);
    this.#running = this.#write(id);
    // It is the error of `stop` as well.
    this.#running.catch(() => undefined);
  }

  /** Resolves when the last request has its response. @throws its error */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #write(clientId: number): Promise<void> {
    while (!this.#stopping) {
      const draft = { clientId, currency: 'EUR', lines: [LINE] };
      const { id } = await this.stack.call<Invoice>('POST', '/v1/invoices', draft);
      const invoice = await this.stack.call<Invoice>('POST', `/v1/invoices/${id}/send`);
      this.invoices += 1;
      const next = this.invoices % 4;
      if (next === 1) await this.#pay(invoice, '100.00');
      if (next === 2) await this.#pay(invoice, invoice.balance);
      if (next === 3) {
        await this.stack.call('POST', '/v1/credit-notes', { invoiceId: invoice.id, reason: { code: 'Return' } });
      }
      await sleep(20);
    }
  }

  #pay({ id, clientId, currency }: Invoice, amount: string): Promise<unknown> {
    const date = new Date().toISOString().slice(0, 10);
    const allocations = [{ invoiceId: id, amount }];
    return this.stack.call('POST', '/v1/payments', { clientId, currency, amount, date, allocations });
  }
}
