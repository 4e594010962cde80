import '../payments/payments.css';
import type { LineView } from '@billhook/contract/invoicing/document-line';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Checkbox, Text } from '@mantine/core';
import { DecimalInput } from '../../shared/workspace/decimal-input.js';
import { Money, useAmounts } from '../../shared/workspace/money.js';
import { useUnitName } from '../documents/unit-names.js';
import { partOf, type ChosenLines } from './credit-preview.js';

interface CreditLinesTableProps {
  readonly invoice: InvoiceView;
  readonly chosen: ChosenLines;
  readonly onChange: (chosen: ChosenLines) => void;
}

/** The lines of an invoice, each of which can be credited in whole or in part. */
export function CreditLinesTable({ invoice, chosen, onChange }: CreditLinesTableProps) {
  const { t } = useTexts('creditNotes');
  const amounts = useAmounts();
  const unitName = useUnitName();
  const { currency, lines, allowances, charges } = invoice;
  const toggle = (line: LineView, wanted: boolean) => {
    const { [line.id]: _, ...others } = chosen;
    onChange(wanted ? { ...others, [line.id]: line.quantity } : others);
  };
  const columns: Column<LineView>[] = [
    {
      key: 'line',
      header: t('form.line'),
      wide: true,
      render: (line) => (
        <Checkbox
          label={
            <Text span size="sm" fw={600} className="bh-anywhere">
              {line.name}
            </Text>
          }
          checked={chosen[line.id] !== undefined}
          onChange={(event) => toggle(line, event.currentTarget.checked)}
        />
      ),
    },
    {
      key: 'invoiced',
      header: t('form.invoiced'),
      align: 'right',
      render: (line) => (
        <>
          <span className="ws-num">{amounts.short(line.quantity)}</span> {unitName(line.unit, line.quantity)}
          {DOT}
          <Money amount={line.net} currency={currency} />
        </>
      ),
    },
    {
      key: 'quantity',
      header: t('form.quantity'),
      align: 'right',
      wide: true,
      render: (line) => {
        const typed = chosen[line.id];
        if (typed === undefined) return null;
        return (
          <div className="st-share">
            <DecimalInput
              aria-label={t('form.quantityOf', { name: line.name })}
              value={typed}
              onChange={(quantity) => onChange({ ...chosen, [line.id]: quantity })}
              error={!partOf(typed, line) && t('form.quantityError', { quantity: amounts.short(line.quantity) })}
            />
          </div>
        );
      },
    },
  ];
  return (
    <>
      <div className="bh-panel st-credit-lines">
        <DataTable label={t('form.table')} columns={columns} rows={lines} rowKey={(line) => line.id} />
      </div>
      {(allowances.length > 0 || charges.length > 0) && (
        <Text size="sm" c="dimmed" mb="md">
          {t('form.adjusted')}
        </Text>
      )}
    </>
  );
}
