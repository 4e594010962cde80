import { MAIL_PROBLEM_TEXTS } from '@billhook/domain/invoicing/mail-problem';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { z } from 'zod';
import type { CalculationView } from '../invoicing/calculation.js';
import type { CompanyTotals } from '../invoicing/company-totals.js';
import type { InvoicePreviewView, ValidationView } from '../invoicing/invoice.js';
import type { MailDetail, MailView } from '../invoicing/mail.js';
import type { ReceivableDocument, ReceivablesView } from '../invoicing/receivables.js';
import type { SeriesAuditView, SeriesList, SeriesView } from '../invoicing/series.js';
import type { TaxRateList } from '../invoicing/tax-rate.js';
import type { TimelineView } from '../invoicing/timeline.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import type { ListOf } from '../shared/page.js';
import { exampleDocument, exampleTotals } from './example-document.js';

/* Example responses that are not records. */

/** The only page of a short list. */
export function examplePage<T>(...data: T[]): ListOf<T> {
  return { data, page: { nextCursor: null, prevCursor: null, limit: 25, hasMore: false } };
}

const BY = 'key bhk_3kTn9Qa1';

type Line = TimelineView['data'][number];

const happened = (id: number, at: string, action: string, status: string, details: Line['details'] = {}): Line => ({
  id,
  at,
  by: BY,
  actor: actorOfLabel(BY),
  action,
  status,
  reason: null,
  details,
});

/** The timelines of the example records. */
export const exampleTimelines = {
  invoice: {
    data: [
      happened(412, '2026-11-21T09:30:00.000Z', 'create', 'Draft'),
      happened(413, '2026-11-21T09:42:10.507Z', 'send', 'Sent', { channel: 'Email' }),
      happened(431, '2026-12-04T14:03:55.261Z', 'pay', 'Paid', { amount: '1080.00', paymentId: EXAMPLE_IDS.payment }),
    ],
  },
  quote: {
    data: [
      happened(407, '2026-11-18T10:04:12.730Z', 'create', 'Draft'),
      happened(408, '2026-11-18T10:31:45.006Z', 'send', 'Sent', { channel: 'Link' }),
    ],
  },
  payment: {
    data: [happened(430, '2026-12-04T14:03:55.261Z', 'create', 'Recorded', { amount: '1080.00', currency: 'EUR' })],
  },
  creditNote: {
    data: [
      {
        ...happened(440, '2026-12-09T10:14:33.018Z', 'issue', 'Issued', {
          gross: '540.00',
          invoiceId: EXAMPLE_IDS.paidInvoice,
          invoiceNumber: 'INV-2026-00042',
        }),
        reason: 'Return',
      },
    ],
  },
} satisfies Record<string, TimelineView>;

const { taxBreakdown, currency } = exampleDocument;
const group = { category: 'S', rate: '20' } as const;

export const exampleCalculation: CalculationView = {
  currency,
  steps: [
    {
      step: 'LineNet',
      pointer: '/lines/0',
      group,
      formula: '2 × 450.00',
      exact: '900',
      rounded: '900.00',
      difference: '0',
    },
    {
      step: 'Sum',
      pointer: '/taxBreakdown/0',
      group,
      formula: '900.00',
      exact: '900',
      rounded: '900.00',
      difference: '0',
    },
    {
      step: 'Tax',
      pointer: '/taxBreakdown/0',
      group,
      formula: '900.00 × 20 %',
      exact: '180',
      rounded: '180.00',
      difference: '0',
    },
    {
      step: 'Sum',
      pointer: '/totals/gross',
      group: null,
      formula: '900.00 + 180.00',
      exact: '1080',
      rounded: '1080.00',
      difference: '0',
    },
  ],
  totals: exampleTotals,
  taxBreakdown,
};

export const examplePreview: InvoicePreviewView = {
  currency,
  issueDate: '2026-12-10',
  dueDate: '2027-01-09',
  lines: [{ net: '900.00', tax: '180.00', gross: '1080.00' }],
  totals: exampleTotals,
  taxBreakdown,
  sendable: true,
  faults: [],
  warnings: [],
};

export const exampleValidation: ValidationView = { sendable: true, faults: [], warnings: [] };

