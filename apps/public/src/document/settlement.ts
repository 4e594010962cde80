import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { decimalOrThrow, formatDecimal, isZeroText, subtract } from '@billhook/domain/shared/decimal';

type Amounts = Pick<PublicDocumentView, 'totals' | 'amountPaid' | 'amountCredited' | 'balance'>;

/** What is owed no more although it was neither paid nor credited. Why is not for the client to know. */
export function noLongerDue({ totals, amountPaid, amountCredited, balance }: Amounts): string {
  const digits = totals.due.split('.')[1]?.length ?? 0;
  const others = [amountPaid ?? '0', amountCredited ?? '0', balance ?? totals.due];
  const rest = others.reduce((sum, amount) => subtract(sum, decimalOrThrow(amount)), decimalOrThrow(totals.due));
  return formatDecimal(rest, digits);
}

/** Whether credit notes alone explain that nothing is left to pay. */
export function isSettledByCredit(amounts: Amounts): boolean {
  return !isZeroText(amounts.amountCredited ?? '0') && isZeroText(noLongerDue(amounts));
}
