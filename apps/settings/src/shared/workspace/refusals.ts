import { INVOICE_ACTIONS, allows, type InvoiceAction, type InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import { QUOTE_ACTIONS, quoteAllows, type QuoteAction, type QuoteStatus } from '@billhook/domain/invoicing/quote';
import { useFormat } from '@billhook/ui/use-format';
import { useWorkspaceTexts } from '../texts/workspace.js';
import { useStatusText } from './record-status.js';

interface Available<A extends string> {
  readonly action: A;
  readonly allowed: boolean;
  readonly reason: string | null;
}

/**
 * Why an action is refused, in the language on screen; undefined when it is allowed. The server decides and says it in English; where the
 * status is the reason, the table that it decides by says it in any language.
 * @param words other reasons than the status, by action
 */
export function useInvoiceRefusal(
  invoice: { readonly status: InvoiceStatus; readonly availableActions: readonly Available<InvoiceAction>[] },
  words: Partial<Record<InvoiceAction, string>>,
) {
  const onlyWhen = useOnlyWhen();
  const statusText = useStatusText();
  return (action: InvoiceAction): string | undefined => {
    const known = invoice.availableActions.find((each) => each.action === action);
    if (known?.allowed) return undefined;
    if (allows(action, invoice.status)) return words[action] ?? known?.reason ?? undefined;
    return onlyWhen(INVOICE_ACTIONS[action].from.map((status) => statusText('invoice', status)));
  };
}

/** The same for a quote. */
export function useQuoteRefusal(quote: {
  readonly status: QuoteStatus;
  readonly availableActions: readonly Available<QuoteAction>[];
}) {
  const onlyWhen = useOnlyWhen();
  const statusText = useStatusText();
  return (action: QuoteAction): string | undefined => {
    const known = quote.availableActions.find((each) => each.action === action);
    if (known?.allowed) return undefined;
    if (quoteAllows(action, quote.status)) return known?.reason ?? undefined;
    return onlyWhen(QUOTE_ACTIONS[action].from.map((status) => statusText('quote', status)));
  };
}

function useOnlyWhen() {
  const { t } = useWorkspaceTexts();
  const format = useFormat();
  return (statuses: readonly string[]) => t('actions.onlyWhen', { statuses: format.either(statuses) });
}
