import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { useTexts } from '@billhook/ui/use-texts';
import { SimpleGrid, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { companyPatch, companyValues, type CompanyValues } from '../../identity/company/company-values.js';
import { useUpdateCompany } from '../../identity/company/company.queries.js';
import { CountrySelect } from '../../shared/forms/country-select.js';
import { FormDialog } from '../../shared/forms/form-dialog.js';
import { StreetField } from '../../shared/forms/street-field.js';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { CompanyOwners } from './company-owners.js';
import type { PartyRepair } from './party-repair.js';

/** The fields of a row begin at the same height. */
const HINT_BELOW: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

interface CompanyDialogProps {
  /** The field that was missing, which gets the focus. */
  readonly field: Extract<PartyRepair, { party: 'company' }>['field'];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The details of the company that an invoice must show, over the unsaved document. */
export function CompanyDialog(props: CompanyDialogProps) {
  const { t } = useTexts('repairs');
  const manages = useHolds('company.manage');
  if (manages) return <CompanyDetailsForm {...props} />;
  return (
    <Dialog opened title={t('words:companyDetails')} onClose={props.onClose}>
      <Stack gap="md">
        <CompanyOwners />
        <DialogButtons closes onCancel={props.onClose} />
      </Stack>
    </Dialog>
  );
}

function CompanyDetailsForm({ field, onSaved, onClose }: CompanyDialogProps) {
  const { t } = useTexts('repairs');
  const texts = useTexts('company').t;
  const { company } = useSignedIn();
  const update = useUpdateCompany();
  // A reload of the session in the background must not replace the input.
  const [initial] = useState(() => companyValues(company));
  const needsAddress = field === 'line1';
  const required = (value: string) => (value.trim() ? null : t('forms:required'));
  const form = useForm<CompanyValues>({
    initialValues: initial,
    validate: {
      address: {
        line1: (value, { address }) => (needsAddress && !address.line2.trim() ? required(value) : null),
        city: (value) => (needsAddress ? required(value) : null),
        country: (value, { address }) => (Object.values(address).some((text) => text.trim()) ? required(value) : null),
      },
    },
  });
  const input = (path: string, name: typeof field) => ({
    ...form.getInputProps(path),
    autoComplete: 'off',
    inputWrapperOrder: HINT_BELOW,
    ...(name === field && { 'data-autofocus': true }),
  });
  return (
    <FormDialog
      title={t('words:companyDetails')}
      wide
      form={form}
      save={update}
      changeOf={(values) => companyPatch(values, initial)}
      submitLabel={t('words:save')}
      exists
      onSaved={onSaved}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('company.lead')}
      </Text>
      <StreetField
        field={(name) => form.getInputProps(`address.${name}`)}
        {...(field === 'line1' && { 'data-autofocus': true })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label={t('forms:postalCode')} maxLength={20} {...form.getInputProps('address.postalCode')} />
        <TextInput label={t('forms:city')} maxLength={100} {...form.getInputProps('address.city')} />
        <CountrySelect {...input('address.country', 'country')} />
        <TextInput
          label={texts('words:vatNumber')}
          description={texts('vatHint')}
          {...input('vatNumber', 'vatNumber')}
        />
        {company.vatNumber === null && (
          <TextInput
            label={texts('taxNumber')}
            description={t('company.taxNumberHint')}
            maxLength={40}
            inputWrapperOrder={HINT_BELOW}
            {...form.getInputProps('taxNumber')}
          />
        )}
        <TextInput label={texts('iban')} description={t('company.ibanHint')} {...input('iban', 'iban')} />
      </SimpleGrid>
    </FormDialog>
  );
}
