import type { ClientView } from '@billhook/contract/client';
import type { InvoiceView } from '@billhook/contract/invoice';
import type { PaymentView } from '@billhook/contract/payment';
import type { QuoteView } from '@billhook/contract/quote';
import type { EventResource } from '@billhook/domain/events';
import type { Answer, TestApi } from './api.js';
import { clientBody, invoiceBody } from './bodies.js';
import type { Caller } from './world.js';

interface Of {
  /** Whose document it is; otherwise it gets a client of its own. */
  readonly clientId?: number;
  readonly [member: string]: unknown;
}

/** Makes records through the API, as an integration does; whatever it refuses ends the test. */
export class Records {
  constructor(private readonly by: Caller) {}

  async client(body: object = {}): Promise<ClientView> {
    return this.made('/v1/clients', { ...clientBody, ...body });
  }

  async draft(body: Of = {}): Promise<InvoiceView> {
    return this.made('/v1/invoices', { ...invoiceBody(await this.clientOf(body)), ...body });
  }

  /** An issued invoice, over 1080.00 EUR unless the body says otherwise. */
  async sent(body: Of = {}): Promise<InvoiceView> {
    return this.send(await this.draft(body));
  }

  async send(invoice: { readonly id: number }): Promise<InvoiceView> {
    return this.made(`/v1/invoices/${invoice.id}/send`, undefined);
  }

  /** A payment of one invoice. */
  async paid(invoice: InvoiceView, amount = invoice.balance): Promise<PaymentView> {
    return this.payment(invoice, amount, [{ invoiceId: invoice.id, amount }]);
  }

  async payment(
    of: Pick<InvoiceView, 'clientId' | 'currency'>,
    amount: string,
    allocations: readonly { invoiceId: number; amount: string }[] = [],
  ): Promise<PaymentView> {
    const { clientId, currency } = of;
    return this.made('/v1/payments', { clientId, currency, amount, date: '2026-11-21', allocations });
  }

  async quote(body: Of = {}): Promise<QuoteView> {
    return this.made('/v1/quotes', { ...invoiceBody(await this.clientOf(body)), ...body });
  }

  async get<T>(path: string): Promise<T> {
    return checked(await this.by.call<T>('GET', path)).body;
  }

  async invoice(id: number): Promise<InvoiceView> {
    return this.get(`/v1/invoices/${id}`);
  }

  private async clientOf({ clientId }: Of): Promise<number> {
    return clientId ?? (await this.client()).id;
  }

  private async made<T>(path: string, body: object | undefined): Promise<T> {
    return checked(await this.by.call<T>('POST', path, { body })).body;
  }
}

function checked<T>(answer: Answer<T>): Answer<T> {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}

/** The events of one record, oldest first. */
export async function eventsOf(api: TestApi, resource: EventResource, id: number) {
  return (await api.events()).filter((event) => event.type.startsWith(`${resource}.`) && event.data['id'] === id);
}

/** What the events of one record were, oldest first. */
export async function eventTypes(api: TestApi, resource: EventResource, id: number): Promise<string[]> {
  return (await eventsOf(api, resource, id)).map((event) => event.type);
}
