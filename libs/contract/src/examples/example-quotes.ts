import { availableQuoteActions, quoteStatus, type QuoteFacts } from '@billhook/domain/invoicing/quote';
import { ClientSnapshot } from '../invoicing/client.js';
import type { QuoteView } from '../invoicing/quote.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { exampleDocument, exampleSeller, exampleTotals } from './example-document.js';
import { EXAMPLE_LINK, exampleClient } from './example-records.js';

const QUOTED = '2026-11-18T10:04:12.730Z';
const QUOTE_SENT = '2026-11-18T10:31:45.006Z';
const ANSWERED = '2026-11-20T15:47:02.491Z';

/** The facts of an example quote; the rest is derived. */
interface QuoteLife {
  readonly id?: number;
  readonly sent?: boolean;
  readonly accepted?: boolean;
  readonly declined?: boolean;
  readonly version?: number;
}

/** The example quote in a given stage. */
function quoteAt({ id = EXAMPLE_IDS.draftQuote, sent, accepted, declined, version = 1 }: QuoteLife): QuoteView {
  const updatedAt = accepted || declined ? ANSWERED : sent ? QUOTE_SENT : QUOTED;
  const facts: QuoteFacts = {
    sentAt: sent ? new Date(QUOTE_SENT) : null,
    acceptedAt: accepted ? new Date(ANSWERED) : null,
    declinedAt: declined ? new Date(ANSWERED) : null,
    supersededAt: null,
    expiryDate: '2026-12-31',
    today: '2026-11-20',
    revised: false,
    gross: exampleTotals.gross,
    invoicedTotal: '0.00',
    invoices: 0,
  };
  return {
    id,
    number: sent ? `QUO-2026-${String(id).padStart(5, '0')}` : null,
    status: quoteStatus(facts),
    revision: 1,
    previousRevisionId: null,
    nextRevisionId: null,
    clientId: exampleClient.id,
    externalId: null,
    title: 'Spring campaign',
    issueDate: '2026-11-18',
    expiryDate: facts.expiryDate,
    ...exampleDocument,
    totals: exampleTotals,
    seller: sent ? exampleSeller : null,
    client: sent ? ClientSnapshot.parse(exampleClient) : null,
    acceptance: accepted ? { by: 'Jeanne Lumen', at: ANSWERED, poNumber: 'PO-7781' } : null,
    decline: declined ? { code: 'Changes', text: 'Without the second workshop, please.', at: ANSWERED } : null,
    invoiceIds: [],
    invoicedTotal: facts.invoicedTotal,
    remaining: exampleTotals.gross,
    availableActions: availableQuoteActions(facts),
    publicUrl: null,
    delivery: null,
    viewedAt: null,
    sentAt: sent ? QUOTE_SENT : null,
    acceptedAt: accepted ? ANSWERED : null,
    declinedAt: declined ? ANSWERED : null,
    version,
    createdAt: QUOTED,
    updatedAt,
  };
}

export const exampleQuote = quoteAt({});
export const exampleSentQuote = quoteAt({ sent: true, version: 2 });

/** The responses of the example requests, each with the quote of its path. */
export const changedQuotes = {
  edited: { ...quoteAt({ version: 2 }), title: 'Spring campaign, second draft' },
  sent: { ...quoteAt({ sent: true, version: 3 }), publicUrl: EXAMPLE_LINK },
  read: { ...quoteAt({ id: EXAMPLE_IDS.sentQuote, sent: true, version: 2 }), publicUrl: EXAMPLE_LINK },
  withoutLink: quoteAt({ id: EXAMPLE_IDS.sentQuote, sent: true, version: 3 }),
  accepted: {
    ...quoteAt({ id: EXAMPLE_IDS.sentQuote, sent: true, accepted: true, version: 3 }),
    publicUrl: EXAMPLE_LINK,
  },
  declined: quoteAt({ id: EXAMPLE_IDS.refusedQuote, sent: true, declined: true, version: 3 }),
  revised: {
    ...quoteAt({ id: EXAMPLE_IDS.discardedQuote + 1 }),
    revision: 2,
    previousRevisionId: EXAMPLE_IDS.outdatedQuote,
  },
};
