import '../documents/documents.css';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { DocumentTotals, TaxBreakdown } from '../documents/document-totals.js';
import type { CreditPreviewError, CreditPreview } from './credit-preview.js';
import { useEffectText } from './use-effect-text.js';

interface CreditPreviewPanelProps {
  readonly invoice: InvoiceView;
  readonly preview: CreditPreview | CreditPreviewError;
  /** After the first attempt to continue, missing values are errors. */
  readonly tried: boolean;
}

/** The amount and the effect of the credit note, or why it cannot be issued. */
export function CreditPreviewPanel({ invoice, preview, tried }: CreditPreviewPanelProps) {
  const { t } = useTexts('creditNotes');
  const effectText = useEffectText();
  const { currency, number } = invoice;
  if (typeof preview === 'string') {
    const wrong = tried || preview !== 'empty';
    return (
      <Text size="sm" role="status" {...(wrong ? { c: 'var(--mantine-color-error)', fw: 600 } : { c: 'dimmed' })}>
        {t(`form.errors.${preview}`)}
      </Text>
    );
  }
  return (
    <Stack gap="md">
      <TaxBreakdown rows={preview.taxBreakdown} currency={currency} />
      <DocumentTotals totals={preview.totals} currency={currency} />
      <Text size="sm" role="status">
        {effectText('form.effect', preview.allocation, currency, number ?? '')}
      </Text>
    </Stack>
  );
}
