import '../documents/documents.css';
import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useHolds } from '../../shared/session/signed-in.js';
import { ClientName } from '../../shared/workspace/client-name.js';
import { DetailLayout, Facts, RecordGate, RecordHeader, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { RecordStatus } from '../../shared/workspace/record-status.js';
import { useRecord } from '../../shared/workspace/records.js';
import { Timeline } from '../../shared/workspace/timeline.js';
import { DocumentNotesAndTerms, useDocumentDetails } from '../documents/document-details.js';
import { DocumentLines } from '../documents/document-lines.js';
import { DocumentParties } from '../documents/document-parties.js';
import { DocumentTotals, TaxBreakdown } from '../documents/document-totals.js';
import { PdfButton } from '../documents/pdf-button.js';
import { PrivateNotes } from '../documents/private-notes.js';
import { CreditNoteDelivery } from './credit-note-delivery.js';
import { useEffectText } from './use-effect-text.js';

const route = getRouteApi('/credit-notes/$id');

export function CreditNotePage() {
  const { id } = route.useParams();
  const query = useRecord('credit-notes', id);
  return <RecordGate query={query}>{(note) => <CreditNoteDetail key={note.id} note={note} />}</RecordGate>;
}

function CreditNoteDetail({ note }: { note: CreditNoteView }) {
  const { t } = useTexts('creditNotes');
  const format = useFormat();
  const shared = useDocumentDetails(note);
  const { id, number, currency, clientId, reason } = note;
  const clientName = <ClientName id={clientId} name={note.client.name} linked />;
  const invoice = (
    <PageLink to="/invoices/$id" params={{ id: note.invoiceId }}>
      {note.invoiceNumber}
    </PageLink>
  );
  return (
    <>
      <RecordHeader
        title={t('titleOf', { number })}
        back={<PageLink to="/credit-notes">{t('back')}</PageLink>}
        status={<RecordStatus kind="creditNote" status={note.status} />}
        lead={
          <>
            {clientName}
            {DOT}
            {t('leadFor')} <span className="ws-number">{invoice}</span>
            {DOT}
            {t('issued')} {format.day(note.issueDate)}
          </>
        }
        actions={<PdfButton resource="credit-notes" id={id} />}
      />
      <DetailLayout
        aside={
          <>
            <PrivateNotes resource="credit-notes" document={note} />
            <CreditNoteDelivery note={note} />
            <DocumentParties seller={note.seller} client={note.client} clientName={clientName} frozen />
          </>
        }
      >
        <Effect note={note} />
        <Section title={t('words:lineItems')} flush>
          <DocumentLines lines={note.lines} currency={currency} pricesIncludeTax={note.pricesIncludeTax} />
          <div className="dc-sums">
            <TaxBreakdown rows={note.taxBreakdown} currency={currency} />
            <DocumentTotals totals={note.totals} adjusted={note} currency={currency} />
          </div>
        </Section>
        <Section title={t('words:details')}>
          <Facts
            facts={[
              {
                label: t('words:reason'),
                value: [t(`reasons.${reason.code}`), reason.text].filter(Boolean).join(DOT),
              },
              { label: t('words:invoice'), value: invoice },
              { label: t('issued'), value: format.day(note.issueDate) },
              ...shared,
            ]}
          />
        </Section>
        <DocumentNotesAndTerms notes={note.notes} terms={note.terms} />
        <Section title={t('workspace:detail.timeline')}>
          <Timeline resource="credit-notes" id={id} currency={currency} />
        </Section>
      </DetailLayout>
    </>
  );
}

/** The effect of the credit note on the invoice and on the client's credit, as text. */
function Effect({ note }: { note: CreditNoteView }) {
  const { t } = useTexts('creditNotes');
  const effectText = useEffectText();
  const seesPayments = useHolds('payment.read');
  const { allocation, currency, invoiceNumber: number, clientId } = note;
  return (
    <Section title={t('effect')}>
      <Stack gap={4} align="flex-start">
        <Text size="sm">{effectText('effectOf', allocation, currency, number)}</Text>
        {seesPayments && /[1-9]/.test(allocation.released) && (
          <PageLink to="/payments" search={{ clientId, credit: true }}>
            {t('useCredit')}
          </PageLink>
        )}
      </Stack>
    </Section>
  );
}
