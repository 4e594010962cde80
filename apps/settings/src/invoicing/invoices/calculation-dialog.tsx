import type { CalculationView } from '@billhook/contract/invoicing/calculation';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { CALCULATION_STEPS } from '@billhook/domain/invoicing/totals/calculation';
import { apiFetch } from '@billhook/ui/api-fetch';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { Dialog } from '@billhook/ui/components/dialog';
import { ErrorState } from '@billhook/ui/components/error-state';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAmounts } from '../../shared/workspace/money.js';
import { recordKeys, recordPath } from '../../shared/workspace/records.js';

type CalculationStepView = CalculationView['steps'][number];

/** Every rounding step of an invoice, as text and numbers. */
export function CalculationDialog({ invoice, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const { t } = useTexts('invoices');
  const calculation = useQuery({
    queryKey: recordKeys.part('invoices', invoice.id, 'calculation'),
    queryFn: ({ signal }) => apiFetch<CalculationView>(recordPath('invoices', invoice.id, 'calculation'), { signal }),
  });
  return (
    <Dialog opened onClose={onClose} title={t('calculation.title')} size="80rem">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('calculation.lead')}
        </Text>
        {calculation.error && <ErrorState error={calculation.error} onRetry={() => void calculation.refetch()} />}
        {calculation.isPending && <Skeleton height={240} />}
        {calculation.data && <Steps steps={calculation.data.steps} invoice={invoice} />}
      </Stack>
    </Dialog>
  );
}

function Steps({ steps, invoice }: { steps: readonly CalculationStepView[]; invoice: InvoiceView }) {
  const { t } = useTexts('invoices');
  const { number } = useAmounts();
  const subject = useSubject(invoice);
  const stepName = (name: string) => {
    const known = CALCULATION_STEPS.find((each) => each === name);
    return known ? t(`calculation.steps.${known}`) : name;
  };
  // A fraction with too many decimals has the form "n/d".
  const written = (exact: string) => (exact.includes('/') ? exact : number(exact));
  const columns: Column<CalculationStepView>[] = [
    {
      key: 'step',
      header: t('calculation.step'),
      wide: true,
      render: (step) => (
        <>
          <Text size="sm" fw={600}>
            {stepName(step.step)}
          </Text>
          <Text size="xs" c="dimmed" className="bh-anywhere">
            {subject(step)}
          </Text>
        </>
      ),
    },
    {
      key: 'formula',
      header: t('calculation.formula'),
      render: ({ formula }) => <span className="bh-mono bh-anywhere">{formula}</span>,
    },
    {
      key: 'exact',
      header: t('calculation.exact'),
      align: 'right',
      render: ({ exact }) => <span className="ws-num">{written(exact)}</span>,
    },
    {
      key: 'difference',
      header: t('calculation.difference'),
      align: 'right',
      render: ({ difference }) => <span className="ws-num">{written(difference)}</span>,
    },
    {
      key: 'rounded',
      header: t('calculation.rounded'),
      align: 'right',
      render: ({ rounded }) => (
        <span className="ws-num" data-strong>
          {number(rounded)}
        </span>
      ),
    },
  ];
  const rows = steps.map((step, index) => ({ ...step, index }));
  return (
    <div className="bh-panel">
      <DataTable label={t('calculation.title')} columns={columns} rows={rows} rowKey={(row) => rows.indexOf(row)} />
    </div>
  );
}

/** The subject of a step, as text: the name of the line or of the total. */
function useSubject(invoice: InvoiceView): (step: CalculationStepView) => string {
  const { t } = useTexts('documents');
  const { percent } = useAmounts();
  const totals: Readonly<Record<string, string>> = {
    lineNet: t('totals.lineNet'),
    allowances: t('totals.allowances'),
    charges: t('totals.charges'),
    net: t('totals.net'),
    tax: t('totals.tax'),
    gross: t('totals.gross'),
    rounding: t('totals.rounding'),
    due: t('totals.due'),
  };
  return ({ pointer, group }) => {
    const [, part = '', member = ''] = pointer.split('/');
    const index = Number(member);
    const n = index + 1;
    const rate = group && (group.category === 'S' ? percent(group.rate ?? '0') : t(`category.long.${group.category}`));
    const about = {
      lines: [t('words:line', { n }), invoice.lines[index]?.name],
      allowances: [t('place.allowance', { n }), invoice.allowances[index]?.reason],
      charges: [t('place.charge', { n }), invoice.charges[index]?.reason],
      totals: [totals[member]],
    }[part];
    return [...(about ?? []), rate].filter(Boolean).join(DOT);
  };
}
