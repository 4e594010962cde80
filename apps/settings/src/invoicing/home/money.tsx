import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { areFirstStepsOver } from '../first-steps/first-steps-over.js';
import { useMonths, useReceivables } from './home.queries.js';
import { OutstandingPanel } from './outstanding-panel.js';
import { PaidPanel } from './paid-panel.js';

/** What is outstanding and what was paid: a pair of panels for each currency, that of the company first. */
export function Money() {
  const { company } = useSignedIn();
  const seesPayments = useHolds('payment.read');
  const receivables = useReceivables();
  const { totals, months } = useMonths();
  const outstanding = seesPayments ? receivables : totals;
  const codes = [outstanding, totals].flatMap(({ data }) => data?.currencies.map(({ currency }) => currency) ?? []);
  const isKnown = !outstanding.isPending && !totals.isPending;
  // The first steps are there instead of empty plots.
  if (isKnown && codes.length === 0 && !outstanding.error && !totals.error && !areFirstStepsOver(company.id))
    return null;
  const others = [...new Set(codes)].filter((code) => code !== company.currency).toSorted();
  const hasOwn = others.length === 0 || codes.includes(company.currency);
  const currencies = [...(hasOwn ? [company.currency] : []), ...others];
  return (
    <div className="hm-money">
      {currencies.map((currency) => (
        <div key={currency} className="hm-currency">
          <OutstandingPanel
            {...{ currency, isOne: currencies.length === 1 }}
            answer={outstanding}
            of={outstanding.data?.currencies.find((each) => each.currency === currency)}
          />
          {seesPayments && (
            <PaidPanel
              {...{ currency, months, isOne: currencies.length === 1 }}
              answer={totals}
              of={totals.data?.currencies.find((each) => each.currency === currency)}
            />
          )}
        </div>
      ))}
    </div>
  );
}
