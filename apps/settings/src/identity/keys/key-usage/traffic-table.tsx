import type { KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { outcomesIn, requestsOf, type Outcomes } from './request-outcomes.js';

/** A column for each outcome that occurred, and one for the sum. */
export function useOutcomeColumns<T extends Outcomes>(rows: readonly T[]): Column<T>[] {
  const { t } = useTexts('keyPage');
  const format = useFormat();
  const number = (value: number) => <span className="ws-num">{format.number(value)}</span>;
  return [
    ...outcomesIn(rows).map((outcome): Column<T> => ({
      key: outcome,
      header: t(`traffic.short.${outcome}`),
      render: (row) => number(row[outcome]),
    })),
    { key: 'all', header: t('routes.all'), align: 'right', render: (row) => number(requestsOf(row)) },
  ];
}

/** The data of the chart by day, newest first, without days that have no requests. */
export function TrafficTable({ days }: { days: KeyTrafficView['days'] }) {
  const { t } = useTexts('keyPage');
  const format = useFormat();
  const rows = days.filter((day) => requestsOf(day) > 0).toReversed();
  const columns: Column<KeyTrafficView['days'][number]>[] = [
    { key: 'day', header: t('words:day'), render: ({ day }) => <span className="st-date">{format.day(day)}</span> },
    ...useOutcomeColumns(rows),
  ];
  return (
    <div className="st-traffic-table" tabIndex={0} role="group" aria-label={t('traffic.table')}>
      <DataTable label={t('traffic.table')} columns={columns} rows={rows} rowKey={({ day }) => day} />
    </div>
  );
}
