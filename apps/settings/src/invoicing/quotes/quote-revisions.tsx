import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack } from '@mantine/core';
import { Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { rowsOf, useRecordList } from '../../shared/workspace/records.js';

/** The other revisions of a quote: they share its number. */
export function QuoteRevisions({ quote }: { quote: QuoteView }) {
  const { t } = useTexts('quotes');
  const { id, number, revision, previousRevisionId } = quote;
  const family = useRecordList('quotes', { number: number ?? undefined }, { enabled: number !== null });
  const next = rowsOf(family).find((other) => other.previousRevisionId === id);
  if (previousRevisionId === null && !next) return null;
  return (
    <Section title={t('related.title')}>
      <Stack gap="xs" align="flex-start">
        {previousRevisionId !== null && (
          <PageLink to="/quotes/$id" params={{ id: previousRevisionId }}>
            {t('related.previous', { n: revision - 1 })}
          </PageLink>
        )}
        {next && (
          <PageLink to="/quotes/$id" params={{ id: next.id }}>
            {t('related.next', { n: next.revision })}
          </PageLink>
        )}
      </Stack>
    </Section>
  );
}
