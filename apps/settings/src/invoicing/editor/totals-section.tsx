import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { Section } from '../../shared/workspace/detail.js';
import { Money } from '../../shared/workspace/money.js';
import { DocumentTotals, TaxBreakdown } from '../documents/document-totals.js';
import { hasContent } from './draft-errors.js';
import type { Editor } from './use-editor.js';

/** The totals of the document, computed by the rules of the server. */
export function TotalsSection({ editor }: { editor: Editor }) {
  const { t } = useTexts('editor');
  const { draft, totals } = editor;
  return (
    <Section title={t('totals')}>
      {totals && (hasContent(draft) || draft.adjustments.length > 0) ? (
        <div className="ed-sums">
          <TaxBreakdown rows={totals.taxBreakdown} currency={draft.currency} />
          <DocumentTotals totals={totals.totals} currency={draft.currency} />
          {totals.partial && (
            <Text size="xs" c="dimmed">
              {t('totalsPartial')}
            </Text>
          )}
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {t('totalsNone')}
        </Text>
      )}
    </Section>
  );
}

/** The same in one line, which is always visible. */
export function TotalsLine({ editor }: { editor: Editor }) {
  const documents = useTexts('documents').t;
  const { draft, totals } = editor;
  const { currency } = draft;
  if (!totals) return <span />;
  const { net, tax, due } = totals.totals;
  return (
    <div className="ed-line-total">
      <span className="ed-line-parts">
        {documents('totals.net')} <Money amount={net} currency={currency} />
        {DOT}
        {documents('totals.tax')} <Money amount={tax} currency={currency} />
      </span>
      <span>
        {documents('words:total')} <Money amount={due} currency={currency} strong />
      </span>
    </div>
  );
}
