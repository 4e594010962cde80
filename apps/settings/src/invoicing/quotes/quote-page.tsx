import '../documents/documents.css';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { DOT, withDots } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert } from '@mantine/core';
import { IconCheck, IconReplace, IconThumbDown } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { ClientName } from '../../shared/workspace/client-name.js';
import { DetailLayout, Facts, RecordGate, RecordHeader, Section } from '../../shared/workspace/detail.js';
import { QuoteStatusBadge } from '../../shared/workspace/document-status.js';
import { PageLink } from '../../shared/workspace/links.js';
import { useRecord } from '../../shared/workspace/records.js';
import { Timeline } from '../../shared/workspace/timeline.js';
import { DocumentDeliverySection } from '../documents/document-delivery-section.js';
import { DocumentNotesAndTerms, useDocumentDetails } from '../documents/document-details.js';
import { DocumentLinesSection } from '../documents/document-lines-section.js';
import { DocumentParties } from '../documents/document-parties.js';
import { PrivateNotes } from '../documents/private-notes.js';
import { QuoteActions } from './quote-actions.js';
import { QuoteInvoices } from './quote-invoices.js';
import { QuoteRevisions } from './quote-revisions.js';

const route = getRouteApi('/quotes/$id');

export function QuotePage() {
  const { id } = route.useParams();
  const quote = useRecord('quotes', id);
  return <RecordGate query={quote}>{(record) => <QuoteDetail key={record.id} quote={record} />}</RecordGate>;
}

function QuoteDetail({ quote }: { quote: QuoteView }) {
  const { t } = useTexts('quotes');
  const format = useFormat();
  const { company } = useSignedIn();
  const mayWrite = useHolds('quote.write');
  const mayReadClients = useHolds('client.read');
  const client = useRecord('clients', quote.clientId, { enabled: mayReadClients && quote.client === null });
  const { currency, number, revision, issueDate, expiryDate } = quote;
  const shared = useDocumentDetails(quote);
  const clientName = <ClientName id={quote.clientId} name={quote.client?.name} linked />;
  const mayResend = quote.availableActions.some(({ action, allowed }) => action === 'resend' && allowed);

  return (
    <>
      <RecordHeader
        title={number === null ? t('draftOf') : t('named', { number })}
        back={<PageLink to="/quotes">{t('back')}</PageLink>}
        status={<QuoteStatusBadge quote={quote} />}
        lead={
          <>
            {t('words:forClient')} {clientName}
            {quote.title && `${DOT}${withDots(quote.title)}`}
            {revision > 1 && `${DOT}${t('revision', { n: revision })}`}
            {DOT}
            {t('words:issuedOn', { date: format.day(issueDate) })}
            {expiryDate && `${DOT}${t('validUntil', { date: format.day(expiryDate) })}`}
          </>
        }
        actions={<QuoteActions quote={quote} />}
      />
      <Answer quote={quote} />
      <DetailLayout
        aside={
          <>
            {quote.acceptance && <QuoteInvoices quote={quote} />}
            <PrivateNotes resource="quotes" document={quote} />
            <DocumentDeliverySection resource="quotes" document={quote} mayLink={mayWrite && mayResend} />
            <QuoteRevisions quote={quote} />
            <DocumentParties
              seller={quote.seller ?? company}
              client={quote.client ?? client.data}
              clientName={clientName}
              frozen={quote.seller !== null}
            />
          </>
        }
      >
        <DocumentLinesSection document={quote} />
        <Section title={t('words:details')}>
          <Facts
            facts={[
              { label: t('words:issueDate'), value: format.day(issueDate) },
              { label: t('words:expiryDate'), value: expiryDate && format.day(expiryDate) },
              ...shared,
            ]}
          />
        </Section>
        <DocumentNotesAndTerms notes={quote.notes} terms={quote.terms} />
        <Section title={t('workspace:detail.timeline')}>
          <Timeline resource="quotes" id={quote.id} version={quote.version} currency={currency} />
        </Section>
      </DetailLayout>
    </>
  );
}

/** The answer of the client, or the revision that replaced the quote. */
function Answer({ quote }: { quote: QuoteView }) {
  const { t } = useTexts('quotes');
  const { acceptance, decline, status } = quote;
  if (acceptance) {
    const { by, poNumber } = acceptance;
    return (
      <Alert color="green" icon={<IconCheck size={20} />} mb="lg">
        {poNumber ? t('acceptedByPo', { by, po: poNumber }) : t('acceptedBy', { by })}
      </Alert>
    );
  }
  if (decline && status === 'Declined') {
    const reason = [t(`decline.codes.${decline.code}`), decline.text].filter(Boolean).join(DOT);
    return (
      <Alert color="yellow" icon={<IconThumbDown size={20} />} mb="lg">
        {t('declinedFor', { reason })}
      </Alert>
    );
  }
  if (status !== 'Superseded') return null;
  return (
    <Alert color="gray" icon={<IconReplace size={20} />} mb="lg">
      {t('supersededBy')}
    </Alert>
  );
}
