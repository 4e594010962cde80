import type { ClientSnapshot } from '@billhook/contract/invoicing/client';
import type { DocumentView, LineView } from '@billhook/contract/invoicing/document';
import { sortedFields } from '../records/custom-fields.js';
import type { DocumentColumns, DocumentExtras } from './document.columns.js';
import type { LineColumns } from './line.columns.js';

/** Columns that are the table's own business (position, the document's id) are stripped by the view's schema. */
function presentLine(line: LineColumns): LineView {
  return { ...line, customFields: sortedFields(line.customFields) };
}

/** The members of all kinds of documents that are not on the wire as they are in the row. */
export function documentMembers<Client extends ClientSnapshot | null>(
  document: DocumentColumns & DocumentExtras & { client: Client },
): Pick<DocumentView, 'lines' | 'customFields'> & { client: Client } {
  const { client, customFields, lines } = document;
  return {
    lines: lines.map(presentLine),
    customFields: sortedFields(customFields),
    client: client && { ...client, customFields: sortedFields(client.customFields) },
  };
}
