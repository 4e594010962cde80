import type { ClientView } from '@billhook/contract/invoicing/client';
import { Money } from '../../shared/workspace/money.js';

type Balance = ClientView['balances'][number];

/** One member of each balance, a line for each currency in which it is not zero. */
export function BalanceAmounts({
  balances,
  member,
}: {
  readonly balances: readonly Balance[];
  readonly member: Exclude<keyof Balance, 'currency'>;
}) {
  const amounts = balances.filter((balance) => /[1-9]/.test(balance[member]));
  if (amounts.length === 0) return <span aria-hidden="true">–</span>;
  return amounts.map((balance) => (
    <div key={balance.currency}>
      <Money amount={balance[member]} currency={balance.currency} />
    </div>
  ));
}
