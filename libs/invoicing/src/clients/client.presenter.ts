import { ClientSnapshot, ClientView } from '@billhook/contract/invoicing/client';
import { currencyDigits } from '@billhook/domain/invoicing/currency';
import { decimalOrThrow, formatDecimal, isZeroText } from '@billhook/domain/shared/decimal';
import { sortedFields } from '../records/custom-fields.js';
import { present } from '../records/present.js';
import type { Client, ClientRow } from './client.entity.js';

/** Sums come with the digits of what they add up; the wire wants those of the currency, and no line of nothing but zeros. */
function presentBalances(balances: ClientView['balances']): ClientView['balances'] {
  return balances.flatMap(({ currency, due, overdue, credit }) => {
    if (isZeroText(due) && isZeroText(credit)) return [];
    const digits = currencyDigits(currency);
    const text = (sum: string) => formatDecimal(decimalOrThrow(sum), digits);
    return [{ currency, due: text(due), overdue: text(overdue), credit: text(credit) }];
  });
}

/** The one place where a client is shaped for the wire: the response of its GET and the data of its events. */
export function presentClient(client: ClientRow): ClientView {
  return present(ClientView, client, {
    customFields: sortedFields(client.customFields),
    balances: presentBalances(client.balances),
  });
}

/** The client as an issued document keeps it. */
export function snapshotClient(client: Client): ClientSnapshot {
  return ClientSnapshot.parse(presentClient({ ...client, balances: [] }));
}
