import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { useTexts } from '@billhook/ui/use-texts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { RecordGate } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { useRecord } from '../../shared/workspace/records.js';
import { DocumentEditor } from './document-editor.js';
import { draftOf } from './draft.js';
import { NotEditable } from './not-editable.js';

const invoiceRoute = getRouteApi('/invoices/$id/edit');
const quoteRoute = getRouteApi('/quotes/$id/edit');

export function EditInvoicePage() {
  const { id } = invoiceRoute.useParams();
  const mayWrite = useHolds('invoice.write');
  const invoice = useRecord('invoices', id);
  if (!mayWrite) return <NotEditable permission="invoice.write" />;
  return (
    <RecordGate query={invoice}>
      {(record) => <EditInvoice read={record} reread={async () => (await invoice.refetch()).data} />}
    </RecordGate>
  );
}

export function EditQuotePage() {
  const { id } = quoteRoute.useParams();
  const mayWrite = useHolds('quote.write');
  const quote = useRecord('quotes', id);
  if (!mayWrite) return <NotEditable permission="quote.write" />;
  return (
    <RecordGate query={quote}>
      {(record) => <EditQuote read={record} reread={async () => (await quote.refetch()).data} />}
    </RecordGate>
  );
}

interface EditProps<T> {
  readonly read: T;
  readonly reread: () => Promise<T | undefined>;
}

/** The record as it was when the editor opened. Later versions, loaded in the background, must not replace the input. */
function useBase<T>({ read, reread }: EditProps<T>): readonly [base: T, reload: () => void] {
  const [base, setBase] = useState(read);
  return [base, () => void reread().then((fresh) => fresh && setBase(fresh))];
}

function EditInvoice(props: EditProps<InvoiceView>) {
  const { t } = useTexts('editor');
  const invoices = useTexts('invoices').t;
  const navigate = useNavigate();
  const [base, reload] = useBase(props);
  const [initial, setInitial] = useState(() => ({ of: base, draft: draftOf(base) }));
  if (initial.of !== base) setInitial({ of: base, draft: draftOf(base) });
  const params = { id: base.id };
  const link = (text: string) => (
    <PageLink to="/invoices/$id" params={params}>
      {text}
    </PageLink>
  );
  if (base.number !== null) return <NotEditable link={link(base.number)} />;
  return (
    <DocumentEditor
      key={base.version}
      kind="invoice"
      title={t('title.editInvoice')}
      back={link(invoices('draftOf'))}
      initial={initial.draft}
      stored={base}
      latest={Math.max(base.version, props.read.version)}
      onReload={reload}
      onLeave={() => void navigate({ to: '/invoices/$id', params })}
    />
  );
}

function EditQuote(props: EditProps<QuoteView>) {
  const { t } = useTexts('editor');
  const quotes = useTexts('quotes').t;
  const navigate = useNavigate();
  const [base, reload] = useBase(props);
  const [initial, setInitial] = useState(() => ({ of: base, draft: draftOf(base) }));
  if (initial.of !== base) setInitial({ of: base, draft: draftOf(base) });
  const params = { id: base.id };
  const { revision, number } = base;
  const link = (text: string) => (
    <PageLink to="/quotes/$id" params={params}>
      {text}
    </PageLink>
  );
  if (base.status !== 'Draft') return <NotEditable link={link(number ?? quotes('draftOf'))} />;
  return (
    <DocumentEditor
      key={base.version}
      kind="quote"
      title={number === null ? t('title.editQuote') : t('title.editRevision', { revision, number })}
      back={link(quotes('draftOf'))}
      initial={initial.draft}
      stored={base}
      latest={Math.max(base.version, props.read.version)}
      onReload={reload}
      onLeave={() => void navigate({ to: '/quotes/$id', params })}
    />
  );
}
