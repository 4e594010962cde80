import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { useTexts } from '@billhook/ui/use-texts';
import { IconEye, IconFlask } from '@tabler/icons-react';

/** States that the preview of a member changes nothing. */
export function PreviewBanner() {
  const { t } = useTexts('document');
  return (
    <div className="pd-preview" role="note">
      <IconEye size={20} aria-hidden="true" />
      <p>
        <strong>{t('preview.title')}</strong> {t('preview.body')}
      </p>
    </div>
  );
}

/** States that the document of a sandbox is not real. */
export function SandboxBanner() {
  const { t } = useTexts('document');
  return (
    <div className="pd-preview pd-sandbox" role="note">
      <IconFlask size={20} aria-hidden="true" />
      <p>
        <strong>{t('sandbox.title')}</strong> {t('sandbox.body')}
      </p>
    </div>
  );
}

/** Explains how to answer to a person whose link only shows the document. */
export function LinkNeeded({ document, className }: { document: PublicDocumentView; className: string }) {
  const { t } = useTexts('document');
  const { kind, answers, seller } = document;
  if (kind === 'CreditNote' || !Object.values(answers).some(({ closedBy }) => closedBy === 'ViewingLink')) return null;
  return (
    <p className={className}>
      {t(`linkNeeded.${kind}`, { seller: seller.name })}
      {seller.email && (
        <>
          {' '}
          <a href={`mailto:${seller.email}`}>{seller.email}</a>
        </>
      )}
    </p>
  );
}
