import './payments.css';
import type { PaymentKind } from '@billhook/domain/invoicing/payment';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { DecimalInput } from '../../shared/workspace/decimal-input.js';
import { PageLink } from '../../shared/workspace/links.js';
import { Money, useAmounts } from '../../shared/workspace/money.js';
import { RecordStatus } from '../../shared/workspace/record-status.js';
import {
  allocated,
  amountIn,
  filled,
  filledAll,
  restOf,
  shareError,
  type Payable,
  type Shares,
} from './allocation.rules.js';

interface AllocationTableProps {
  readonly kind: PaymentKind;
  readonly invoices: readonly Payable[];
  readonly currency: string;
  /** The amount to allocate; '' while it is unknown. */
  readonly amount: string;
  readonly shares: Shares;
  readonly onChange: (shares: Shares) => void;
  /** The errors of the API by invoice. */
  readonly fieldErrors: Readonly<Record<number, string>>;
}

/** Distributes an amount over invoices, and shows the rest. */
export function AllocationTable(props: AllocationTableProps) {
  const { t } = useTexts('payments');
  const amounts = useAmounts();
  const format = useFormat();
  const { kind, invoices, currency, amount, shares, onChange, fieldErrors } = props;

  const nothing = !amountIn(currency, amount)?.units;

  const errorOf = ({ invoice, limit }: Payable) => {
    const fieldError = shareError(shares[invoice.id] ?? '', limit, currency);
    return fieldError ? t('form.overLimit', { amount: amounts.amount(limit, currency) }) : fieldErrors[invoice.id];
  };
  const columns: Column<Payable>[] = [
    {
      key: 'number',
      header: t('words:invoice'),
      wide: true,
      render: ({ invoice }) => (
        <PageLink to="/invoices/$id" params={{ id: invoice.id }} className="ws-number" target="_blank">
          {invoice.number}
        </PageLink>
      ),
    },
    {
      key: 'due',
      header: t('due'),
      render: ({ invoice }) => (
        <span className="st-date">{invoice.dueDate === null ? '–' : format.day(invoice.dueDate)}</span>
      ),
    },
    {
      key: 'status',
      header: t('words:status'),
      render: ({ invoice }) => <RecordStatus kind="invoice" status={invoice.status} />,
    },
    {
      key: 'limit',
      header: t(kind === 'Payment' ? 'words:outstanding' : 'paid'),
      align: 'right',
      render: ({ limit }) => <Money amount={limit} currency={currency} />,
    },
    {
      key: 'share',
      header: t('words:amount'),
      align: 'right',
      wide: true,
      render: (payable) => {
        const { id } = payable.invoice;
        const number = payable.invoice.number ?? `#${id}`;
        return (
          <div className="st-share">
            <DecimalInput
              aria-label={t('form.amountOf', { number })}
              currency={currency}
              value={shares[id] ?? ''}
              onChange={(share) => onChange({ ...shares, [id]: share })}
              error={errorOf(payable)}
            />
            <Button
              variant="default"
              px="sm"
              disabled={nothing}
              aria-label={t('form.fillOf', { number })}
              onClick={() => onChange(filled(shares, payable, amount, currency))}
            >
              {t('form.fill')}
            </Button>
          </div>
        );
      },
    },
  ];

  return (
    <div className="bh-panel">
      <Group justify="flex-end" p="sm" pb={0}>
        <Button
          variant="default"
          size="xs"
          disabled={nothing}
          leftSection={<IconWand size={14} aria-hidden="true" />}
          onClick={() => onChange(filledAll(invoices, amount, currency))}
        >
          {t('form.fillAll')}
        </Button>
      </Group>
      <DataTable label={t('form.table')} columns={columns} rows={invoices} rowKey={({ invoice }) => invoice.id} />
      <AllocationSums kind={kind} currency={currency} amount={amount} shares={shares} />
    </div>
  );
}

type AllocationSumsProps = Pick<AllocationTableProps, 'kind' | 'currency' | 'amount' | 'shares'>;

/** The allocated amount and the rest, announced to screen readers on change. */
function AllocationSums({ kind, currency, amount, shares }: AllocationSumsProps) {
  const { t } = useTexts('payments');
  const amounts = useAmounts();
  const rest = restOf(amount, shares, currency);
  const over = rest.startsWith('-');
  return (
    <div role="status">
      <dl className="st-sums">
        <div>
          <dt>{t('form.allocated')}</dt>
          <dd>
            <Money amount={allocated(shares, currency)} currency={currency} />
          </dd>
        </div>
        <div data-wrong={over || undefined}>
          {over ? (
            <dt data-wrong>{t('form.restNegative', { amount: amounts.amount(rest.slice(1), currency) })}</dt>
          ) : (
            <dt>{t(kind === 'Payment' ? 'form.rest' : 'form.restRefund')}</dt>
          )}
          <dd>
            <Money amount={rest} currency={currency} strong />
          </dd>
        </div>
      </dl>
    </div>
  );
}
