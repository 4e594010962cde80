import { inheritedExpiry } from '@billhook/domain/invoicing/document-defaults';
import { useTexts } from '@billhook/ui/use-texts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useToday } from '../../shared/dates/use-today.js';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { RecordGate } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { useRecord } from '../../shared/workspace/records.js';
import { DocumentEditor } from './document-editor.js';
import { asCurrency, newDraft, type DocumentKind, type UsualVat } from './draft.js';
import { useInheritedTexts, type InheritedTexts } from './inherited-texts.js';
import { NotEditable } from './not-editable.js';
import { useUsualVat } from './use-usual-vat.js';

const invoiceRoute = getRouteApi('/invoices/new');
const quoteRoute = getRouteApi('/quotes/new');

export function NewInvoicePage() {
  const { clientId } = invoiceRoute.useSearch();
  return <NewDocument kind="invoice" clientId={clientId} />;
}

export function NewQuotePage() {
  const { clientId } = quoteRoute.useSearch();
  return <NewDocument kind="quote" clientId={clientId} />;
}

interface NewDocumentProps {
  readonly kind: DocumentKind;
  readonly clientId: number | undefined;
}

/** The editor is rendered once its initial values are loaded, so that nothing changes while a person types. */
function NewDocument({ kind, clientId }: NewDocumentProps) {
  const permission = kind === 'invoice' ? 'invoice.write' : 'quote.write';
  const mayWrite = useHolds(permission);
  const mayReadClients = useHolds('client.read');
  const usualVat = useUsualVat(kind);
  const client = useRecord('clients', clientId ?? 0, { enabled: clientId !== undefined && mayReadClients });
  const texts = useInheritedTexts(client.data, '');
  if (!mayWrite) return <NotEditable permission={permission} />;
  const asksClient = clientId !== undefined && mayReadClients;
  const ready = usualVat !== undefined && (!asksClient || client.data !== undefined || client.error !== null);
  const { currency } = client.data ?? {};
  const start = ready ? { usualVat, currency: currency ?? undefined, texts } : undefined;
  return (
    <RecordGate query={{ data: start, error: null, refetch: () => undefined }}>
      {(begin) => <Beginning kind={kind} clientId={client.error ? undefined : clientId} {...begin} />}
    </RecordGate>
  );
}

interface BeginningProps extends NewDocumentProps {
  readonly usualVat: UsualVat;
  readonly currency: string | undefined;
  readonly texts: InheritedTexts | undefined;
}

function Beginning({ kind, clientId, usualVat, currency, texts }: BeginningProps) {
  const { t } = useTexts('editor');
  const invoices = useTexts('invoices').t;
  const quotes = useTexts('quotes').t;
  const navigate = useNavigate();
  const { company } = useSignedIn();
  const issueDate = useToday();
  const [initial] = useState(() =>
    newDraft({
      ...{ clientId, currency: asCurrency(currency ?? company.currency), issueDate, usualVat, texts },
      expiryDate: kind === 'quote' ? inheritedExpiry(company, issueDate) : null,
    }),
  );
  if (kind === 'quote') {
    return (
      <DocumentEditor
        kind="quote"
        title={t('words:newQuote')}
        back={<PageLink to="/quotes">{quotes('back')}</PageLink>}
        initial={initial}
        onLeave={(made) =>
          void (made ? navigate({ to: '/quotes/$id', params: { id: made.id } }) : navigate({ to: '/quotes' }))
        }
      />
    );
  }
  return (
    <DocumentEditor
      kind="invoice"
      title={t('words:newInvoice')}
      back={<PageLink to="/invoices">{invoices('back')}</PageLink>}
      initial={initial}
      onLeave={(made) =>
        void (made ? navigate({ to: '/invoices/$id', params: { id: made.id } }) : navigate({ to: '/invoices' }))
      }
    />
  );
}
