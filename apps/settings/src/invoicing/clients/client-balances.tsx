import './clients.css';
import type { ClientView } from '@billhook/contract/invoicing/client';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useHolds } from '../../shared/session/signed-in.js';
import { Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { Money } from '../../shared/workspace/money.js';

/** The outstanding, overdue and credit amounts of the client, one row per currency. */
export function ClientBalances({ client }: { client: ClientView }) {
  const { t } = useTexts('clients');
  const seesInvoices = useHolds('invoice.read');
  const seesPayments = useHolds('payment.read');
  const { id, balances } = client;
  return (
    <Section title={t('balances')}>
      {balances.map(({ currency, due, overdue, credit }) => (
        <dl key={currency} className="st-balance">
          <div>
            <dt>{t('words:outstanding')}</dt>
            <dd>
              {seesInvoices ? (
                <PageLink to="/invoices" search={{ clientId: id, open: true }}>
                  <Money amount={due} currency={currency} strong />
                </PageLink>
              ) : (
                <Money amount={due} currency={currency} strong />
              )}
            </dd>
          </div>
          <div>
            <dt>{t('overdue')}</dt>
            <dd>
              {seesInvoices ? (
                <PageLink to="/invoices" search={{ clientId: id, status: 'Overdue' }}>
                  <Money amount={overdue} currency={currency} />
                </PageLink>
              ) : (
                <Money amount={overdue} currency={currency} />
              )}
            </dd>
          </div>
          <div>
            <dt>{t('credit')}</dt>
            <dd>
              {seesPayments ? (
                <PageLink to="/payments" search={{ clientId: id, credit: true }}>
                  <Money amount={credit} currency={currency} />
                </PageLink>
              ) : (
                <Money amount={credit} currency={currency} />
              )}
              <Text size="xs" c="dimmed">
                {t('creditHint')}
              </Text>
            </dd>
          </div>
        </dl>
      ))}
    </Section>
  );
}
