import type { SeriesView } from '@billhook/contract/invoicing/series';
import { SERIES_KINDS, SERIES_RESETS, type SeriesKind, type SeriesReset } from '@billhook/domain/invoicing/series';
import { useTexts } from '@billhook/ui/use-texts';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useToday } from '../../shared/dates/use-today.js';
import { FormDialog } from '../../shared/forms/form-dialog.js';
import { Numbers } from './series-card.js';
import { nextNumbers, patternError } from './series-preview.js';
import { useSaveSeries, type SeriesChange } from './series.queries.js';

const CODE = /^[a-z0-9][a-z0-9-]{0,29}$/;
const LARGEST_START = 999_999_999;

interface SeriesDialogProps {
  /** The series to edit; undefined for a new one. */
  readonly series: SeriesView | undefined;
  /** Whether it has assigned a number: its start is then fixed. */
  readonly used: boolean;
  readonly onSaved: (series: SeriesView) => void;
  readonly onClose: () => void;
}

interface SeriesValues {
  kind: SeriesKind;
  code: string;
  pattern: string;
  reset: SeriesReset;
  start: string;
}

const startOf = (text: string): number | undefined => {
  const start = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  return start >= 1 && start <= LARGEST_START ? start : undefined;
};

function changeOf(values: SeriesValues, series: SeriesView | undefined): SeriesChange {
  const { kind, code, pattern, reset } = values;
  const start = startOf(values.start) ?? 1;
  if (!series) return { kind: 'create', body: { kind, code: code.trim(), pattern, reset, start } };
  const wanted = { pattern, reset, start };
  const changed = Object.entries(wanted).filter(([name, value]) => Reflect.get(series, name) !== value);
  return { kind: 'update', id: series.id, version: series.version, body: Object.fromEntries(changed) };
}

/** The form of a new or an existing number series, with a preview of its next numbers. */
export function SeriesDialog({ series, used, onSaved, onClose }: SeriesDialogProps) {
  const { t } = useTexts('series');
  const save = useSaveSeries();
  const form = useForm<SeriesValues>({
    initialValues: {
      kind: series?.kind ?? 'Invoice',
      code: series?.code ?? '',
      pattern: series?.pattern ?? '',
      reset: series?.reset ?? 'Yearly',
      start: String(series?.start ?? 1),
    },
    validate: {
      code: (code) => (CODE.test(code.trim()) ? null : t('form.codeError')),
      pattern: (pattern, { reset }) => {
        const error = patternError(pattern, reset);
        return error ? t(`form.${error}`) : null;
      },
      start: (start) => (startOf(start) ? null : t('form.startInvalid')),
    },
    validateInputOnChange: ['pattern', 'reset'],
  });
  const { pattern, reset, start } = form.values;
  const counting = { pattern, reset, start: startOf(start) ?? 1 };
  const today = useToday();
  const preview = patternError(pattern, reset) ? undefined : nextNumbers(counting, series, today);

  const chooseReset = (value: string) => {
    form.setFieldValue('reset', SERIES_RESETS.find((known) => known === value) ?? 'Yearly');
    // The period decides whether the pattern is valid.
    if (form.isTouched('pattern') || series) setTimeout(() => form.validateField('pattern'));
  };

  return (
    <FormDialog
      wide
      title={series ? t('form.editTitle', { code: series.code }) : t('form.createTitle')}
      form={form}
      save={save}
      changeOf={(values) => changeOf(values, series)}
      submitLabel={series ? t('words:save') : t('form.submitCreate')}
      exists={series !== undefined}
      onSaved={onSaved}
      onClose={onClose}
    >
      {!series && (
        <>
          <NativeSelect
            label={t('form.kind')}
            data={SERIES_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
            value={form.values.kind}
            onChange={(event) => {
              const kind = SERIES_KINDS.find((known) => known === event.currentTarget.value);
              if (kind) form.setFieldValue('kind', kind);
            }}
          />
          <TextInput
            label={t('form.code')}
            description={t('form.codeHint')}
            maxLength={30}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
        </>
      )}
      <TextInput
        label={t('pattern')}
        description={t('form.patternHint')}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        placeholder="INV-{YYYY}-{#####}"
        classNames={{ input: 'bh-mono' }}
        {...form.getInputProps('pattern')}
      />
      <NativeSelect
        label={t('resets')}
        {...(series && reset !== series.reset && { description: t('form.resetChange') })}
        data={SERIES_RESETS.map((known) => ({ value: known, label: t(`reset.${known}`) }))}
        value={reset}
        onChange={(event) => chooseReset(event.currentTarget.value)}
      />
      <TextInput
        label={t('start')}
        description={t(used ? 'form.startLocked' : 'form.startHint')}
        inputMode="numeric"
        autoComplete="off"
        disabled={used}
        {...form.getInputProps('start')}
      />
      <div className="st-audit" aria-live="polite">
        <Text size="sm" fw={600} mb={6}>
          {t('form.preview')}
        </Text>
        {preview ? (
          <Numbers numbers={preview} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('form.previewNone')}
          </Text>
        )}
      </div>
    </FormDialog>
  );
}
