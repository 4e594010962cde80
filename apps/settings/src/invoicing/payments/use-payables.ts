import type { PaymentKind } from '@billhook/domain/invoicing/payment';
import { rowsOf, useRecordList } from '../../shared/workspace/records.js';
import { payables, type Payable } from './allocation.rules.js';

/** A page takes this many at most; further invoices of a client come with "Load more" of its list. */
const MOST = 100;

interface Payables {
  readonly invoices: readonly Payable[];
  /** Currencies in which invoices of the client take part beside the one that is asked for. */
  readonly otherCurrencies: readonly string[];
  readonly isPending: boolean;
  readonly error: Error | null;
  retry(): void;
}

/** The invoices that a payment of a client can pay, or a refund give back of. Nothing is asked without a client. */
export function usePayables(kind: PaymentKind, clientId: number | undefined, currency: string): Payables {
  const open = kind === 'Payment' ? { hasBalance: 'true', sort: 'dueDate' } : {};
  const list = useRecordList('invoices', { clientId, ...open }, { enabled: clientId !== undefined, limit: MOST });
  const rows = list.isPlaceholderData ? [] : rowsOf(list);
  const currencies = new Set(rows.map((invoice) => invoice.currency));
  return {
    invoices: payables(kind, currency, rows),
    otherCurrencies: [...currencies].filter((code) => code !== currency && payables(kind, code, rows).length > 0),
    isPending: clientId !== undefined && (list.isPending || list.isPlaceholderData),
    error: list.error,
    retry: () => void list.refetch(),
  };
}
