import { ClientSnapshot, ClientView } from '@billhook/contract/invoicing/client';
import { present } from '@billhook/contract/shared/present';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { decimalOrThrow, formatDecimal, isZeroText } from '@billhook/domain/shared/decimal';
import { sortedFields } from '../records/custom-fields.js';
import type { Client, ClientRow } from './client.entity.js';

/** Formats balances with the digits of their currency, and leaves out currencies in which all balances are zero. */
function presentBalances(balances: ClientView['balances']): ClientView['balances'] {
  return balances.flatMap(({ currency, due, overdue, credit }) => {
    if (isZeroText(due) && isZeroText(credit)) return [];
    const digits = currencyDigits(currency);
    const text = (sum: string) => formatDecimal(decimalOrThrow(sum), digits);
    return [{ currency, due: text(due), overdue: text(overdue), credit: text(credit) }];
  });
}

/** Converts a client to the form of its GET response and of its events. */
export function presentClient(client: ClientRow): ClientView {
  return present(ClientView, client, {
    customFields: sortedFields(client.customFields),
    balances: presentBalances(client.balances),
  });
}

/** The client as an issued document stores it. */
export function snapshotClient(client: Client): ClientSnapshot {
  return ClientSnapshot.parse(presentClient({ ...client, balances: [] }));
}
