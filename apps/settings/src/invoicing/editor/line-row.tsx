import type { CurrencyCode } from '@billhook/domain/invoicing/codes/currency';
import { useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Group, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronDown, IconDotsVertical } from '@tabler/icons-react';
import { lazy, memo, Suspense, useState, type KeyboardEvent } from 'react';
import { DecimalInput } from '../../shared/workspace/decimal-input.js';
import { Money } from '../../shared/workspace/money.js';
import { UNITS, useUnitName } from '../documents/unit-names.js';
import { lineFieldId } from './draft-errors.js';
import type { LinePatch } from './draft-reducer.js';
import type { DraftLine } from './draft.js';
import { LineDetails } from './line-details.js';
import type { LineCommands, LineMenuProps } from './opened-line-menu.js';

const OpenedLineMenu = lazy(() => import('./opened-line-menu.js').then((file) => ({ default: file.OpenedLineMenu })));

interface LineRowProps {
  readonly line: DraftLine;
  /** From 0. */
  readonly index: number;
  readonly last: boolean;
  readonly currency: CurrencyCode;
  readonly net: string | undefined;
  /** By member; the same object as long as nothing changes. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  readonly commands: LineCommands;
}

/** The fields of the details, which open if one of them has an error. */
const DETAILS = ['description', 'exemptionReason', 'priceBaseQuantity', 'sellerItemId', 'buyerItemId'] as const;

const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;

/** One line of the document. A page may have a thousand of them, so it renders again only if its own data changes. */
export const LineRow = memo(function LineRow({
  line,
  index,
  last,
  currency,
  net,
  fieldErrors,
  commands,
}: LineRowProps) {
  const { t } = useTexts('editor');
  const unitName = useUnitName();
  const [opened, setOpened] = useState(false);
  const n = index + 1;
  const { key } = line;
  const needsReason = line.taxCategory !== 'S' && line.taxCategory !== 'Z';
  const shown = opened || DETAILS.some((member) => fieldErrors[member] !== undefined);
  const units = UNITS.some((unit) => unit === line.unit) ? UNITS : [...UNITS, line.unit];

  const field = (member: keyof DraftLine) => {
    const id = lineFieldId(key, member);
    return { id, error: fieldErrors[member], onBlur: () => commands.touch(id) };
  };
  const set = (patch: LinePatch, member: keyof DraftLine) => commands.set(key, patch, lineFieldId(key, member));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      commands.move(key, event.key === 'ArrowUp' ? -1 : 1);
      return;
    }
    const inField = event.target instanceof HTMLInputElement;
    if (event.key === 'Enter' && inField && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      commands.addAfter(key);
    }
  };

  return (
    <li className="ed-line" onKeyDown={onKeyDown}>
      <div role="group" aria-label={line.name ? t('lineNamed', { n, name: line.name }) : t('words:line', { n })}>
        <div className="ed-line-grid">
          <span className="ed-line-number" aria-hidden="true">
            {n}
          </span>
          <TextInput
            {...field('name')}
            className="ed-cell-name"
            label={t('words:item')}
            maxLength={200}
            autoComplete="off"
            value={line.name}
            onChange={(event) => set({ name: event.currentTarget.value }, 'name')}
          />
          <DecimalInput
            {...field('quantity')}
            label={t('words:quantity')}
            value={line.quantity}
            onChange={(quantity) => set({ quantity }, 'quantity')}
          />
          <NativeSelect
            {...field('unit')}
            label={t('unit')}
            value={line.unit}
            data={units.map((unit) => ({ value: unit, label: unitName(unit, line.quantity) }))}
            onChange={(event) => set({ unit: event.currentTarget.value }, 'unit')}
          />
          <DecimalInput
            {...field('unitPrice')}
            className="ed-cell-price"
            label={t('words:price')}
            currency={currency}
            value={line.unitPrice}
            onChange={(unitPrice) => set({ unitPrice }, 'unitPrice')}
          />
          <div className="ed-pair">
            <DecimalInput
              {...field('discount')}
              label={t('words:discount')}
              currency={line.discountIs === 'amount' ? currency : undefined}
              value={line.discount}
              onChange={(discount) => set({ discount }, 'discount')}
            />
            <NativeSelect
              label={t('discountKind')}
              value={line.discountIs}
              data={[
                { value: 'percent', label: t('percent') },
                { value: 'amount', label: currency },
              ]}
              onChange={(event) =>
                set({ discountIs: event.currentTarget.value === 'amount' ? 'amount' : 'percent' }, 'discount')
              }
            />
          </div>
          <div className="ed-pair ed-pair-vat" data-single={line.taxCategory === 'S' ? undefined : true}>
            <NativeSelect
              {...field('taxCategory')}
              label={t('vatCategory')}
              value={line.taxCategory}
              data={CATEGORIES.map((value) => ({ value, label: t(`documents:category.short.${value}`) }))}
              onChange={(event) => {
                const taxCategory = CATEGORIES.find((each) => each === event.currentTarget.value) ?? 'S';
                set({ taxCategory }, 'taxCategory');
                if (taxCategory !== 'S' && taxCategory !== 'Z') setOpened(true);
              }}
            />
            {line.taxCategory === 'S' && (
              <DecimalInput
                {...field('taxRate')}
                label={t('words:vatRate')}
                value={line.taxRate}
                onChange={(taxRate) => set({ taxRate }, 'taxRate')}
              />
            )}
          </div>
          <div className="ed-cell-net">
            <span className="ed-net-label">{t('words:net')}</span>
            {net === undefined ? <span className="ws-num">–</span> : <Money amount={net} currency={currency} />}
          </div>
          <Group gap={2} wrap="nowrap" className="ed-line-tools">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="md"
              aria-label={t('more', { n })}
              title={t('more', { n })}
              aria-expanded={shown}
              data-open={shown || undefined}
              onClick={() => setOpened(!shown)}
            >
              <IconChevronDown size={16} aria-hidden="true" />
            </ActionIcon>
            <LineMenu line={line} n={n} last={last} commands={commands} />
          </Group>
        </div>
        {shown && (
          <LineDetails
            line={line}
            fieldErrors={fieldErrors}
            needsReason={needsReason}
            set={set}
            touch={commands.touch}
          />
        )}
      </div>
    </li>
  );
});

/** The actions on a whole line. The menu is created when it is first opened: a thousand of them would delay the editor by seconds. */
function LineMenu(props: LineMenuProps) {
  const { t } = useTexts('editor');
  const [wanted, setWanted] = useState(false);
  const target = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      id={lineFieldId(props.line.key, 'menu')}
      aria-label={t('lineMenu', { n: props.n })}
      aria-haspopup="menu"
      {...(!wanted && { onClick: () => setWanted(true) })}
    >
      <IconDotsVertical size={16} aria-hidden="true" />
    </ActionIcon>
  );
  if (!wanted) return target;
  return (
    <Suspense fallback={target}>
      <OpenedLineMenu {...props} target={target} />
    </Suspense>
  );
}
