import { Skeleton } from '@mantine/core';
import { useHolds } from '../../shared/session/signed-in.js';
import { PageLink } from '../../shared/workspace/links.js';
import { useRecord } from '../../shared/workspace/records.js';

/** The number of an invoice, as a link if the reader may see invoices. */
export function InvoiceLink({ id }: { id: number }) {
  const mayRead = useHolds('invoice.read');
  const invoice = useRecord('invoices', id, { enabled: mayRead });
  if (!mayRead) return <>#{id}</>;
  if (invoice.isPending) return <Skeleton height={14} width={110} display="inline-block" />;
  return (
    <PageLink to="/invoices/$id" params={{ id }} className="ws-number">
      {invoice.data?.number ?? `#${id}`}
    </PageLink>
  );
}
