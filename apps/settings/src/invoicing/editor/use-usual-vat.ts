import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { rowsOf, useRecordList } from '../../shared/workspace/records.js';
import type { DocumentKind, UsualVat } from './draft.js';

const NONE: UsualVat = { taxCategory: 'S', taxRate: '' };

/** The number of the latest documents that determine the usual VAT. */
const LATEST = 10;

/**
 * The VAT of the first line of a new document: the rate of the company, else the VAT of most of the latest documents, because most companies use one
 * rate. Undefined until it is loaded.
 */
export function useUsualVat(kind: DocumentKind): UsualVat | undefined {
  const resource = kind === 'invoice' ? 'invoices' : 'quotes';
  const mayRead = useHolds(kind === 'invoice' ? 'invoice.read' : 'quote.read');
  const { defaultTaxRate } = useSignedIn().company;
  const latest = useRecordList(resource, {}, { enabled: mayRead && defaultTaxRate === null, limit: LATEST });
  if (defaultTaxRate !== null) return { taxCategory: 'S', taxRate: defaultTaxRate };
  if (mayRead && latest.isPending) return undefined;
  const counts = new Map<string, { vat: UsualVat; count: number }>();
  for (const { lines } of rowsOf(latest)) {
    const [line] = lines;
    if (!line) continue;
    const vat = { taxCategory: line.taxCategory, taxRate: line.taxRate ?? '' };
    const name = `${vat.taxCategory} ${vat.taxRate}`;
    counts.set(name, { vat, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  const [most] = [...counts.values()].toSorted((a, b) => b.count - a.count);
  return most?.vat ?? NONE;
}
