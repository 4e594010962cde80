import { useTexts } from '@billhook/ui/use-texts';
import { Text, Textarea, TextInput } from '@mantine/core';
import { DecimalInput } from '../../shared/workspace/decimal-input.js';
import { lineFieldId } from './draft-errors.js';
import type { LinePatch } from './draft-reducer.js';
import type { DraftLine } from './draft.js';
import { GROWING } from './use-field.js';

interface LineDetailsProps {
  readonly line: DraftLine;
  readonly fieldErrors: Readonly<Record<string, string>>;
  readonly needsReason: boolean;
  readonly set: (patch: LinePatch, member: keyof DraftLine) => void;
  readonly touch: (at: string) => void;
}

/** The rarely used fields of a line: description, exemption reason, item numbers. */
export function LineDetails({ line, fieldErrors, needsReason, set, touch }: LineDetailsProps) {
  const { t } = useTexts('editor');
  const { allowances = [], charges = [], servicePeriod } = line.kept;
  const field = (member: keyof DraftLine) => {
    const id = lineFieldId(line.key, member);
    return { id, error: fieldErrors[member], onBlur: () => touch(id) };
  };
  return (
    <div className="ed-line-details">
      <Textarea
        {...field('description')}
        className="ed-wide"
        label={t('description')}
        rows={2}
        classNames={GROWING}
        maxLength={2000}
        value={line.description}
        onChange={(event) => set({ description: event.currentTarget.value }, 'description')}
      />
      {needsReason && (
        <TextInput
          {...field('exemptionReason')}
          className="ed-wide"
          label={t('words:exemptionReason')}
          description={t('exemptionHint')}
          maxLength={300}
          value={line.exemptionReason}
          onChange={(event) => set({ exemptionReason: event.currentTarget.value }, 'exemptionReason')}
        />
      )}
      <TextInput
        label={t('unitCode')}
        maxLength={3}
        autoComplete="off"
        value={line.unit}
        onChange={(event) => set({ unit: event.currentTarget.value.toUpperCase() }, 'unit')}
      />
      <DecimalInput
        {...field('priceBaseQuantity')}
        label={t('baseQuantity')}
        value={line.priceBaseQuantity}
        onChange={(priceBaseQuantity) => set({ priceBaseQuantity }, 'priceBaseQuantity')}
      />
      <TextInput
        {...field('sellerItemId')}
        label={t('sellerItemId')}
        maxLength={80}
        autoComplete="off"
        value={line.sellerItemId}
        onChange={(event) => set({ sellerItemId: event.currentTarget.value }, 'sellerItemId')}
      />
      <TextInput
        {...field('buyerItemId')}
        label={t('buyerItemId')}
        maxLength={80}
        autoComplete="off"
        value={line.buyerItemId}
        onChange={(event) => set({ buyerItemId: event.currentTarget.value }, 'buyerItemId')}
      />
      {(allowances.length > 0 || charges.length > 0 || servicePeriod) && (
        <Text size="xs" c="dimmed" className="ed-wide">
          {t('kept')}
        </Text>
      )}
    </div>
  );
}
