import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { compare, decimalOrThrow, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useAmounts } from '../../shared/workspace/money.js';
import { useRecord } from '../../shared/workspace/records.js';
import { AllocationTable } from './allocation-table.js';
import { restOf, type Shares } from './allocation.rules.js';
import type { PaymentValues } from './payment-values.js';
import type { usePayables } from './use-payables.js';

/** The credit of the client in the currency of a refund; undefined for a payment, and until it is loaded. */
function useCredit({ kind, clientId, currency }: PaymentValues): string | undefined {
  const client = useRecord('clients', clientId ?? 0, { enabled: clientId !== undefined && kind === 'Refund' });
  if (kind !== 'Refund' || !client.data) return undefined;
  return (
    client.data.balances.find((balance) => balance.currency === currency)?.credit ??
    formatDecimal(ZERO, currencyDigits(currency))
  );
}

/** Whether a refund exceeds the client's credit. */
export function useCreditShort(values: PaymentValues, shares: Shares): boolean {
  const credit = useCredit(values);
  if (credit === undefined) return false;
  const rest = decimalOrThrow(restOf(values.amount, shares, values.currency));
  return compare(rest, decimalOrThrow(credit)) > 0;
}

interface PaymentAllocationProps {
  /** Gets the focus if the allocation is invalid. */
  readonly id: string;
  readonly values: PaymentValues;
  readonly payables: ReturnType<typeof usePayables>;
  readonly shares: Shares;
  readonly onChange: (shares: Shares) => void;
  readonly fieldErrors: Readonly<Record<number, string>>;
}

/** The section of the payment form for its invoices. */
export function PaymentAllocation({ id, ...props }: PaymentAllocationProps) {
  const { t } = useTexts('payments');
  const heading = useId();
  const refund = props.values.kind === 'Refund';
  return (
    <section className="st-allocation" aria-labelledby={heading} id={id} tabIndex={-1}>
      <Title order={2} size="h3" id={heading}>
        {t(refund ? 'form.allocationRefund' : 'form.allocation')}
      </Title>
      <Stack gap={4} mt={4} mb="sm">
        <Text size="sm" c="dimmed">
          {t(refund ? 'form.allocationHintRefund' : 'form.allocationHint')}
        </Text>
        <Credit values={props.values} shares={props.shares} />
      </Stack>
      <Invoices {...props} />
    </section>
  );
}

function Invoices({ values, payables, shares, onChange, fieldErrors }: Omit<PaymentAllocationProps, 'id'>) {
  const { t } = useTexts('payments');
  const format = useFormat();
  const { kind, currency, amount, clientId } = values;
  const { invoices, otherCurrencies, isPending, error, retry } = payables;
  if (clientId === undefined) return <Said>{t('form.chooseClient')}</Said>;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (isPending) return <Skeleton height={96} />;
  return (
    <>
      {invoices.length === 0 ? (
        <Said>{t(kind === 'Refund' ? 'form.noInvoicesRefund' : 'form.noInvoices', { currency })}</Said>
      ) : (
        <AllocationTable
          kind={kind}
          invoices={invoices}
          currency={currency}
          amount={amount}
          shares={shares}
          onChange={onChange}
          fieldErrors={fieldErrors}
        />
      )}
      {otherCurrencies.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('form.otherCurrencies', { currencies: format.list(otherCurrencies) })}
        </Text>
      )}
    </>
  );
}

function Said({ children }: { children: ReactNode }) {
  return (
    <div className="bh-panel bh-pad">
      <Text size="sm">{children}</Text>
    </div>
  );
}

/** The maximum that a refund can take from the client's credit. */
function Credit({ values, shares }: Pick<PaymentAllocationProps, 'values' | 'shares'>) {
  const { t } = useTexts('payments');
  const amounts = useAmounts();
  const credit = useCredit(values);
  const short = useCreditShort(values, shares);
  if (credit === undefined) return null;
  const amount = amounts.amount(credit, values.currency);
  return (
    <Text size="sm" role="status" {...(short && { c: 'var(--mantine-color-error)' })}>
      {t(short ? 'form.creditShort' : 'form.creditLeft', { amount })}
    </Text>
  );
}
