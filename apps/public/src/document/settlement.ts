import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { decimalOrThrow, formatDecimal, isZeroText, subtract } from '@billhook/domain/shared/decimal';

type PublicAmounts = Pick<PublicDocumentView, 'totals' | 'amountPaid' | 'amountCredited' | 'balance'>;

/** The part of the total that is no longer outstanding although it was neither paid nor credited. The reason is hidden from the client. */
export function noLongerDue({ totals, amountPaid, amountCredited, balance }: PublicAmounts): string {
  const digits = totals.due.split('.')[1]?.length ?? 0;
  const others = [amountPaid ?? '0', amountCredited ?? '0', balance ?? totals.due];
  const rest = others.reduce((sum, amount) => subtract(sum, decimalOrThrow(amount)), decimalOrThrow(totals.due));
  return formatDecimal(rest, digits);
}

/** Whether credit notes alone explain that nothing is outstanding. */
export function isSettledByCredit(amounts: PublicAmounts): boolean {
  return !isZeroText(amounts.amountCredited ?? '0') && isZeroText(noLongerDue(amounts));
}
