import { useTexts } from '@billhook/ui/use-texts';
import { Switch } from '@mantine/core';
import { AddressFields } from '../../shared/forms/address-fields.js';
import { FormSection } from '../../shared/forms/form-section.js';
import type { ClientFormApi } from './use-client-rules.js';

/** The billing address, and the delivery address if it is a different one. */
export function ClientAddressSections({ form }: { form: ClientFormApi }) {
  const { t } = useTexts('clients');
  return (
    <>
      <FormSection title={t('billingAddress')}>
        <AddressFields withoutCountry field={(name) => form.getInputProps(`billingAddress.${name}`)} />
        <Switch
          label={t('form.deliversElsewhere')}
          {...form.getInputProps('deliversElsewhere', { type: 'checkbox' })}
        />
      </FormSection>
      {form.values.deliversElsewhere && (
        <FormSection title={t('deliveryAddress')}>
          <AddressFields countryRequired field={(name) => form.getInputProps(`deliveryAddress.${name}`)} />
        </FormSection>
      )}
    </>
  );
}
