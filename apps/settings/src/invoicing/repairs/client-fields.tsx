import { isPostalAddress } from '@billhook/domain/invoicing/taxes/tax-parties';
import { useTexts } from '@billhook/ui/use-texts';
import { SimpleGrid, TextInput } from '@mantine/core';
import type { FormRulesRecord } from '@mantine/form';
import { CountrySelect } from '../../shared/forms/country-select.js';
import { StreetField } from '../../shared/forms/street-field.js';
import type { ClientValues } from '../clients/client-values.js';
import { useClientRules, type ClientFormApi } from '../clients/use-client-rules.js';
import type { PartyRepair } from './party-repair.js';

export type ClientField = Extract<PartyRepair, { party: 'client' }>['field'];

/** The rules of a client, and those of an invoice to it. @param addressed whether its address must be complete */
export function useInvoicedClientRules(addressed: boolean): FormRulesRecord<ClientValues> {
  const rules = useClientRules();
  const { t } = useTexts('forms');
  const isMissing = ({ kind, billingAddress }: ClientValues) =>
    addressed && kind !== 'Individual' && !isPostalAddress(filledIn(billingAddress));
  return {
    ...rules,
    billingAddress: {
      line1: (line1, values) =>
        isMissing(values) &&
        !line1.trim() &&
        !values.billingAddress.line2.trim() &&
        !values.billingAddress.postalCode.trim()
          ? t('required')
          : null,
      city: (city, values) => (isMissing(values) && !city.trim() ? t('required') : null),
      country: (country) => (country.trim() ? null : t('required')),
    },
  };
}

const filledIn = ({ line1, line2, postalCode, city, country }: ClientValues['billingAddress']) => ({
  line1: line1.trim() || undefined,
  line2: line2.trim() || undefined,
  postalCode: postalCode.trim(),
  city: city.trim(),
  country,
});

interface ClientFieldsProps {
  readonly form: ClientFormApi;
  /** The field that gets the focus. */
  readonly field?: ClientField;
}

/** The street, the postal code and the town of a client. */
export function ClientAddressFields({ form, field }: ClientFieldsProps) {
  const { t } = useTexts('forms');
  return (
    <>
      <StreetField
        field={(name) => form.getInputProps(`billingAddress.${name}`)}
        {...(field === 'line1' && { 'data-autofocus': true })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('postalCode')}
          maxLength={20}
          autoComplete="off"
          {...form.getInputProps('billingAddress.postalCode')}
        />
        <TextInput
          label={t('city')}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('billingAddress.city')}
        />
      </SimpleGrid>
    </>
  );
}

/** The country and the VAT number of a client. */
export function ClientTaxFields({ form, field }: ClientFieldsProps) {
  const { t } = useTexts('clients');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <CountrySelect
        required
        {...(field === 'country' && { 'data-autofocus': true })}
        {...form.getInputProps('billingAddress.country')}
      />
      {form.values.kind !== 'Individual' && (
        <TextInput
          label={t('words:vatNumber')}
          description={t('form.vatHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...(field === 'vatNumber' && { 'data-autofocus': true })}
          {...form.getInputProps('vatNumber')}
        />
      )}
    </SimpleGrid>
  );
}
