import type { StatusCounts } from '@billhook/contract/invoicing/status-counts';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAmounts } from './money.js';
import { recordKeys, recordPath, type RecordFilters } from './records.js';

/** The statuses of a list, in their usual order. */
export interface ListStatuses {
  readonly resource: 'invoices' | 'quotes' | 'payments' | 'credit-notes';
  /** Empty if all have the same status: then the tab of all shows the sum. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

interface StatusTabsProps {
  readonly statuses: ListStatuses;
  readonly current: string | undefined;
  /** The query of the list. */
  readonly filters: RecordFilters;
  readonly onChange: (status: string | undefined) => void;
}

type StatusCount = StatusCounts['statuses'][number];

/** Counts the list by status, with its other filters. */
function useStatusCounts(resource: ListStatuses['resource'], filters: RecordFilters) {
  const { status: _, sort: __, includeTotal: ___, expand: ____, ...counted } = filters;
  return useQuery({
    queryKey: [...recordKeys.list(resource, counted), 'status-counts'],
    queryFn: ({ signal }) =>
      apiFetch<StatusCounts>(recordPath(resource) + '/status-counts' + query(counted), { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The statuses that have records, with their number and the sum of their amounts. Each filters the list. */
export function StatusTabs({ statuses, current, filters, onChange }: StatusTabsProps) {
  const { t } = useTexts('workspace');
  const { data, isError } = useStatusCounts(statuses.resource, filters);
  const counts = data?.statuses ?? [];
  const countOf = (status: string) => counts.find((count) => count.status === status);
  // Without counts, each status can still be chosen.
  const isUncounted = isError || data?.capped === true;
  const shown = statuses.options.filter(({ value }) => isUncounted || value === current || countOf(value));
  const all = data && {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    capped: data.capped || counts.some(({ capped }) => capped),
    ...(statuses.options.length === 0 && counts[0] && { amounts: counts[0].amounts }),
  };
  return (
    <div className="ws-tabs" role="group" aria-label={t('words:status')}>
      <StatusTab
        label={t('list.allTab')}
        count={all?.capped ? undefined : all}
        isCurrent={current === undefined}
        onClick={() => onChange(undefined)}
      />
      {shown.map(({ value, label }) => (
        <StatusTab
          key={value}
          label={label}
          count={countOf(value) ?? (data && !isUncounted ? { count: 0, capped: false } : undefined)}
          isCurrent={value === current}
          onClick={() => onChange(value)}
        />
      ))}
    </div>
  );
}

interface StatusTabProps {
  readonly label: string;
  /** Undefined if it is not known. */
  readonly count: (Pick<StatusCount, 'count' | 'capped'> & Partial<StatusCount>) | undefined;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}

function StatusTab({ label, count, isCurrent, onClick }: StatusTabProps) {
  const { t } = useTexts('workspace');
  const format = useFormat();
  const { amount: written } = useAmounts();
  const [first, ...others] = (count?.amounts ?? []).map(({ amount, currency }) => written(amount, currency));
  return (
    <UnstyledButton aria-pressed={isCurrent} title={[first, ...others].join(', ') || undefined} onClick={onClick}>
      <span>
        {label}
        {count && (
          <span className="ws-tab-count">
            {' '}
            {count.capped ? t('list.moreThan', { number: format.number(count.count) }) : format.number(count.count)}
          </span>
        )}
      </span>
      <span className="ws-tab-sum">
        {first}
        {others.length > 0 && (
          <>
            <span aria-hidden="true"> +{others.length}</span>
            <VisuallyHidden component="span">, {others.join(', ')}</VisuallyHidden>
          </>
        )}
      </span>
    </UnstyledButton>
  );
}
