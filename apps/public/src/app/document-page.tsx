import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { SkipLink } from '@billhook/ui/components/skip-link';
import { addTexts } from '@billhook/ui/i18n';
import { useTexts } from '@billhook/ui/use-texts';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { DocumentAnswer } from '../document/document-api.js';
import { DocumentSheet } from '../document/document-sheet.js';
import { useReportViewed } from '../document/use-document.js';
import { previewOf } from '../document/use-link-token.js';
import { isOffered } from '../summary/is-offered.js';
import { PaymentCard } from '../summary/payment-card.js';
import { LinkNeeded, PreviewBanner, SandboxBanner } from '../summary/preview-banner.js';
import { SummaryCard } from '../summary/summary-card.js';
import { PageBar } from './page-bar.js';

/** Dialog, fields and their texts are loaded after the document is on the screen, which does not need them. */
async function fetchDialog() {
  const dialog = await import('../answers/answer-dialog.js');
  await addTexts(dialog.answerTexts);
  return dialog;
}
const AnswerDialog = lazy(() => fetchDialog().then((module) => ({ default: module.AnswerDialog })));

interface DocumentPageProps {
  readonly token: string;
  readonly document: PublicDocumentView;
  /** An answer was accepted: this is the updated document. */
  readonly onChanged: (document: PublicDocumentView) => void;
  readonly onReload: () => void;
}

/** First the part that the client needs (how much, until when, what to do), then the document. */
export function DocumentPage({ token, document: shown, onChanged, onReload }: DocumentPageProps) {
  const { t } = useTexts('document');
  const [chosenAction, setChosenAction] = useState<DocumentAnswer['action']>();
  const [answered, setAnswered] = useState<DocumentAnswer['action']>();
  const { kind, number, seller, payment, answers } = shown;
  const quiet = quietAnswer(answers);
  const title = t('heading', { kind: t(`kind.${kind}`), number });
  useReportViewed(token, shown);
  useEffect(() => {
    document.title = `${title} · ${seller.name}`;
  }, [title, seller.name]);

  useEffect(() => {
    // Loaded before the click that needs it; a failure is shown at that click.
    fetchDialog().catch(() => undefined);
  }, []);

  const take = (changed: PublicDocumentView) => {
    setAnswered(chosenAction);
    setChosenAction(undefined);
    onChanged(changed);
  };
  return (
    <>
      <SkipLink />
      <PageBar seller={seller} />
      {shown.sandbox && <SandboxBanner />}
      {shown.openedWith === 'Preview' && <PreviewBanner />}
      <AllDocuments token={token} clientUrl={shown.clientUrl} />
      <main id="main" tabIndex={-1} className="pd-page">
        <aside className="pd-aside">
          <SummaryCard token={token} document={shown} title={title} answered={answered} onAsk={setChosenAction} />
          {payment && <PaymentCard document={shown} payment={payment} />}
        </aside>
        <DocumentSheet document={shown} />
        {quiet && (
          <p className="pd-quiet">
            <button
              type="button"
              className="pd-text-button"
              disabled={!answers[quiet].open}
              onClick={() => setChosenAction(quiet)}
            >
              {t(`action.quiet.${quiet}`)}
            </button>
          </p>
        )}
        {kind !== 'Quote' && <LinkNeeded document={shown} className="pd-quiet" />}
      </main>
      {chosenAction && (
        <Suspense>
          <AnswerDialog
            token={token}
            document={shown}
            action={chosenAction}
            onTaken={take}
            onReload={onReload}
            onClose={() => setChosenAction(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Leads to the page with all documents of the client, where this is one of them, or the company links to it. */
function AllDocuments({ token, clientUrl }: { token: string; clientUrl: string | null | undefined }) {
  const { t } = useTexts('document');
  // Relative to `/d/<token>/invoices/7`, so that the page does not contain its token.
  const href = token.includes('/') && previewOf(token) === undefined ? '../' : clientUrl;
  if (!href) return null;
  return (
    <nav className="pd-all">
      <a href={href}>{t('all')}</a>
    </nav>
  );
}

/** The answer that is possible: an expired quote no longer asks for one. A preview shows it as well. */
function quietAnswer({ accept, decline, reject }: PublicDocumentView['answers']): 'decline' | 'reject' | undefined {
  if (isOffered(reject)) return 'reject';
  return isOffered(decline) && !isOffered(accept) ? 'decline' : undefined;
}
