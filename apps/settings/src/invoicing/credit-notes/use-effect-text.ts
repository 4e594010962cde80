import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { useTexts } from '@billhook/ui/use-texts';
import { useAmounts } from '../../shared/workspace/money.js';

/** The effect of a credit note on the outstanding amount and on the client's credit, in one sentence. */
export function useEffectText() {
  const { t } = useTexts('creditNotes');
  const amounts = useAmounts();
  return (
    texts: 'effectOf' | 'form.effect',
    allocation: CreditNoteView['allocation'],
    currency: string,
    number: string,
  ): string => {
    const open = amounts.amount(allocation.invoice, currency);
    const released = amounts.amount(allocation.released, currency);
    if (!/[1-9]/.test(allocation.released)) return t(`${texts}.open`, { amount: open, number });
    if (!/[1-9]/.test(allocation.invoice)) return t(`${texts}.released`, { amount: released });
    return t(`${texts}.both`, { open, released, number });
  };
}
