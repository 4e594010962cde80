import type { CompanyTotals } from '@billhook/contract/invoicing/company-totals';
import type { ReceivablesView } from '@billhook/contract/invoicing/receivables';
import { isZeroText } from '@billhook/domain/shared/decimal';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { PageLink } from '../../shared/workspace/links.js';
import { Money as Amount } from '../../shared/workspace/money.js';
import { MoneyPanel, type CurrencyPanelProps } from './money-panel.js';
import { zeroAmount } from './zero-amount.js';

type Receivables = ReceivablesView['currencies'][number];

interface OutstandingPanelProps extends CurrencyPanelProps {
  /** Without `payment.read`, the totals have no ages. */
  readonly of: Receivables | CompanyTotals['currencies'][number] | undefined;
}

/** What is outstanding in one currency, and how long it has been overdue. */
export function OutstandingPanel({ of, ...panel }: OutstandingPanelProps) {
  const { t } = useTexts('home');
  const { currency } = panel;
  return (
    <MoneyPanel title={t('words:outstanding')} height={230} {...panel}>
      <div className="hm-amount">
        <Amount amount={of?.outstanding ?? zeroAmount(currency)} currency={currency} strong />
      </div>
      {!of || isZeroText(of.outstanding) ? (
        <Text size="sm" c="dimmed">
          {t('money.noneOutstanding')}
        </Text>
      ) : (
        <div className="hm-links">
          <PageLink to="/invoices" search={{ open: true }}>
            {t('money.showOutstanding')}
          </PageLink>
          {!isZeroText(of.overdue) && (
            <PageLink to="/invoices" search={{ status: 'Overdue', sort: 'dueDate' }}>
              {t('money.showOverdue')} <Amount amount={of.overdue} currency={currency} />
            </PageLink>
          )}
        </div>
      )}
      {of && 'buckets' in of && <Ages of={of} />}
    </MoneyPanel>
  );
}

function Ages({ of: { buckets, credit, currency } }: { readonly of: Receivables }) {
  const { t } = useTexts('home');
  // Only for the length of the bars.
  const most = Math.max(...buckets.map(({ amount }) => Number(amount)), 0);
  return (
    <>
      {most > 0 && (
        <ul className="hm-ages" aria-label={t('money.byAge')}>
          {buckets.map(({ bucket, amount }) => (
            <li key={bucket}>
              <span>{t(`money.buckets.${bucket}`)}</span>
              <span className="hm-bar" data-bucket={bucket} aria-hidden="true">
                <i style={{ width: `${Math.max((100 * Number(amount)) / most, 0)}%` }} />
              </span>
              <Amount amount={amount} currency={currency} />
            </li>
          ))}
        </ul>
      )}
      {!isZeroText(credit.amount) && (
        <PageLink to="/payments" search={{ credit: true }} mt="sm" display="inline-block">
          {t('money.credit')} <Amount amount={credit.amount} currency={currency} />
        </PageLink>
      )}
    </>
  );
}
