import type { TaxRateView } from '@billhook/contract/invoicing/tax-rate';
import { asApiError } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { focusFirstFault } from '../../shared/forms/focus-first-fault.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { useFaultsByPath } from '../../shared/workspace/fault-words.js';
import { useRefreshRecords } from '../../shared/workspace/records.js';
import { useSaveTaxRate, type TaxRateChange } from './queries.js';

const FORM = 'tax-rate-form';
const RATE = /^(0|[1-9]\d{0,2})(\.\d{1,4})?$/;

interface TaxRateDialogProps {
  /** The rate to rename; undefined for a new one. */
  readonly rate: TaxRateView | undefined;
  readonly onSaved: (rate: TaxRateView) => void;
  readonly onClose: () => void;
}

interface Values {
  name: string;
  taxRate: string;
}

/** A decimal comma is taken as a point. */
const decimalOf = (text: string): string => text.trim().replace(',', '.');

const changeOf = ({ name, taxRate }: Values, rate: TaxRateView | undefined): TaxRateChange =>
  rate
    ? { kind: 'update', rate, body: { name: name.trim() } }
    : { kind: 'create', body: { name: name.trim(), taxRate: decimalOf(taxRate) } };

/** A new tax rate, or the name of one that exists. The rate itself stays: documents have copied it. */
export function TaxRateDialog({ rate, onSaved, onClose }: TaxRateDialogProps) {
  const { t } = useTexts('taxRates');
  const forms = useTexts('forms');
  const save = useSaveTaxRate();
  const refresh = useRefreshRecords();
  const faultsByPath = useFaultsByPath();
  const form = useForm<Values>({
    initialValues: { name: rate?.name ?? '', taxRate: rate?.taxRate ?? '' },
    validate: {
      name: (name) => (name.trim() ? null : forms.t('required')),
      taxRate: (value) => (RATE.test(decimalOf(value)) && /[1-9]/.test(value) ? null : t('form.rateFault')),
    },
  });
  const submit = async (values: Values) => {
    const result = await save.run(changeOf(values, rate));
    if (result.ok) return onSaved(result.value);
    form.setErrors(faultsByPath(result.error));
    focusFirstFault(FORM);
  };
  const shownAtFields = save.error && Object.keys(faultsByPath(save.error)).length > 0;
  return (
    <Dialog opened title={rate ? t('form.editTitle', { name: rate.name }) : t('form.createTitle')} onClose={onClose}>
      <form
        id={FORM}
        noValidate
        onSubmit={form.onSubmit(
          (values) => void submit(values),
          () => focusFirstFault(FORM),
        )}
      >
        <Stack gap="md">
          <TextInput
            label={t('name')}
            description={t('form.nameHint')}
            maxLength={80}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('rate')}
            description={t(rate ? 'form.rateLocked' : 'form.rateHint')}
            inputMode="decimal"
            autoComplete="off"
            disabled={rate !== undefined}
            {...form.getInputProps('taxRate')}
          />
          {save.error && !shownAtFields && (
            <ChangeError error={asApiError(save.error)} onReload={() => void refresh().then(onClose)} />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('cancel', { ns: 'ui' })}
            </Button>
            <Button type="submit" loading={save.pending} disabled={rate !== undefined && !form.isDirty()}>
              {rate ? forms.t('save') : t('form.submitCreate')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