export const exampleMail: MailView = {
  id: EXAMPLE_IDS.failedMail,
  resource: 'invoice',
  recordId: EXAMPLE_IDS.paidInvoice,
  number: 'INV-2026-00042',
  kind: 'Document',
  status: 'Failed',
  recipients: ['compta@atelier-lumen.example'],
  refused: [{ recipient: 'compta@atelier-lumen.example', reply: '550 5.1.1 No such user' }],
  replyTo: 'factures@studio-nord.example',
  fromName: 'Studio Nord SAS',
  subject: 'Facture INV-2026-00042 de Studio Nord SAS',
  locale: 'fr',
  attachmentName: 'INV-2026-00042.pdf',
  attempts: 1,
  nextAttemptAt: null,
  problem: { code: 'Recipient', detail: MAIL_PROBLEM_TEXTS.Recipient.en },
  lastError: '550 5.1.1 No such user',
  messageId: '<mail-12@billing.example>',
  createdBy: BY,
  createdByActor: actorOfLabel(BY),
  createdAt: '2026-11-21T09:42:10.507Z',
  sentAt: null,
  updatedAt: '2026-11-21T09:42:12.930Z',
};

export const exampleMailDetail: MailDetail = {
  ...exampleMail,
  text: 'Bonjour Atelier Lumen SARL,\n\nVoici notre facture INV-2026-00042.\n\nMontant : 1 080,00 €\n',
  html: '<!doctype html>\n<p>Bonjour Atelier Lumen SARL,</p>\n<p>Voici notre facture INV-2026-00042.</p>\n',
};

export const exampleRetriedMail: MailView = {
  ...exampleMail,
  status: 'Pending',
  refused: [],
  attempts: 0,
  problem: null,
  lastError: null,
  nextAttemptAt: '2026-11-22T08:00:00.000Z',
  updatedAt: '2026-11-22T08:00:00.000Z',
};

export const exampleSeries: SeriesView = {
  id: EXAMPLE_IDS.series,
  kind: 'Invoice',
  code: 'default',
  pattern: 'INV-{YYYY}-{#####}',
  reset: 'Yearly',
  start: 1,
  nextNumber: 'INV-2026-00049',
  lastDate: '2026-11-21',
  version: 1,
  createdAt: '2026-01-05T07:58:12.004Z',
  updatedAt: '2026-01-05T07:58:12.004Z',
};

export const exampleSeriesList: z.infer<typeof SeriesList> = { data: [exampleSeries] };

export const exampleCompanyTotals: CompanyTotals = {
  from: '2026-10-01',
  to: '2026-11-30',
  currencies: [
    {
      ...{ currency: 'EUR', outstanding: '2160.00', outstandingInvoices: 2, overdue: '1080.00', overdueInvoices: 1 },
      ...{ credit: '0.00', invoiced: '4320.00', credited: '540.00', paid: '1620.00' },
      periods: [
        { period: '2026-10', invoiced: '1080.00', credited: '0.00', paid: '540.00' },
        { period: '2026-11', invoiced: '3240.00', credited: '540.00', paid: '1080.00' },
      ],
    },
  ],
};

export const exampleReceivables: ReceivablesView = {
  at: '2026-11-30',
  currencies: [
    {
      ...{ currency: 'EUR', outstanding: '2160.00', overdue: '1080.00' },
      buckets: [
        { bucket: 'NotDue', amount: '1080.00', documents: 1 },
        { bucket: 'Days1To30', amount: '1080.00', documents: 1 },
        { bucket: 'Days31To60', amount: '0.00', documents: 0 },
        { bucket: 'Days61To90', amount: '0.00', documents: 0 },
        { bucket: 'Over90', amount: '0.00', documents: 0 },
      ],
      credit: { amount: '80.00', documents: 1 },
      total: '2080.00',
    },
  ],
};

export const exampleReceivableDocument: ReceivableDocument = {
  resource: 'invoice',
  id: EXAMPLE_IDS.overdueInvoice,
  number: 'INV-2026-00046',
  clientId: EXAMPLE_IDS.client,
  clientName: 'Atelier Lumen SARL',
  currency: 'EUR',
  date: '2026-10-20',
  dueDate: '2026-11-19',
  daysOverdue: 11,
  amount: '1080.00',
  bucket: 'Days1To30',
};

export const exampleTaxRates: z.infer<typeof TaxRateList> = {
  data: [
    {
      id: EXAMPLE_IDS.taxRate,
      name: 'VAT 20 %',
      taxCategory: 'S',
      taxRate: '20',
      status: 'Active',
      version: 1,
      createdAt: '2026-01-05T07:58:12.004Z',
      updatedAt: '2026-01-05T07:58:12.004Z',
    },
  ],
};

export const exampleSeriesAudit: SeriesAuditView = {
  seriesId: EXAMPLE_IDS.series,
  continuous: true,
  periods: [
    {
      period: '2026',
      firstNumber: 'INV-2026-00001',
      lastNumber: 'INV-2026-00048',
      count: 48,
      expected: 48,
      missing: [],
      outOfOrder: [],
      duplicated: [],
    },
  ],
};
