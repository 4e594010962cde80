import type { UpdateClient } from '@billhook/contract/invoicing/client';
import { useTexts } from '@billhook/ui/use-texts';

/** The labels of the members of a client, by pointer. A member without a label does not compile. */
export function useClientLabels(): (pointer: string) => string | undefined {
  const { t } = useTexts('clients');
  const labels: Readonly<Record<keyof UpdateClient, string>> = {
    kind: t('words:type'),
    status: t('words:status'),
    name: t('words:name'),
    tradingName: t('tradingName'),
    firstName: t('form.firstName'),
    lastName: t('form.lastName'),
    legalId: t('words:legalId'),
    vatNumber: t('words:vatNumber'),
    email: t('words:email'),
    phone: t('words:phone'),
    contacts: t('contacts'),
    billingAddress: t('billingAddress'),
    deliveryAddress: t('deliveryAddress'),
    electronicAddress: t('electronicAddress'),
    buyerReference: t('buyerReference'),
    currency: t('words:currency'),
    locale: t('words:documentLanguage'),
    paymentTerms: t('terms'),
    externalId: t('words:externalId'),
    notes: t('words:privateNotes'),
    customFields: t('customFields'),
  };
  const known: Readonly<Record<string, string>> = labels;
  return (pointer) => known[pointer.slice(1)];
}
