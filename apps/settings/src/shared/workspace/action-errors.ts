import { INVOICE_ACTIONS, type InvoiceAction, type InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import { QUOTE_ACTIONS, type QuoteAction, type QuoteStatus } from '@billhook/domain/invoicing/quote';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { useStatusText } from './record-status.js';

interface Available<A extends string> {
  readonly action: A;
  readonly allowed: boolean;
  readonly reason: string | null;
}

interface ActionsOf<A extends string, S extends string> {
  readonly status: S;
  readonly availableActions: readonly Available<A>[];
}

type ActionTable = Readonly<Record<string, { readonly from: readonly string[]; readonly onRequest: boolean }>>;

/** The actions of a table that a person can request. */
export type Requestable<T extends ActionTable> = {
  [A in keyof T]: T[A]['onRequest'] extends true ? A : never;
}[keyof T];

/**
 * Why an action is rejected, in the current language; undefined if it is allowed. The API responds in English; if the status is the reason, its table
 * gives the reason in any language.
 * @param words other reasons than the status, by action
 */
export function useInvoiceActionError(
  invoice: ActionsOf<InvoiceAction, InvoiceStatus>,
  words: Partial<Record<InvoiceAction, string>>,
) {
  const statusText = useStatusText();
  return useActionError(INVOICE_ACTIONS, invoice, (status) => statusText('invoice', status), words);
}

/** The same for a quote. */
export function useQuoteActionError(quote: ActionsOf<QuoteAction, QuoteStatus>) {
  const statusText = useStatusText();
  return useActionError(QUOTE_ACTIONS, quote, (status) => statusText('quote', status), {});
}

function useActionError<A extends string, S extends string>(
  table: Readonly<Record<A, { readonly from: readonly S[] }>>,
  { status, availableActions }: ActionsOf<A, S>,
  statusText: (status: S) => string,
  words: Partial<Record<A, string>>,
) {
  const { t } = useTexts('workspace');
  const format = useFormat();
  return (action: A): string | undefined => {
    const known = availableActions.find((each) => each.action === action);
    if (known?.allowed) return undefined;
    const { from } = table[action];
    if (from.includes(status)) return words[action] ?? known?.reason ?? undefined;
    if (from.length === 1 && from[0] === 'Draft') return t('actions.onlyDrafts');
    return t('actions.onlyWhen', { statuses: format.either(from.map(statusText)) });
  };
}
