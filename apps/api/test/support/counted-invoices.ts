import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { StatusCounts } from '@billhook/contract/invoicing/status-counts';

/** The counts and sums of statuses, computed from the invoices: the balance of those that have one, else what is due. */
export function countedBy(invoices: readonly InvoiceView[]): StatusCounts['statuses'] {
  return [...new Set(invoices.map(({ status }) => status))].toSorted().map((status) => {
    const of = invoices.filter((invoice) => invoice.status === status);
    const amounts = [...new Set(of.map(({ currency }) => currency))].toSorted().map((currency) => {
      const shown = of
        .filter((invoice) => invoice.currency === currency)
        .map(({ balance, totals }) =>
          Number(['Sent', 'Partial', 'Overdue', 'Rejected'].includes(status) ? balance : totals.due),
        );
      return { currency, amount: shown.reduce((sum, amount) => sum + amount, 0).toFixed(2) };
    });
    return { status, count: of.length, capped: false, amounts };
  });
}
