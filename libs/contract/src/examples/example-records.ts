import { availableActions, invoiceStatus, settledBy, type InvoiceFacts } from '@billhook/domain/invoicing/invoice';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import { ClientSnapshot, type ClientView } from '../invoicing/client.js';
import type { CreditNoteView } from '../invoicing/credit-note.js';
import type { InvoiceView } from '../invoicing/invoice.js';
import type { PaymentView } from '../invoicing/payment.js';
import type { ActorView } from '../shared/actor.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { exampleDocument, exampleSeller, exampleTotals } from './example-document.js';

/*
 * The example records: one client, with invoices and payments in the typical stages. The quotes are in `example-quotes.ts`. They have the types of the contract, and the
 * domain derives their status, so they always match the responses of the API.
 */

export const exampleClient: ClientView = {
  id: EXAMPLE_IDS.client,
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

const DUE = '2026-12-21';
const CREATED = '2026-11-21T09:30:00.000Z';
const SENT = '2026-11-21T09:42:10.507Z';
const OVERDUE = '2026-12-21T23:15:00.402Z';
const PAID = '2026-12-04T14:03:55.261Z';
const REJECTED = '2026-11-24T16:20:31.940Z';

const POSTPONED = '2026-12-22T08:30:12.774Z';
const VOIDED = '2026-11-26T11:08:40.312Z';

/** The facts of an example invoice; the rest is derived. */
interface Life {
  readonly id?: number;
  readonly sent?: boolean;
  readonly amountPaid?: string;
  readonly balance?: string;
  readonly overdue?: boolean;
  readonly rejected?: boolean;
  readonly voided?: boolean;
  readonly writeOff?: InvoiceView['writeOff'];
  readonly dueDate?: string;
  readonly version: number;
  readonly updatedAt: string;
}

/** Who changed the example records. */
export const EXAMPLE_BY = exampleActor('member camille.roux@studio-nord.example');

function exampleActor(by: string): { readonly by: string; readonly actor: ActorView } {
  return { by, actor: actorOfLabel(by) };
}

/** The read-only link of the example documents. */
export const EXAMPLE_LINK = 'https://billing.example/d/3kTn9Qa1vX7cLw2bRz8mYs4dHf6gJp0e';

/** The link to all documents of a client, and the same without its address. */
export const examplePageLink = { status: 'Active', createdAt: '2026-03-02T09:00:00.000Z', expiresAt: null } as const;
export const exampleOpenedPageLink = {
  ...examplePageLink,
  expiresAt: '2099-12-31T23:59:59.000Z',
  url: 'https://billing.example/d/4kPz7Qm2xTn9Lc5VbRw8Hs1Jd6Fg3YaE',
} as const;

export const exampleAnsweringLink = { url: 'https://billing.example/d/9mRt4Wq7yB2nKx5cVd8jLs1gPz6hFa3u' };

/** The example invoice in a given stage. */
export function exampleInvoice(life: Life): InvoiceView {
  const { id = EXAMPLE_IDS.paidInvoice } = life;
  const amountPaid = life.amountPaid ?? '0.00';
  const amountCredited = life.voided ? exampleTotals.due : '0.00';
  const amountWrittenOff = life.writeOff ? exampleTotals.due : '0.00';
  const balance = life.balance ?? exampleTotals.due;
  const facts: InvoiceFacts = {
    issuedAt: life.sent ? new Date(SENT) : null,
    rejectedAt: life.rejected ? new Date(REJECTED) : null,
    voidedAt: life.voided ? new Date(VOIDED) : null,
    overdueSince: life.overdue ? new Date(OVERDUE) : null,
    payable: exampleTotals.due,
    amountPaid,
    amountCredited,
    fullyCredited: life.voided ?? false,
    amountWrittenOff,
    dueDate: life.dueDate ?? DUE,
  };
  const status = invoiceStatus(facts);
  const from = !life.sent ? null : status === 'Sent' ? 'Draft' : 'Sent';
  const number = life.sent ? `INV-2026-${String(id).padStart(5, '0')}` : null;
  return {
    id,
    number,
    type: 'Invoice',
    status,
    settledBy: settledBy({ status, amountPaid, amountCredited }),
    clientId: exampleClient.id,
    externalId: null,
    issueDate: '2026-11-21',
    dueDate: life.dueDate ?? DUE,
    dueDateByTerms: life.sent ? null : false,
    supplyDate: null,
    servicePeriod: null,
    ...exampleDocument,
    totals: exampleTotals,
    amountPaid,
    amountCredited,
    amountWrittenOff,
    balance,
    paymentReference: number,
    seller: life.sent ? exampleSeller : null,
    client: life.sent ? ClientSnapshot.parse(exampleClient) : null,
    rejection: life.rejected
      ? { code: 'WrongAmount', text: 'The second day was not agreed.', ...EXAMPLE_BY, at: REJECTED }
      : null,
    writeOff: life.writeOff ?? null,
    lastTransition: { from, to: status, at: life.updatedAt, ...EXAMPLE_BY, reason: null },
    availableActions: availableActions(facts),
    creditNoteIds: life.voided ? [EXAMPLE_IDS.creditNote + 1] : [],
    quoteId: null,
    publicUrl: life.sent ? EXAMPLE_LINK : null,
    delivery: null,
    viewedAt: null,
    issuedAt: life.sent ? SENT : null,
    sentAt: life.sent ? SENT : null,
    paidAt: status === 'Paid' ? PAID : null,
    overdueSince: life.overdue ? OVERDUE : null,
    rejectedAt: life.rejected ? REJECTED : null,
    voidedAt: life.voided ? VOIDED : null,
    version: life.version,
    createdAt: CREATED,
    updatedAt: life.updatedAt,
  };
}

const EDITED = { version: 2, updatedAt: '2026-11-21T09:35:02.114Z' };
const paid = { sent: true, amountPaid: '1080.00', balance: '0.00' };

/** One invoice in the stages of its life. */
export const invoiceLife = {
  draft: exampleInvoice({ version: 1, updatedAt: CREATED }),
  edited: { ...exampleInvoice(EDITED), purchaseOrder: 'PO-7781' },
  sent: exampleInvoice({ sent: true, version: 2, updatedAt: SENT }),
  partial: exampleInvoice({ sent: true, amountPaid: '500.00', balance: '580.00', version: 3, updatedAt: PAID }),
  paid: exampleInvoice({ ...paid, version: 3, updatedAt: PAID }),
  overdue: exampleInvoice({ sent: true, overdue: true, version: 3, updatedAt: OVERDUE }),
  rejected: exampleInvoice({ sent: true, rejected: true, version: 3, updatedAt: REJECTED }),
};

/** The responses of the example requests, each with the invoice of its path. */
export const changedInvoices = {
  edited: { ...exampleInvoice({ ...EDITED, id: EXAMPLE_IDS.draftInvoice }), purchaseOrder: 'PO-7781' },
  sent: exampleInvoice({ id: EXAMPLE_IDS.draftInvoice, sent: true, version: 3, updatedAt: SENT }),
  rejected: exampleInvoice({
    id: EXAMPLE_IDS.disputedInvoice,
    sent: true,
    rejected: true,
    version: 3,
    updatedAt: REJECTED,
  }),
  reopened: exampleInvoice({
    id: EXAMPLE_IDS.rejectedInvoice,
    sent: true,
    version: 4,
    updatedAt: '2026-11-25T08:14:20.655Z',
  }),
  voided: exampleInvoice({
    id: EXAMPLE_IDS.wrongInvoice,
    sent: true,
    voided: true,
    balance: '0.00',
    version: 3,
    updatedAt: VOIDED,
  }),
  postponed: exampleInvoice({
    id: EXAMPLE_IDS.overdueInvoice,
    sent: true,
    dueDate: '2027-01-31',
    version: 4,
    updatedAt: POSTPONED,
  }),
  writtenOff: exampleInvoice({
    id: EXAMPLE_IDS.lostInvoice,
    sent: true,
    overdue: true,
    balance: '0.00',
    writeOff: { date: '2026-12-22', reason: 'The client is insolvent.', ...EXAMPLE_BY, at: POSTPONED },
    version: 4,
    updatedAt: POSTPONED,
  }),
  withoutLink: { ...exampleInvoice({ ...paid, version: 4, updatedAt: PAID }), publicUrl: null },
};

export const examplePayment: PaymentView = {
  id: EXAMPLE_IDS.payment,
  status: 'Recorded',
  kind: 'Payment',
  clientId: exampleClient.id,
  externalId: null,
  date: '2026-12-04',
  amount: '1080.00',
  currency: 'EUR',
  method: 'Transfer',
  reference: 'INV-2026-00042',
  allocations: [{ invoiceId: EXAMPLE_IDS.paidInvoice, amount: '1080.00' }],
  unallocated: '0.00',
  deletedAt: null,
  deletedBy: null,
  deletedByActor: null,
  deletionReason: null,
  version: 1,
  createdAt: PAID,
  updatedAt: PAID,
};

/** A credit note for one of two days of the paid invoice. */
export const exampleCreditNote: CreditNoteView = {
  id: EXAMPLE_IDS.creditNote,
  number: 'CN-2026-00003',
  status: 'Issued',
  invoiceId: EXAMPLE_IDS.paidInvoice,
  invoiceNumber: 'INV-2026-00042',
  clientId: exampleClient.id,
  externalId: null,
  reason: { code: 'Return', text: 'One day was not worked.' },
  issueDate: '2026-12-09',
  ...exampleDocument,
  lines: exampleDocument.lines.map((line) => ({
    ...line,
    id: 95,
    quantity: '1',
    net: '450.00',
    tax: '90.00',
    gross: '540.00',
  })),
  taxBreakdown: [{ category: 'S', rate: '20', taxable: '450.00', tax: '90.00', exemptionReason: null }],
  totals: { ...exampleTotals, lineNet: '450.00', net: '450.00', tax: '90.00', gross: '540.00', due: '540.00' },
  allocation: { invoice: '0.00', released: '540.00' },
  seller: exampleSeller,
  client: ClientSnapshot.parse(exampleClient),
  publicUrl: null,
  delivery: null,
  viewedAt: null,
  version: 1,
  createdAt: '2026-12-09T10:14:33.018Z',
  updatedAt: '2026-12-09T10:14:33.018Z',
};
