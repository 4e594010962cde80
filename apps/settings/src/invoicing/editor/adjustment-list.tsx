import { IconButton } from '@billhook/ui/components/icon-button';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { DecimalInput } from '../../shared/workspace/decimal-input.js';
import { Section } from '../../shared/workspace/detail.js';
import { useAmounts } from '../../shared/workspace/money.js';
import { adjustmentFieldId } from './draft-errors.js';
import type { Draft, DraftAdjustment } from './draft.js';
import { useDraftErrorTexts } from './use-draft-error-texts.js';
import type { Editor } from './use-editor.js';
import { HINT_BELOW, useField } from './use-field.js';

/** Allowances and charges of the document, and cash rounding. */
export function AdjustmentList({ editor }: { editor: Editor }) {
  const { t } = useTexts('editor');
  const { draft, edit } = editor;
  const field = useField(editor);
  const list = useRef<HTMLDivElement>(null);
  const add = (is: DraftAdjustment['is']) => {
    flushSync(() => edit({ type: 'addAdjustment', is }));
    list.current?.querySelector<HTMLElement>('[role="group"]:last-child input')?.focus();
  };
  return (
    <Section title={t('adjustments')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('adjustmentsHint')}
        </Text>
        {draft.adjustments.length > 0 && (
          <Stack gap="md" ref={list}>
            {draft.adjustments.map((adjustment, index) => (
              <AdjustmentRow key={adjustment.key} adjustment={adjustment} n={index + 1} editor={editor} />
            ))}
          </Stack>
        )}
        <Group gap="sm">
          <Button
            id="ed-add-allowance"
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => add('allowance')}
          >
            {t('addAllowance')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => add('charge')}
          >
            {t('addCharge')}
          </Button>
        </Group>
        <DecimalInput
          {...field('roundingIncrement')}
          className="ed-narrow"
          label={t('rounding')}
          description={t('roundingHint')}
          inputWrapperOrder={HINT_BELOW}
          currency={draft.currency}
        />
      </Stack>
    </Section>
  );
}

interface AdjustmentRowProps {
  readonly adjustment: DraftAdjustment;
  readonly n: number;
  readonly editor: Editor;
}

function AdjustmentRow({ adjustment, n, editor }: AdjustmentRowProps) {
  const { t } = useTexts('editor');
  const words = useDraftErrorTexts();
  const { draft, edit, errorAt, touch, focusOn } = editor;
  const { key, is, worthIs } = adjustment;
  const what = t(is);
  const groups = useGroups(draft, adjustment);
  const set = (patch: Partial<Omit<DraftAdjustment, 'key'>>, member: string) =>
    edit({ type: 'setAdjustment', key, patch }, adjustmentFieldId(key, member));
  const field = (member: string) => {
    const id = adjustmentFieldId(key, member);
    const fieldError = errorAt.get(id);
    return { id, error: fieldError && words(fieldError), onBlur: () => touch(id) };
  };
  return (
    <div role="group" aria-label={t('adjustmentNamed', { what, n })} className="ed-adjustment">
      <Text size="sm" fw={600} className="ed-adjustment-title">
        {t('adjustmentNamed', { what, n })}
      </Text>
      <DecimalInput
        {...field('worth')}
        label={t('worth')}
        currency={worthIs === 'amount' ? draft.currency : undefined}
        value={adjustment.worth}
        onChange={(worth) => set({ worth }, 'worth')}
      />
      <NativeSelect
        label={t('unit')}
        value={worthIs}
        data={[
          { value: 'percent', label: t('percent') },
          { value: 'amount', label: draft.currency },
        ]}
        onChange={(event) => set({ worthIs: event.currentTarget.value === 'amount' ? 'amount' : 'percent' }, 'worth')}
      />
      <NativeSelect
        {...field('taxCategory')}
        label={t('group')}
        value={groups.find(({ chosen }) => chosen)?.value ?? ''}
        data={groups.map(({ value, label }) => ({ value, label }))}
        onChange={(event) => {
          const group = groups.find(({ value }) => value === event.currentTarget.value);
          if (group) set({ taxCategory: group.taxCategory, taxRate: group.taxRate }, 'taxCategory');
        }}
      />
      <TextInput
        {...field('reason')}
        label={t('words:reason')}
        maxLength={200}
        autoComplete="off"
        value={adjustment.reason}
        onChange={(event) => set({ reason: event.currentTarget.value }, 'reason')}
      />
      <IconButton
        label={t('removeAdjustment', { what, n })}
        onClick={() => {
          edit({ type: 'removeAdjustment', key });
          focusOn('ed-add-allowance');
        }}
      >
        <IconTrash size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** The VAT rates of the lines, and its own. */
function useGroups(draft: Draft, adjustment: DraftAdjustment) {
  const { t } = useTexts('editor');
  const { percent } = useAmounts();
  const known = new Map<string, Pick<DraftAdjustment, 'taxCategory' | 'taxRate'>>();
  for (const { taxCategory, taxRate } of [...draft.lines, adjustment]) {
    if (taxCategory !== '' && (taxRate !== '' || taxCategory === 'O')) {
      known.set(`${taxCategory} ${taxRate}`, { taxCategory, taxRate });
    }
  }
  const all = { taxCategory: '', taxRate: '' } as const;
  return [
    { value: '', label: t('groupAll'), chosen: adjustment.taxCategory === '', ...all },
    ...[...known].map(([value, group]) => ({
      value,
      label: label(group),
      chosen: group.taxCategory === adjustment.taxCategory && group.taxRate === adjustment.taxRate,
      ...group,
    })),
  ];

  function label({ taxCategory, taxRate }: Pick<DraftAdjustment, 'taxCategory' | 'taxRate'>): string {
    if (taxCategory === '') return t('groupAll');
    return taxCategory === 'S' ? percent(taxRate) : t(`documents:category.long.${taxCategory}`);
  }
}
