import type { HomeView } from '@billhook/contract/installation/home';
import type { CompanyTotals } from '@billhook/contract/invoicing/company-totals';
import type { ReceivablesView } from '@billhook/contract/invoicing/receivables';
import { endOfMonth } from '@billhook/domain/shared/calendar';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useQuery } from '@tanstack/react-query';
import { useToday } from '../../shared/dates/use-today.js';
import { useHolds } from '../../shared/session/signed-in.js';
import { recordKeys } from '../../shared/workspace/records.js';

/** What waits changes without a request of this page. */
const REFRESH_MS = 60_000;

/** The keys begin with that of the records, so a change of any of them reloads the page. */
const key = (...parts: readonly string[]) => [...recordKeys.all, 'home', ...parts];

/** What waits for the member. */
export function useHomeTasks() {
  return useQuery({
    queryKey: key('tasks'),
    queryFn: ({ signal }) => apiFetch<HomeView>('/app/home', { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** What clients owe today by age, for members who may see payments. */
export function useReceivables() {
  const today = useToday();
  return useQuery({
    queryKey: key('receivables', today),
    queryFn: ({ signal }) => apiFetch<ReceivablesView>('/app/reports/receivables', { signal }),
    enabled: useHolds('payment.read'),
  });
}

/** The months of the plot, the present one last: `2026-11`. */
function monthsUntil(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, n) => new Date(Date.UTC(year, month - 12 + n)).toISOString().slice(0, 7));
}

/** What is outstanding, and what was paid in each of the last 12 months. */
export function useMonths() {
  const today = useToday();
  const months = monthsUntil(today);
  const from = `${months[0] ?? ''}-01`;
  const totals = useQuery({
    queryKey: key('totals', from),
    queryFn: ({ signal }) =>
      apiFetch<CompanyTotals>(`/app/totals${query({ from, to: endOfMonth(today), by: 'month' })}`, { signal }),
  });
  return { totals, months };
}
