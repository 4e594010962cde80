import { useDocumentName } from '../../shared/workspace/use-document-name.js';
import type { BulkDocument } from './bulk-run.js';

/** The name of a selected document: its number, or the client of a draft. */
export function useBulkName(): (document: BulkDocument) => string {
  const nameOf = useDocumentName();
  return ({ number, client, expanded }) => nameOf(number, (client ?? expanded?.client)?.name);
}
