import { FILTER_COMPARISONS } from '@billhook/domain/webhooks/event-filter';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import {
  ActionIcon,
  Button,
  Group,
  Input,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { NEW_ROW, SUGGESTED_FIELDS, withMode, type FilterDraft, type FilterRow } from './filter-draft.js';

const MODES = ['none', 'conditions', 'json'] as const;

interface FilterFieldProps {
  readonly draft: FilterDraft;
  readonly error: string | undefined;
  /** How many past events the filter matches. */
  readonly matches: ReactNode;
  readonly onChange: (draft: FilterDraft) => void;
}

/** A filter as a list of conditions, or as JSON where conditions are nested. */
export function FilterField({ draft, error, matches, onChange }: FilterFieldProps) {
  const { t } = useTexts('portal');
  return (
    <Stack gap="md" align="flex-start">
      <SegmentedControl
        aria-label={t('endpointPage.filter.mode')}
        value={draft.mode}
        data={MODES.map((value) => ({ value, label: t(`endpointPage.filter.${value}`) }))}
        onChange={(value) => onChange(withMode(draft, MODES.find((known) => known === value) ?? 'none'))}
      />
      {draft.mode === 'conditions' && <Conditions draft={draft} isBroken={Boolean(error)} onChange={onChange} />}
      {draft.mode === 'json' && (
        <Textarea
          label={t('endpointPage.filter.jsonLabel')}
          description={t('endpointPage.filter.jsonHint')}
          autosize
          minRows={5}
          maxRows={20}
          w="100%"
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          value={draft.json}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange({ ...draft, json: event.currentTarget.value })}
        />
      )}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {matches}
    </Stack>
  );
}

interface ConditionsProps {
  readonly draft: FilterDraft;
  readonly isBroken: boolean;
  readonly onChange: (draft: FilterDraft) => void;
}

function Conditions({ draft, isBroken, onChange }: ConditionsProps) {
  const { t } = useTexts('portal');
  const suggestions = useId();
  const { rows, match } = draft;
  const set = (at: number, change: Partial<FilterRow>) =>
    onChange({ ...draft, rows: rows.map((row, n) => (n === at ? { ...row, ...change } : row)) });
  return (
    <Stack gap="sm" w="100%">
      {rows.length > 1 && (
        <NativeSelect
          label={t('endpointPage.filter.match')}
          maw={260}
          value={match}
          data={(['all', 'any'] as const).map((value) => ({ value, label: t(`endpointPage.filter.${value}`) }))}
          onChange={(event) => onChange({ ...draft, match: event.currentTarget.value === 'any' ? 'any' : 'all' })}
        />
      )}
      <datalist id={suggestions}>
        {SUGGESTED_FIELDS.map((field) => (
          <option key={field} value={field} />
        ))}
      </datalist>
      {rows.map(({ field, comparison, value }, at) => {
        const number = at + 1;
        return (
          <div key={at} className="pt-condition">
            <TextInput
              aria-label={t('endpointPage.filter.field', { number })}
              placeholder="totals.gross"
              list={suggestions}
              autoComplete="off"
              spellCheck={false}
              value={field}
              aria-invalid={(isBroken && !field.trim()) || undefined}
              onChange={(event) => set(at, { field: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={t('endpointPage.filter.comparison', { number })}
              value={comparison}
              data={FILTER_COMPARISONS.map((name) => ({
                value: name,
                label: t(`endpointPage.filter.comparisons.${name}`),
              }))}
              onChange={(event) =>
                set(at, { comparison: FILTER_COMPARISONS.find((name) => name === event.currentTarget.value) ?? 'eq' })
              }
            />
            <TextInput
              aria-label={t('endpointPage.filter.value', { number })}
              placeholder={comparison === 'in' || comparison === 'notIn' ? 'EUR, CHF' : 'EUR'}
              autoComplete="off"
              spellCheck={false}
              value={value}
              aria-invalid={(isBroken && !value.trim()) || undefined}
              onChange={(event) => set(at, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('endpointPage.filter.remove', { number })}
              disabled={rows.length === 1}
              onClick={() => onChange({ ...draft, rows: rows.filter((_, n) => n !== at) })}
            >
              <IconX size={16} aria-hidden="true" />
            </ActionIcon>
          </div>
        );
      })}
      <Text size="xs" c="dimmed">
        {t('endpointPage.filter.fieldHint')}
        {rows.some(({ comparison }) => comparison === 'in' || comparison === 'notIn') &&
          `${DOT}${t('endpointPage.filter.listHint')}`}
      </Text>
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => onChange({ ...draft, rows: [...rows, NEW_ROW] })}
        >
          {t('endpointPage.filter.add')}
        </Button>
      </Group>
    </Stack>
  );
}
