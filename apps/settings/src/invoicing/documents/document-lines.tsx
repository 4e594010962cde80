import type { LineView } from '@billhook/contract/invoicing/document-line';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { Money, useAmounts } from '../../shared/workspace/money.js';
import { useUnitName } from './unit-names.js';

interface DocumentLinesProps {
  readonly lines: readonly LineView[];
  readonly currency: string;
  readonly pricesIncludeTax: boolean;
}

/** The line items: one row each, with discounts and charges below the name. */
export function DocumentLines({ lines, currency, pricesIncludeTax }: DocumentLinesProps) {
  const { t } = useTexts('documents');
  const amounts = useAmounts();
  const unitName = useUnitName();
  const columns: Column<LineView>[] = [
    {
      key: 'name',
      header: t('words:item'),
      wide: true,
      render: (line) => <LineName line={line} currency={currency} />,
    },
    {
      key: 'quantity',
      header: t('words:quantity'),
      align: 'right',
      render: (line) => (
        <>
          <span className="ws-num">{amounts.short(line.quantity)}</span> {unitName(line.unit, line.quantity)}
        </>
      ),
    },
    {
      key: 'price',
      header: t(pricesIncludeTax ? 'lines.priceWithTax' : 'words:price'),
      align: 'right',
      render: (line) => (
        <>
          <span className="ws-num">{amounts.price(line.unitPrice, currency)}</span>
          {amounts.short(line.priceBaseQuantity) !== '1' && (
            <Text size="xs" c="dimmed">
              {t('lines.per', { quantity: amounts.short(line.priceBaseQuantity) })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'vat',
      header: t('words:vat'),
      align: 'right',
      render: ({ taxCategory, taxRate }) => (
        <span className="ws-num">
          {taxCategory === 'S' ? amounts.percent(taxRate ?? '0') : t(`category.short.${taxCategory}`)}
        </span>
      ),
    },
    {
      key: 'net',
      header: t('words:net'),
      align: 'right',
      render: (line) => <Money amount={line.net} currency={currency} />,
    },
  ];
  return <DataTable label={t('words:lineItems')} columns={columns} rows={lines} rowKey={(line) => line.id} />;
}

function LineName({ line, currency }: { line: LineView; currency: string }) {
  const { t } = useTexts('documents');
  const amounts = useAmounts();
  const format = useFormat();
  const worth = ({ amount, percent }: LineView['allowances'][number]) =>
    percent === undefined ? amounts.amount(amount ?? '0', currency) : amounts.percent(percent);
  const notes = [
    line.discount && t('lines.discountOf', { worth: worth(line.discount) }),
    ...line.allowances.map((each) => t('lines.allowanceOf', { worth: worth(each), reason: each.reason ?? '' })),
    ...line.charges.map((each) => t('lines.chargeOf', { worth: worth(each), reason: each.reason ?? '' })),
    line.servicePeriod &&
      t('periodOf', { start: format.day(line.servicePeriod.start), end: format.day(line.servicePeriod.end) }),
    line.sellerItemId && t('lines.sellerItem', { id: line.sellerItemId }),
    line.buyerItemId && t('lines.buyerItem', { id: line.buyerItemId }),
    line.exemptionReason,
  ].filter((note) => typeof note === 'string');
  return (
    <>
      <Text fw={600} size="sm" className="bh-anywhere">
        {line.name}
      </Text>
      {line.description && (
        <Text size="sm" c="dimmed" className="bh-anywhere dc-words">
          {line.description}
        </Text>
      )}
      {notes.map((note, index) => (
        <Text key={index} size="xs" c="dimmed" className="bh-anywhere">
          {note}
        </Text>
      ))}
    </>
  );
}
