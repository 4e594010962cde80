import { SellerSnapshot } from '@billhook/contract/identity/company';
import { ClientSnapshot } from '@billhook/contract/invoicing/client';
import type { DocumentView } from '@billhook/contract/invoicing/document';
import type { LineView } from '@billhook/contract/invoicing/document-line';
import { emptyView } from '@billhook/contract/shared/stored-members';
import { sortedFields } from '../records/custom-fields.js';
import type { DocumentColumns, DocumentExtras } from './document.columns.js';
import type { LineColumns } from './line.columns.js';

/** Converts a line item. The schema of the view drops internal columns: the position and the document's id. */
function presentLine(line: LineColumns): LineView {
  return { ...line, customFields: sortedFields(line.customFields) };
}

const EMPTY_CLIENT = emptyView(ClientSnapshot);
const EMPTY_SELLER = emptyView(SellerSnapshot);

/** The parties on a document. Members that were added after it was sent are empty. */
export function documentParties<Client extends ClientSnapshot | null, Seller extends SellerSnapshot | null>({
  client,
  seller,
}: {
  readonly client: Client;
  readonly seller: Seller;
}): { client: Client; seller: Seller } {
  const whole = client && { ...EMPTY_CLIENT, ...client };
  return {
    client: whole && { ...whole, customFields: sortedFields(whole.customFields) },
    seller: seller && { ...EMPTY_SELLER, ...seller },
  };
}

/** The members of all documents whose API form differs from the row. */
export function documentMembers<Client extends ClientSnapshot | null, Seller extends SellerSnapshot | null>(
  document: DocumentColumns & DocumentExtras & { readonly client: Client; readonly seller: Seller },
): Pick<DocumentView, 'lines' | 'customFields'> & { client: Client; seller: Seller } {
  return {
    lines: document.lines.map(presentLine),
    customFields: sortedFields(document.customFields),
    ...documentParties(document),
  };
}
