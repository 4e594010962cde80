import type { PaymentKind } from '@billhook/domain/invoicing/payment';
import { rowsOf, useRecordList } from '../../shared/workspace/records.js';
import { payables, type Payable } from './allocation.rules.js';

/** The page size; further invoices of a client are loaded with "Load more". */
const MOST = 100;

interface Payables {
  readonly invoices: readonly Payable[];
  /** The other currencies in which the client has invoices to pay or to refund. */
  readonly otherCurrencies: readonly string[];
  readonly isPending: boolean;
  readonly error: Error | null;
  retry(): void;
}

/** The invoices that a payment of a client can pay, or a refund can return. Without a client, nothing is requested. */
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
