import { REFERENCE_NAMES, type Reference } from '@billhook/contract/invoicing/document-fields';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { Section, type Fact } from '../../shared/workspace/detail.js';

type Document = Pick<
  InvoiceView | QuoteView,
  Reference | 'externalId' | 'series' | 'paymentMeans' | 'locale' | 'customFields'
>;

/**
 * The details that invoices and quotes share, in addition to dates and parties.
 * @param reference with which the client pays, if it is not the number
 */
export function useDocumentDetails(
  document: Document,
  reference: string | null | undefined = document.paymentMeans?.remittance,
): Fact[] {
  const { t } = useTexts('documents');
  const screenLanguage = useLanguage();
  const { paymentMeans, locale, customFields } = document;
  const language = locale && new Intl.DisplayNames(screenLanguage, { type: 'language' }).of(locale);
  return [
    ...REFERENCE_NAMES.map((name) => ({ label: t(name), value: document[name] })),
    { label: t('words:externalId'), value: document.externalId },
    { label: t('words:series'), value: document.series === 'default' ? null : document.series },
    { label: 'IBAN', value: paymentMeans?.iban },
    { label: 'BIC', value: paymentMeans?.bic },
    { label: t('words:remittance'), value: reference },
    { label: t('ui:language'), value: language },
    ...Object.entries(customFields).map(([label, value]) => ({ label, value: value === null ? null : String(value) })),
  ];
}

/** Notes and terms, with their paragraphs. */
export function DocumentNotesAndTerms({ notes, terms }: { notes: readonly string[]; terms: string | null }) {
  const { t } = useTexts('documents');
  if (notes.length === 0 && !terms) return null;
  return (
    <Section title={t('words:notesAndTerms')}>
      <Stack gap="sm">
        {notes.map((note, index) => (
          <Text key={index} size="sm" className="dc-words bh-anywhere">
            {note}
          </Text>
        ))}
        {terms && (
          <Text size="sm" c="dimmed" className="dc-words bh-anywhere">
            {t('termsOf', { terms })}
          </Text>
        )}
      </Stack>
    </Section>
  );
}
