import type { TaxRateView } from '@billhook/contract/invoicing/tax-rate';
import { useTexts } from '@billhook/ui/use-texts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../shared/forms/form-dialog.js';
import { DecimalInput } from '../../shared/workspace/decimal-input.js';
import { useSaveTaxRate, type TaxRateChange } from './tax-rates.queries.js';

const RATE = /^(0|[1-9]\d{0,2})(\.\d{1,4})?$/;

interface TaxRateDialogProps {
  /** The rate to rename; undefined for a new one. */
  readonly rate: TaxRateView | undefined;
  readonly onSaved: (rate: TaxRateView) => void;
  readonly onClose: () => void;
}

interface TaxRateValues {
  name: string;
  taxRate: string;
}

const changeOf = ({ name, taxRate }: TaxRateValues, rate: TaxRateView | undefined): TaxRateChange =>
  rate
    ? { kind: 'update', rate, body: { name: name.trim() } }
    : { kind: 'create', body: { name: name.trim(), taxRate } };

/** A new tax rate, or the name of an existing one. The rate itself is fixed, because documents contain copies of it. */
export function TaxRateDialog({ rate, onSaved, onClose }: TaxRateDialogProps) {
  const { t } = useTexts('taxRates');
  const save = useSaveTaxRate();
  const form = useForm<TaxRateValues>({
    initialValues: { name: rate?.name ?? '', taxRate: rate?.taxRate ?? '' },
    validate: {
      name: (name) => (name.trim() ? null : t('forms:required')),
      taxRate: (value) => (RATE.test(value) && /[1-9]/.test(value) ? null : t('form.rateError')),
    },
  });
  return (
    <FormDialog
      title={rate ? t('form.editTitle', { name: rate.name }) : t('form.createTitle')}
      form={form}
      save={save}
      changeOf={(values) => changeOf(values, rate)}
      submitLabel={rate ? t('words:save') : t('form.submitCreate')}
      exists={rate !== undefined}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextInput
        label={t('words:name')}
        description={t('form.nameHint')}
        maxLength={80}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <DecimalInput
        label={t('rate')}
        description={t(rate ? 'form.rateLocked' : 'form.rateHint')}
        disabled={rate !== undefined}
        {...form.getInputProps('taxRate')}
      />
    </FormDialog>
  );
}
