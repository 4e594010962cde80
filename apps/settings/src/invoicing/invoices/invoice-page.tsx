import '../documents/documents.css';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { isZeroText, negatedText } from '@billhook/domain/shared/decimal';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button } from '@mantine/core';
import { IconEraser, IconMathFunction, IconThumbDown } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { ClientName } from '../../shared/workspace/client-name.js';
import { DetailLayout, Facts, RecordGate, RecordHeader, Section } from '../../shared/workspace/detail.js';
import { InvoiceStatusBadge } from '../../shared/workspace/document-status.js';
import { PageLink } from '../../shared/workspace/links.js';
import { useAmounts } from '../../shared/workspace/money.js';
import { useRecord } from '../../shared/workspace/records.js';
import { Timeline } from '../../shared/workspace/timeline.js';
import { useActorTexts } from '../../shared/workspace/use-actor-texts.js';
import { DocumentDeliverySection } from '../documents/document-delivery-section.js';
import { useDocumentDetails, DocumentNotesAndTerms } from '../documents/document-details.js';
import { DocumentLinesSection } from '../documents/document-lines-section.js';
import { DocumentParties } from '../documents/document-parties.js';
import { PrivateNotes } from '../documents/private-notes.js';
import { InvoiceActions } from './invoice-actions.js';
import { InvoiceRelated } from './invoice-related.js';

const route = getRouteApi('/invoices/$id');
const CalculationDialog = lazy(() =>
  import('./calculation-dialog.js').then((file) => ({ default: file.CalculationDialog })),
);

export function InvoicePage() {
  const { id } = route.useParams();
  const invoice = useRecord('invoices', id);
  return <RecordGate query={invoice}>{(record) => <InvoiceDetail key={record.id} invoice={record} />}</RecordGate>;
}

function InvoiceDetail({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTexts('invoices');
  const format = useFormat();
  const amounts = useAmounts();
  const { byActor } = useActorTexts();
  const { company } = useSignedIn();
  const mayWrite = useHolds('invoice.write');
  const mayReadClients = useHolds('client.read');
  const client = useRecord('clients', invoice.clientId, { enabled: mayReadClients && invoice.client === null });
  const [explaining, setExplaining] = useState(false);
  const { currency, number, rejection, writeOff, paymentReference } = invoice;
  const shared = useDocumentDetails(invoice, paymentReference === number ? null : paymentReference);
  const clientName = <ClientName id={invoice.clientId} name={invoice.client?.name} linked />;
  const mayResend = invoice.availableActions.some(({ action, allowed }) => action === 'resend' && allowed);

  const facts = [
    { label: t('words:issueDate'), value: format.day(invoice.issueDate) },
    { label: t('words:dueDate'), value: invoice.dueDate && format.day(invoice.dueDate) },
    { label: t('words:supplyDate'), value: invoice.supplyDate && format.day(invoice.supplyDate) },
    {
      label: t('documents:servicePeriod'),
      value:
        invoice.servicePeriod &&
        t('documents:periodOf', {
          start: format.day(invoice.servicePeriod.start),
          end: format.day(invoice.servicePeriod.end),
        }),
    },
    ...shared,
  ];
  const further = [
    ...[
      { label: t('documents:totals.paid'), amount: invoice.amountPaid },
      { label: t('documents:totals.credited'), amount: invoice.amountCredited },
      { label: t('documents:totals.writtenOff'), amount: invoice.amountWrittenOff },
    ]
      .filter(({ amount }) => !isZeroText(amount))
      .map(({ label, amount }) => ({ label, amount: negatedText(amount) })),
    ...(number === null ? [] : [{ label: t('documents:totals.balance'), amount: invoice.balance, strong: true }]),
  ];

  return (
    <>
      <RecordHeader
        title={number === null ? t('draftOf') : t('named', { number })}
        back={<PageLink to="/invoices">{t('back')}</PageLink>}
        status={<InvoiceStatusBadge invoice={invoice} />}
        lead={
          <>
            {t('words:forClient')} {clientName}
            {DOT}
            {t('words:issuedOn', { date: format.day(invoice.issueDate) })}
            {invoice.dueDate && `${DOT}${t('dueOn', { date: format.day(invoice.dueDate) })}`}
          </>
        }
        actions={<InvoiceActions invoice={invoice} />}
      />
      {rejection && (
        <Alert color="yellow" icon={<IconThumbDown size={20} />} mb="lg">
          {t('rejectedBy', {
            by: byActor(rejection.actor),
            reason: [t(`reject.codes.${rejection.code}`), rejection.text].filter(Boolean).join(DOT),
          })}
        </Alert>
      )}
      {writeOff && (
        <Alert color="gray" icon={<IconEraser size={20} />} mb="lg">
          {t('writtenOffBy', {
            by: byActor(writeOff.actor),
            date: format.day(writeOff.date),
            amount: amounts.amount(invoice.amountWrittenOff, currency),
            reason: writeOff.reason,
          })}
        </Alert>
      )}
      <DetailLayout
        aside={
          <>
            <PrivateNotes resource="invoices" document={invoice} />
            <DocumentDeliverySection resource="invoices" document={invoice} mayLink={mayWrite && mayResend} />
            <InvoiceRelated invoice={invoice} />
            <DocumentParties
              seller={invoice.seller ?? company}
              client={invoice.client ?? client.data}
              clientName={clientName}
              frozen={invoice.seller !== null}
            />
          </>
        }
      >
        <DocumentLinesSection
          document={invoice}
          further={further}
          actions={
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconMathFunction size={16} aria-hidden="true" />}
              onClick={() => setExplaining(true)}
            >
              {t('calculation.open')}
            </Button>
          }
        />
        <Section title={t('words:details')}>
          <Facts facts={facts} />
        </Section>
        <DocumentNotesAndTerms notes={invoice.notes} terms={invoice.terms} />
        <Section title={t('workspace:detail.timeline')}>
          <Timeline resource="invoices" id={invoice.id} version={invoice.version} currency={currency} />
        </Section>
      </DetailLayout>
      <Suspense>{explaining && <CalculationDialog invoice={invoice} onClose={() => setExplaining(false)} />}</Suspense>
    </>
  );
}
