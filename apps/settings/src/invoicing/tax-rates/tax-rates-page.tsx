import type { TaxRateView } from '@billhook/contract/invoicing/tax-rate';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group } from '@mantine/core';
import { IconArchive, IconCircleCheck, IconPercentage, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { RecordGate } from '../../shared/workspace/detail.js';
import { useAmounts } from '../../shared/workspace/money.js';
import { NoPermission } from '../../shared/workspace/no-permission.js';
import { useSaveTaxRate, useTaxRates } from './tax-rates.queries.js';

const TaxRateDialog = lazy(() => import('./tax-rate-dialog.js').then((file) => ({ default: file.TaxRateDialog })));

/** The dialog is open for a new rate, or for an existing one. */
type Editing = { readonly rate: TaxRateView | undefined };

export function TaxRatesPage() {
  const { t } = useTexts('taxRates');
  const sees = useHolds('invoice.read');
  const manages = useHolds('company.manage');
  const [editing, setEditing] = useState<Editing>();
  const create = sees && manages && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing({ rate: undefined })}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('words:taxRates')} lead={t('lead')} actions={create} />
      {sees ? (
        <div className="bh-panel">
          <TaxRates onEdit={manages ? (rate) => setEditing({ rate }) : undefined} />
        </div>
      ) : (
        <NoPermission title={t('forbidden')} permission="invoice.read" />
      )}
      <Suspense>
        {editing && (
          <TaxRateDialog
            rate={editing.rate}
            onClose={() => setEditing(undefined)}
            onSaved={({ name }) => {
              notify.done(t(editing.rate ? 'form.updated' : 'form.created', { name }));
              setEditing(undefined);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

type EditTaxRate = (rate: TaxRateView) => void;

function TaxRates({ onEdit }: { onEdit: EditTaxRate | undefined }) {
  const { t } = useTexts('taxRates');
  const amounts = useAmounts();
  const save = useSaveTaxRate();
  const [changed, setChanged] = useState<number>();
  const columns: Column<TaxRateView>[] = [
    { key: 'name', header: t('words:name'), render: ({ name }) => name },
    { key: 'rate', header: t('rate'), render: ({ taxRate }) => amounts.percent(taxRate) },
    { key: 'status', header: t('words:status'), render: ({ status }) => <Status status={status} /> },
    {
      key: 'actions',
      header: t('words:actions'),
      align: 'right',
      wide: true,
      render: (rate) =>
        onEdit && (
          <Group gap="xs" justify="flex-end">
            <Button
              variant="default"
              size="xs"
              aria-label={t('editOf', { name: rate.name })}
              onClick={() => onEdit(rate)}
            >
              {t('edit')}
            </Button>
            <Button
              variant="default"
              size="xs"
              aria-label={t(rate.status === 'Active' ? 'archiveOf' : 'restoreOf', { name: rate.name })}
              loading={save.pending && changed === rate.id}
              onClick={() => {
                setChanged(rate.id);
                const status = rate.status === 'Active' ? 'Archived' : 'Active';
                save.start([{ kind: 'update', rate, body: { status } }]);
              }}
            >
              {t(rate.status === 'Active' ? 'words:archive' : 'restore')}
            </Button>
          </Group>
        ),
    },
  ];
  return (
    <>
      {save.error && <ChangeError error={save.error} />}
      <RecordGate query={useTaxRates()}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={IconPercentage} title={t('empty')}>
              {t('emptyBody')}
            </EmptyState>
          ) : (
            <DataTable label={t('words:taxRates')} columns={columns} rows={data} rowKey={({ id }) => String(id)} />
          )
        }
      </RecordGate>
    </>
  );
}

function Status({ status }: Pick<TaxRateView, 'status'>) {
  const { t } = useTexts('taxRates');
  const active = status === 'Active';
  return (
    <StatusBadge tone={active ? 'positive' : 'neutral'} icon={active ? IconCircleCheck : IconArchive}>
      {t(active ? 'words:active' : 'archived')}
    </StatusBadge>
  );
}
