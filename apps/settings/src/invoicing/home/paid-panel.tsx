import '@billhook/ui/valid-language';
import type { CompanyTotals } from '@billhook/contract/invoicing/company-totals';
import { currencyDigits, isCurrency } from '@billhook/domain/invoicing/codes/currency';
import { isZeroText } from '@billhook/domain/shared/decimal';
import { DataTable } from '@billhook/ui/components/data-table';
import { useMonthFormat } from '@billhook/ui/use-month-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Money as Amount, useAmounts } from '../../shared/workspace/money.js';
import { MoneyPanel, type CurrencyPanelProps } from './money-panel.js';
import { zeroAmount } from './zero-amount.js';

const TimePlot = lazy(() => import('@billhook/ui/components/time-plot').then((file) => ({ default: file.TimePlot })));

type TotalsOfCurrency = CompanyTotals['currencies'][number];

interface PaidPanelProps extends CurrencyPanelProps {
  readonly months: readonly string[];
  readonly of: TotalsOfCurrency | undefined;
}

interface PaidMonth {
  readonly month: string;
  readonly paid: string;
}

/** What was paid in one currency in each of the last months: a plot or, on request, its table. */
export function PaidPanel({ months, of, ...panel }: PaidPanelProps) {
  const { t } = useTexts('home');
  const [asTable, setAsTable] = useState(false);
  const { currency } = panel;
  const zero = zeroAmount(currency);
  const rows = months.map((month): PaidMonth => ({
    month,
    paid: of?.periods.find(({ period }) => period === month)?.paid ?? zero,
  }));
  const isEmpty = rows.every(({ paid }) => isZeroText(paid));
  const Icon = asTable ? IconChartBar : IconTable;
  return (
    <MoneyPanel
      title={t('money.paid')}
      height={290}
      {...panel}
      action={
        !isEmpty && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon size={16} aria-hidden="true" />}
            onClick={() => setAsTable(!asTable)}
          >
            {t(asTable ? 'money.showPlot' : 'money.showTable')}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {isEmpty ? (
          t('money.nonePaid')
        ) : (
          <>
            {t('money.paidLead')} <Amount amount={of?.paid ?? zero} currency={currency} />
          </>
        )}
      </Text>
      {!isEmpty &&
        (asTable ? (
          <PaidTable rows={rows} currency={currency} />
        ) : (
          <Suspense fallback={<Skeleton height={245} mt="sm" />}>
            <PaidPlot rows={rows} currency={currency} />
          </Suspense>
        ))}
    </MoneyPanel>
  );
}

interface PaidProps {
  readonly rows: readonly PaidMonth[];
  readonly currency: string;
}

function PaidPlot({ rows, currency }: PaidProps) {
  const { t } = useTexts('home');
  const format = useMonthFormat();
  const amounts = useAmounts();
  const values = rows.map(({ paid }) => paid).join();
  const months = rows.map(({ month }) => month).join();
  const times = useMemo(() => months.split(',').map((month) => `${month}-01T00:00:00Z`), [months]);
  const series = useMemo(
    () => [{ name: t('money.paidSeries'), colour: 'green' as const, values: values.split(',').map(Number) }],
    [values, t],
  );
  const digits = isCurrency(currency) ? currencyDigits(currency) : 2;
  const write = useCallback(
    (value: number) => amounts.amount(value.toFixed(digits), currency),
    [amounts, digits, currency],
  );
  return (
    <TimePlot
      kind="bars"
      label={t('money.paidPlot', { currency })}
      bucket="month"
      writeAxis={format.compact}
      {...{ times, series, write }}
    />
  );
}

/** The same months, the newest first. */
function PaidTable({ rows, currency }: PaidProps) {
  const { t } = useTexts('home');
  const format = useMonthFormat();
  return (
    <div className="hm-table">
      <DataTable
        label={t('money.paidTable', { currency })}
        columns={[
          {
            key: 'month',
            header: t('money.month'),
            phone: 'first',
            render: ({ month }: PaidMonth) => format.month(`${month}-01`),
          },
          {
            key: 'paid',
            header: t('money.paidSeries'),
            align: 'right',
            phone: 'firstEnd',
            render: ({ paid }) => <Amount amount={paid} currency={currency} />,
          },
        ]}
        rows={rows.toReversed()}
        rowKey={({ month }) => month}
      />
    </div>
  );
}
