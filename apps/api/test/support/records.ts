import type { ClientView } from '@billhook/contract/invoicing/client';
import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { EventResource } from '@billhook/domain/shared/event-types';
import type { Answer, TestApi } from './api.js';
import { clientBody, invoiceBody } from './bodies.js';
import type { Caller } from './world.js';

export interface Of {
  /** The client of the document; default: a new client. */
  readonly clientId?: number;
  readonly [member: string]: unknown;
}

/** Creates records through the API, as an integration does; any error ends the test. */
export class Records {
  constructor(private readonly by: Caller) {}

  async client(body: object = {}): Promise<ClientView> {
    return this.made('/v1/clients', { ...clientBody, ...body });
  }

  async draft(body: Of = {}): Promise<InvoiceView> {
    return this.made('/v1/invoices', { ...invoiceBody(await this.clientOf(body)), ...body });
  }

  /** An issued invoice of 1080.00 EUR unless the body says otherwise. */
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

  /** A numbered quote. */
  async sentQuote(body: Of = {}): Promise<QuoteView> {
    return this.made(`/v1/quotes/${(await this.quote(body)).id}/send`, undefined);
  }

  /** A quote that the client has accepted. */
  async accepted(body: Of = {}, acceptance: object = {}): Promise<QuoteView> {
    const { id } = await this.sentQuote(body);
    return this.made(`/v1/quotes/${id}/accept`, { by: 'Jeanne Lumen', ...acceptance });
  }

  /** The draft of an invoice for a part of a quote. */
  async convert(quote: { readonly id: number }, body: object): Promise<InvoiceView> {
    return this.made(`/v1/quotes/${quote.id}/convert`, body);
  }

  /** A credit note, for all that remains unless the body has lines. */
  async credit(invoice: { readonly id: number }, body: object = {}): Promise<CreditNoteView> {
    return this.made('/v1/credit-notes', { invoiceId: invoice.id, reason: { code: 'Return' }, ...body });
  }

  /** A refund: of the client's credit, unless it is allocated to invoices. */
  async refund(
    of: Pick<InvoiceView, 'clientId' | 'currency'>,
    amount: string,
    allocations: readonly { invoiceId: number; amount: string }[] = [],
  ): Promise<PaymentView> {
    const { clientId, currency } = of;
    const body = { kind: 'Refund', clientId, currency, amount, date: '2026-11-21', allocations };
    return this.made('/v1/payments', body);
  }

  /** The record that a POST creates. */
  async act<T = InvoiceView>(path: string, body?: object): Promise<T> {
    return this.made(path, body);
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

/** The types of the events of one record, oldest first. */
export async function eventTypes(api: TestApi, resource: EventResource, id: number): Promise<string[]> {
  return (await eventsOf(api, resource, id)).map((event) => event.type);
}
