import { ClientSnapshot, type ClientView } from './client.js';
import type { CreditNoteView } from './credit-note.js';
import type { InvoiceView } from './invoice.js';
import type { PaymentView } from './payment.js';
import type { QuoteView } from './quote.js';
import { availableActions, invoiceStatus, type InvoiceFacts } from '@billhook/domain/invoice';
import { availableQuoteActions, type QuoteFacts } from '@billhook/domain/quote';

/*
 * The records of the example messages: one client, one invoice over its life, a quote, a payment. They are typed as the views
 * of the contract, and the status is derived by the domain, so the examples can not drift from what the API answers.
 */

export const exampleClient: ClientView = {
  id: 17,
  externalId: 'crm-1029',
  status: 'Active',
  kind: 'Business',
  name: 'Atelier Lumen SARL',
  tradingName: null,
  firstName: null,
  lastName: null,
  email: 'compta@atelier-lumen.example',
  phone: null,
  contacts: [],
  billingAddress: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
  deliveryAddress: null,
  legalId: null,
  vatNumber: 'FR40303265045',
  electronicAddress: null,
  buyerReference: null,
  currency: 'EUR',
  locale: 'fr',
  paymentTerms: { days: 30, endOfMonth: false },
  notes: null,
  customFields: {},
  balances: [],
  version: 1,
  createdAt: '2026-11-02T08:12:40.118Z',
  updatedAt: '2026-11-02T08:12:40.118Z',
};

const document = {
  currency: 'EUR',
  pricesIncludeTax: false,
  lines: [
    {
      id: 91,
      name: 'Consulting',
      description: null,
      quantity: '2',
      unit: 'DAY',
      unitPrice: '450.00',
      priceBaseQuantity: '1',
      discount: null,
      allowances: [],
      charges: [],
      taxCategory: 'S',
      taxRate: '20',
      exemptionReason: null,
      servicePeriod: null,
      sellerItemId: null,
      buyerItemId: null,
      customFields: {},
      net: '900.00',
      tax: '180.00',
      gross: '1080.00',
    },
  ],
  allowances: [],
  charges: [],
  roundingIncrement: null,
  taxBreakdown: [{ category: 'S', rate: '20', taxable: '900.00', tax: '180.00', exemptionReason: null }],
  series: 'default',
  purchaseOrder: null,
  buyerReference: null,
  contract: null,
  project: null,
  notes: [],
  terms: null,
  paymentMeans: null,
  locale: null,
  customFields: {},
} satisfies Partial<InvoiceView>;

const totals = {
  lineNet: '900.00',
  allowances: '0.00',
  charges: '0.00',
  net: '900.00',
  tax: '180.00',
  gross: '1080.00',
  rounding: '0.00',
  due: '1080.00',
};

const CREATED = '2026-11-21T09:30:00.000Z';
const SENT = '2026-11-21T09:42:10.507Z';
const OVERDUE = '2026-12-21T23:15:00.402Z';
const PAID = '2026-12-04T14:03:55.261Z';
const REJECTED = '2026-11-24T16:20:31.940Z';

/** What of an invoice's life an example shows; the rest follows. */
interface Life {
  readonly sent?: boolean;
  readonly amountPaid?: string;
  readonly balance?: string;
  readonly overdue?: boolean;
  readonly rejected?: boolean;
  readonly version: number;
  readonly updatedAt: string;
}

/** The example invoice at a point of its life. */
export function exampleInvoice(life: Life): InvoiceView {
  const amountPaid = life.amountPaid ?? '0.00';
  const balance = life.balance ?? totals.due;
  const facts: InvoiceFacts = {
    issuedAt: life.sent ? new Date(SENT) : null,
    rejectedAt: life.rejected ? new Date(REJECTED) : null,
    voidedAt: null,
    overdueSince: life.overdue ? new Date(OVERDUE) : null,
    payable: totals.due,
    amountPaid,
    amountCredited: '0.00',
  };
  const status = invoiceStatus(facts);
  const from = !life.sent ? null : status === 'Sent' ? 'Draft' : 'Sent';
  return {
    id: 42,
    number: life.sent ? 'INV-2026-00042' : null,
    type: 'Invoice',
    status,
    clientId: exampleClient.id,
    externalId: null,
    issueDate: '2026-11-21',
    dueDate: '2026-12-21',
    supplyDate: null,
    servicePeriod: null,
    ...document,
    totals,
    amountPaid,
    amountCredited: '0.00',
    balance,
    seller: life.sent ? seller : null,
    client: life.sent ? ClientSnapshot.parse(exampleClient) : null,
    rejection: life.rejected
      ? { code: 'WrongAmount', text: 'The second day was not agreed.', by: 'Camille Roux', at: REJECTED }
      : null,
    lastTransition: { from, to: status, at: life.updatedAt, by: 'Camille Roux', reason: null },
    availableActions: availableActions(facts),
    creditNoteIds: [],
    quoteId: null,
    publicUrl: life.sent ? 'https://billing.example/d/#3kTn9Qa1vX7cLw2bRz8mYs4dHf6gJp0e' : null,
    delivery: null,
    viewedAt: null,
    issuedAt: life.sent ? SENT : null,
    sentAt: life.sent ? SENT : null,
    paidAt: status === 'Paid' ? PAID : null,
    overdueSince: life.overdue ? OVERDUE : null,
    rejectedAt: life.rejected ? REJECTED : null,
    voidedAt: null,
    version: life.version,
    createdAt: CREATED,
    updatedAt: life.updatedAt,
  };
}

