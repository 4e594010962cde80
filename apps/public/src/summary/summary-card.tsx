import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconCreditCard, IconDownload, IconPrinter, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { savePdf, type DocumentAnswer } from '../document/document-api.js';
import { useDocumentFormat } from '../document/use-document-format.js';
import { DocumentStatus } from './document-status.js';
import { isOffered } from './is-offered.js';
import { LinkNeeded } from './preview-banner.js';
import { useAmount, useStatusSentences } from './use-status-sentences.js';

interface SummaryCardProps {
  readonly token: string;
  readonly document: PublicDocumentView;
  readonly title: string;
  /** The answer just given on this page. */
  readonly answered: DocumentAnswer['action'] | undefined;
  readonly onAsk: (action: DocumentAnswer['action']) => void;
}

/** The kind of the document, its status, its amount and date, and the possible answers. */
export function SummaryCard({ token, document, title, answered, onAsk }: SummaryCardProps) {
  const { t } = useTexts('document');
  const { kind, revision, status, answers, payUrl, seller } = document;
  const { label, amount, note } = useAmount(document);
  const sayings = useStatusSentences(document);
  return (
    <section
      className="bh-panel pd-summary"
      aria-labelledby="title"
      style={seller.accentColor ? { borderTop: `3px solid ${seller.accentColor}` } : undefined}
    >
      <div className="pd-summary-head">
        <h1 id="title">
          {title}
          {kind === 'Quote' && revision !== null && revision > 1 && (
            <span className="pd-revision">{t('revision', { revision })}</span>
          )}
        </h1>
        <DocumentStatus status={status} />
      </div>
      <p className="pd-amount">
        <span>{label}</span>
        <strong>{amount}</strong>
        {note && <span>{note}</span>}
      </p>
      <PartPayments document={document} />
      {answered && <Thanks action={answered} seller={document.seller.name} />}
      {sayings.map((saying) => (
        <p key={saying} className="pd-saying">
          {saying}
        </p>
      ))}
      {kind === 'Quote' && <LinkNeeded document={document} className="pd-needed" />}
      {isOffered(answers.accept) && (
        <div className="pd-actions">
          <Button
            size="md"
            leftSection={<IconCheck size={18} />}
            disabled={!answers.accept.open}
            onClick={() => onAsk('accept')}
          >
            {t('action.accept')}
          </Button>
          {isOffered(answers.decline) && (
            <Button
              size="md"
              variant="default"
              leftSection={<IconX size={18} />}
              disabled={!answers.decline.open}
              onClick={() => onAsk('decline')}
            >
              {t('action.decline')}
            </Button>
          )}
        </div>
      )}
      {payUrl && (
        <div className="pd-actions">
          <Button
            component="a"
            href={payUrl}
            rel="noreferrer"
            size="md"
            leftSection={<IconCreditCard size={18} />}
            style={seller.accentColor ? { backgroundColor: seller.accentColor } : undefined}
          >
            {t('action.pay')}
          </Button>
        </div>
      )}
      <Takeaways token={token} number={document.number} primary={kind !== 'Quote' && !payUrl} />
    </section>
  );
}

/** "Paid €500.00 on 3 March 2026", for each payment of an invoice of which something is left to pay. */
function PartPayments({ document: { payments, payment, currency } }: { document: PublicDocumentView }) {
  const { t } = useTexts('document');
  const format = useDocumentFormat();
  if (!payment) return null;
  return payments.map(({ date, amount }, index) => (
    <p key={index} className="pd-saying">
      {t('amount.paidOn', { amount: format.money(amount, currency), date: format.date(date) })}
    </p>
  ));
}

/** Takes the focus of a button that was removed. */
function Thanks({ action, seller }: { action: DocumentAnswer['action']; seller: string }) {
  const { t } = useTexts('document');
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <p ref={ref} role="status" tabIndex={-1} className="pd-thanks">
      <IconCircleCheck size={20} aria-hidden="true" />
      {t(`done.${action}`, { seller })}
    </p>
  );
}

function Takeaways({ token, number, primary }: { token: string; number: string; primary: boolean }) {
  const { t } = useTexts('document');
  const pdf = useAction(savePdf);
  const size = primary ? 'md' : 'sm';
  return (
    <>
      <div className="pd-actions">
        <Button
          size={size}
          variant={primary ? 'filled' : 'default'}
          leftSection={<IconDownload size={18} />}
          loading={pdf.pending}
          onClick={() => void pdf.run(token, number)}
        >
          {t('action.pdf')}
        </Button>
        <Button size={size} variant="default" leftSection={<IconPrinter size={18} />} onClick={() => print()}>
          {t('action.print')}
        </Button>
      </div>
      <noscript>
        <p className="pd-needed">{t('action.needsScript')}</p>
      </noscript>
      {pdf.error && (
        <p role="alert" className="pd-fault">
          {t('action.pdfFailed')}
        </p>
      )}
    </>
  );
}
