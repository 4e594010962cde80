import { CLIENT_PAGE_SIZE, ClientPageView, type ListedDocument } from '@billhook/contract/invoicing/client-page';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { allows, settledBy, type InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import { decimalOrThrow, formatDecimal, subtract } from '@billhook/domain/shared/decimal';
import { ClientDocumentsQueries, type ClientDocumentRow } from '@billhook/invoicing/documents/client-documents.queries';
import { Injectable } from '@nestjs/common';
import { publicStatus } from './public-document.presenter.js';

const KINDS = { invoice: 'Invoice', quote: 'Quote', credit_note: 'CreditNote' } as const;

/** The page with all documents of a client, opened with its link. Reading it changes nothing. */
@Injectable()
export class ClientPageService {
  constructor(private readonly documents: ClientDocumentsQueries) {}

  /** @returns undefined unless the token is that of an active link */
  async find(token: string, page: number): Promise<ClientPageView | undefined> {
    const parties = await this.documents.find(token);
    if (!parties) return undefined;
    const [{ rows, count }, due] = await Promise.all([this.documents.list(parties, page), this.documents.due(parties)]);
    const { companyName: name, companyEmail: email, logo, accentColor } = parties;
    // Removes the members that the view does not name.
    return ClientPageView.parse({
      sandbox: parties.isSandbox,
      seller: { name, email, logo, accentColor },
      client: { name: parties.clientName },
      locale: parties.locale,
      due: due.map(({ currency, ...sums }) => ({
        currency,
        due: inDigits(sums.due, currency),
        overdue: inDigits(sums.overdue, currency),
      })),
      documents: rows.map(listed),
      page,
      pages: Math.max(1, Math.ceil(count / CLIENT_PAGE_SIZE)),
    } satisfies ClientPageView);
  }
}

function listed(row: ClientDocumentRow): ListedDocument {
  const { resource, id, number, title, issueDate, until, currency, total, paid, credited } = row;
  const isInvoice = resource === 'invoice';
  const isPayable = isInvoice && allows('pay', row.status as InvoiceStatus);
  const rest = [paid, credited].reduce((open, part) => subtract(open, decimalOrThrow(part)), decimalOrThrow(total));
  return {
    ...{ kind: KINDS[resource], id, number, title, issueDate, until, currency },
    status: statusOf(row),
    total: inDigits(total, currency),
    paid: isInvoice ? inDigits(paid, currency) : null,
    due: isPayable ? formatDecimal(rest, currencyDigits(currency)) : null,
    awaitsAnswer: resource === 'quote' && row.status === 'Sent',
  };
}

/** The status on the page of the document. */
function statusOf({ resource, status, paid, credited }: ClientDocumentRow): ListedDocument['status'] {
  if (status === 'Issued') return status;
  const amounts = { amountPaid: paid, amountCredited: credited };
  if (resource === 'invoice' && settledBy({ status: status as InvoiceStatus, ...amounts }) === 'Credit')
    return 'Settled';
  return publicStatus(status);
}

const inDigits = (amount: string, currency: ClientDocumentRow['currency']): string =>
  formatDecimal(decimalOrThrow(amount), currencyDigits(currency));
