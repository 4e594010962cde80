import '../documents/documents.css';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { Stack, Text } from '@mantine/core';
import { DocumentTotals, TaxBreakdown } from '../documents/document-totals.js';
import { useCreditNoteTexts } from '../../shared/texts/credit-notes.js';
import type { CreditFault, CreditPreview } from './credit-preview.js';
import { useEffectText } from './effect-text.js';

interface CreditPreviewPanelProps {
  readonly invoice: InvoiceView;
  readonly preview: CreditPreview | CreditFault;
  /** Whether somebody tried to go on: what is still missing is a fault then. */
  readonly tried: boolean;
}

/** What the credit note will amount to and what it will do, or why it cannot be issued like this. */
export function CreditPreviewPanel({ invoice, preview, tried }: CreditPreviewPanelProps) {
  const { t } = useCreditNoteTexts();
  const effectText = useEffectText();
  const { currency, number } = invoice;
  if (typeof preview === 'string') {
    const wrong = tried || preview !== 'empty';
    return (
      <Text size="sm" role="status" {...(wrong ? { c: 'var(--mantine-color-error)', fw: 600 } : { c: 'dimmed' })}>
        {t(`form.faults.${preview}`)}
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