const seller = {
  id: 1,
  name: 'Studio Nord SAS',
  timeZone: 'Europe/Paris',
  currency: 'EUR',
  address: { line1: '5 quai de la Loire', postalCode: '75019', city: 'Paris', country: 'FR' },
  legalId: null,
  vatNumber: 'FR83404833048',
  email: 'factures@studio-nord.example',
  phone: null,
  website: null,
  legalNotice: null,
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPP',
} satisfies InvoiceView['seller'];

export const invoiceLife = {
  draft: exampleInvoice({ version: 1, updatedAt: CREATED }),
  edited: { ...exampleInvoice({ version: 2, updatedAt: '2026-11-21T09:35:02.114Z' }), purchaseOrder: 'PO-7781' },
  sent: exampleInvoice({ sent: true, version: 2, updatedAt: SENT }),
  partial: exampleInvoice({ sent: true, amountPaid: '500.00', balance: '580.00', version: 3, updatedAt: PAID }),
  paid: exampleInvoice({ sent: true, amountPaid: '1080.00', balance: '0.00', version: 3, updatedAt: PAID }),
  overdue: exampleInvoice({ sent: true, overdue: true, version: 3, updatedAt: OVERDUE }),
  rejected: exampleInvoice({ sent: true, rejected: true, version: 3, updatedAt: REJECTED }),
};

const draftFacts: QuoteFacts = {
  sentAt: null,
  acceptedAt: null,
  declinedAt: null,
  supersededAt: null,
  expiryDate: '2026-12-31',
  today: '2026-11-18',
  revised: false,
  gross: totals.gross,
  invoicedTotal: '0.00',
  invoices: 0,
};

export const exampleQuote: QuoteView = {
  id: 8,
  number: null,
  status: 'Draft',
  revision: 1,
  previousRevisionId: null,
  nextRevisionId: null,
  clientId: exampleClient.id,
  externalId: null,
  title: 'Spring campaign',
  issueDate: '2026-11-18',
  expiryDate: '2026-12-31',
  ...document,
  totals,
  seller: null,
  client: null,
  acceptance: null,
  decline: null,
  invoiceIds: [],
  invoicedTotal: '0.00',
  remaining: totals.gross,
  availableActions: availableQuoteActions(draftFacts),
  publicUrl: null,
  delivery: null,
  viewedAt: null,
  sentAt: null,
  acceptedAt: null,
  declinedAt: null,
  version: 1,
  createdAt: '2026-11-18T10:04:12.730Z',
  updatedAt: '2026-11-18T10:04:12.730Z',
};

const QUOTE_SENT = '2026-11-18T10:31:45.006Z';

export const exampleSentQuote: QuoteView = {
  ...exampleQuote,
  number: 'QUO-2026-00008',
  status: 'Sent',
  seller,
  client: ClientSnapshot.parse(exampleClient),
  availableActions: availableQuoteActions({ ...draftFacts, sentAt: new Date(QUOTE_SENT) }),
  sentAt: QUOTE_SENT,
  version: 2,
  updatedAt: QUOTE_SENT,
};

export const examplePayment: PaymentView = {
  id: 23,
  status: 'Recorded',
  kind: 'Payment',
  clientId: exampleClient.id,
  externalId: null,
  date: '2026-12-04',
  amount: '1080.00',
  currency: 'EUR',
  method: 'Transfer',
  reference: 'INV-2026-00042',
  allocations: [{ invoiceId: 42, amount: '1080.00' }],
  unallocated: '0.00',
  deletedAt: null,
  deletedBy: null,
  deletionReason: null,
  version: 1,
  createdAt: PAID,
  updatedAt: PAID,
};

/** A credit note over one of the two days of the invoice, which was paid already. */
export const exampleCreditNote: CreditNoteView = {
  id: 3,
  number: 'CN-2026-00003',
  status: 'Issued',
  invoiceId: 42,
  invoiceNumber: 'INV-2026-00042',
  clientId: exampleClient.id,
  externalId: null,
  reason: { code: 'Return', text: 'One day was not worked.' },
  issueDate: '2026-12-09',
  ...document,
  lines: document.lines.map((line) => ({
    ...line,
    id: 95,
    quantity: '1',
    net: '450.00',
    tax: '90.00',
    gross: '540.00',
  })),
  taxBreakdown: [{ category: 'S', rate: '20', taxable: '450.00', tax: '90.00', exemptionReason: null }],
  totals: { ...totals, lineNet: '450.00', net: '450.00', tax: '90.00', gross: '540.00', due: '540.00' },
  allocation: { invoice: '0.00', released: '540.00' },
  seller,
  client: ClientSnapshot.parse(exampleClient),
  publicUrl: null,
  delivery: null,
  viewedAt: null,
  version: 1,
  createdAt: '2026-12-09T10:14:33.018Z',
  updatedAt: '2026-12-09T10:14:33.018Z',
};
