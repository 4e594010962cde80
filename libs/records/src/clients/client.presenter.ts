import { ClientSnapshot, type ClientView } from '@billhook/contract/client';
import { currencyDigits } from '@billhook/domain/currency';
import { formatDecimal, isZero, parseDecimal, ZERO } from '@billhook/domain/decimal';
import { sortedFields } from '../custom-fields.js';
import type { ClientRow } from './client.entity.js';

/** Sums come with the digits of what they add up; the wire wants those of the currency, and no line of nothing but zeros. */
function presentBalances(balances: ClientView['balances']): ClientView['balances'] {
  return balances.flatMap(({ currency, ...amounts }) => {
    const [due, overdue, credit] = [amounts.due, amounts.overdue, amounts.credit].map(
      (text) => parseDecimal(text, 6) ?? ZERO,
    );
    if (!due || !overdue || !credit || (isZero(due) && isZero(credit))) return [];
    const digits = currencyDigits(currency);
    return [
      {
        currency,
        due: formatDecimal(due, digits),
        overdue: formatDecimal(overdue, digits),
        credit: formatDecimal(credit, digits),
      },
    ];
  });
}

/** The one place where a client is shaped for the wire: the answer of its GET and the data of its events. */
export function presentClient(client: ClientRow): ClientView {
  const { companyId: _, createdAt, updatedAt, ...rest } = client;
  return {
    ...rest,
    customFields: sortedFields(client.customFields),
    balances: presentBalances(client.balances),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The client as an issued document keeps it. */
export function snapshotClient(client: ClientRow): ClientSnapshot {
  return ClientSnapshot.parse(presentClient(client));
}
