import { useTexts } from '@billhook/ui/use-texts';
import { SimpleGrid, TextInput } from '@mantine/core';
import { CountrySelect } from './country-select.js';
import type { FieldProps } from './field-props.js';
import type { AddressValues } from './form-values.js';
import { StreetField } from './street-field.js';

interface AddressFieldsProps {
  readonly field: (name: keyof AddressValues) => FieldProps;
  readonly countryRequired?: boolean;
  /** Without the country, if the form has it elsewhere. */
  readonly withoutCountry?: boolean;
}

/** The fields of an address. */
export function AddressFields({ field, countryRequired = false, withoutCountry = false }: AddressFieldsProps) {
  const { t } = useTexts('forms');
  const common = { autoComplete: 'off' } as const;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <StreetField field={field} />
      <TextInput label={t('line2')} maxLength={200} {...common} {...field('line2')} />
      <TextInput label={t('postalCode')} maxLength={20} {...common} {...field('postalCode')} />
      <TextInput label={t('city')} maxLength={100} {...common} {...field('city')} />
      <TextInput label={t('region')} maxLength={100} {...common} {...field('region')} />
      {!withoutCountry && (
        <CountrySelect clearable={!countryRequired} required={countryRequired} {...field('country')} />
      )}
    </SimpleGrid>
  );
}
