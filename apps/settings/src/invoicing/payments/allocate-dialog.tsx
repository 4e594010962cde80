import type { PaymentView } from '@billhook/contract/invoicing/payment';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { Nothing } from '../../shared/workspace/detail.js';
import { useAmounts } from '../../shared/workspace/money.js';
import { useChangeRecord } from '../../shared/workspace/records.js';
import { useAsOpened } from '../../shared/workspace/use-as-opened.js';
import { useErrorsByPath } from '../../shared/workspace/use-error-texts.js';
import { AllocationTable } from './allocation-table.js';
import { allocated, allocationsOf, errorsByInvoice, restOf, shareError, type Shares } from './allocation.rules.js';
import { usePayables } from './use-payables.js';

/** Allocates the remaining credit of a payment. */
export function AllocateDialog({ payment: opened, onClose }: { payment: PaymentView; onClose: () => void }) {
  const { t } = useTexts('payments');
  const errorsByPath = useErrorsByPath();
  const amounts = useAmounts();
  const [payment, reload] = useAsOpened('payments', opened);
  const { id, currency, unallocated, clientId, version } = payment;
  const change = useChangeRecord('payments', id);
  const { invoices, isPending, error, retry } = usePayables('Payment', clientId, currency);
  const [shares, setShares] = useState<Shares>({});
  const [tried, setTried] = useState(false);
  const allocations = allocationsOf(shares, currency);
  const invalid = invoices.some(({ invoice, limit }) => shareError(shares[invoice.id] ?? '', limit, currency));
  const ready = allocations.length > 0 && !invalid && !restOf(unallocated, shares, currency).startsWith('-');

  const submit = () => {
    setTried(true);
    if (!ready) return;
    const amount = amounts.amount(allocated(shares, currency), currency);
    change.start(
      [{ part: 'allocate', version, body: { allocations } }],
      closeAndNotify(onClose, t('allocate.done', { amount })),
    );
  };

  return (
    <Dialog
      opened
      size="xl"
      title={t('allocate.title', { amount: amounts.amount(unallocated, currency) })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('allocate.body')}</Text>
        {error && <ErrorState error={error} onRetry={retry} />}
        {isPending && <Skeleton height={120} />}
        {!isPending && !error && invoices.length === 0 && <Nothing>{t('form.noInvoices', { currency })}</Nothing>}
        {invoices.length > 0 && (
          <AllocationTable
            kind="Payment"
            invoices={invoices}
            currency={currency}
            amount={unallocated}
            shares={shares}
            onChange={(next) => {
              setShares(next);
              change.clear();
            }}
            fieldErrors={change.error ? errorsByInvoice(errorsByPath(change.error), allocations) : {}}
          />
        )}
        {tried && allocations.length === 0 && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {t('allocate.nothing')}
          </Text>
        )}
        {change.error && <ChangeError error={change.error} onReload={() => void reload().then(change.clear)} />}
        <DialogButtons onCancel={onClose}>
          <Button loading={change.pending} disabled={invoices.length === 0} onClick={submit}>
            {t('allocate.confirm')}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
