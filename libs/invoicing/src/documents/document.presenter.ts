import type { ClientSnapshot } from '@billhook/contract/invoicing/client';
import type { DocumentView } from '@billhook/contract/invoicing/document';
import type { LineView } from '@billhook/contract/invoicing/document-line';
import { sortedFields } from '../records/custom-fields.js';
import type { DocumentColumns, DocumentExtras } from './document.columns.js';
import type { LineColumns } from './line.columns.js';

/** Converts a line item. The schema of the view drops internal columns: the position and the document's id. */
function presentLine(line: LineColumns): LineView {
  return { ...line, customFields: sortedFields(line.customFields) };
}

/** The members of all documents whose API form differs from the row. */
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
