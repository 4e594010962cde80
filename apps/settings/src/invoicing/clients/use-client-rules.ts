import { useTexts } from '@billhook/ui/use-texts';
import type { FormRulesRecord, UseFormReturnType } from '@mantine/form';
import { daysOf } from '../../shared/forms/payment-terms-values.js';
import type { ClientValues } from './client-values.js';

/** The form of a client, for its sections. */
export type ClientFormApi = UseFormReturnType<ClientValues>;

/** The errors that can be found before the request. The API reports all others at the same fields. */
export function useClientRules(): FormRulesRecord<ClientValues> {
  const { t } = useTexts('clients');
  const required = (value: string) => (value.trim() ? null : t('forms:required'));
  const pairOf = (pair: (values: ClientValues) => { scheme: string; value: string }) => ({
    scheme: (scheme: string, values: ClientValues) =>
      !scheme.trim() && pair(values).value.trim() ? t('forms:schemePair') : null,
    value: (value: string, values: ClientValues) =>
      !value.trim() && pair(values).scheme.trim() ? t('forms:schemePair') : null,
  });
  return {
    name: required,
    contacts: { name: required },
    billingAddress: { country: required },
    deliveryAddress: {
      country: (country, { deliversElsewhere }) => (deliversElsewhere ? required(country) : null),
    },
    legalId: pairOf(({ legalId }) => legalId),
    electronicAddress: pairOf(({ electronicAddress }) => electronicAddress),
    paymentTerms: {
      days: (days, { paymentTerms: { endOfMonth, text } }) => {
        if (!days.trim()) return endOfMonth || text.trim() ? t('form.termsNeedDays') : null;
        return daysOf(days) === undefined ? t('form.daysError') : null;
      },
    },
    customFields: {
      name: (name, { customFields }) => {
        if (!name.trim()) return t('forms:required');
        return customFields.filter((field) => field.name.trim() === name.trim()).length > 1
          ? t('form.fieldTwice')
          : null;
      },
    },
  };
}
