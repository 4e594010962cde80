import { byName, REFERENCE_NAMES } from '@billhook/contract/invoicing/document-fields';
import { useTexts } from '@billhook/ui/use-texts';

/** The place of an error in a document, as text: `/lines/2/taxRate` is "Line item 3, VAT". Undefined for an unknown place. */
export function useErrorPlaces(): (pointer: string) => string | undefined {
  const { t } = useTexts('documents');
  const fields: Readonly<Record<string, string>> = {
    name: t('words:item'),
    quantity: t('words:quantity'),
    unitPrice: t('words:price'),
    taxRate: t('words:vat'),
    taxCategory: t('words:vat'),
    exemptionReason: t('words:exemptionReason'),
    discount: t('words:discount'),
    issueDate: t('words:issueDate'),
    dueDate: t('words:dueDate'),
    expiryDate: t('words:expiryDate'),
    supplyDate: t('words:supplyDate'),
    servicePeriod: t('servicePeriod'),
    periodStart: t('servicePeriod'),
    periodEnd: t('servicePeriod'),
    remittance: t('words:remittance'),
    paymentMeans: t('words:payment'),
    locale: t('ui:language'),
    clientId: t('words:client'),
    currency: t('words:currency'),
    series: t('words:series'),
    lines: t('words:lineItems'),
    ...byName(REFERENCE_NAMES, (name) => t(name)),
    roundingIncrement: t('totals.rounding'),
    externalId: t('words:externalId'),
    terms: t('words:terms'),
    notes: t('notes'),
    title: t('title'),
  };
  return (pointer) => {
    const [, first = '', index, member] = pointer.split('/');
    const n = Number(index) + 1;
    const owner =
      Number.isInteger(n) && index
        ? { lines: t('words:line', { n }), allowances: t('place.allowance', { n }), charges: t('place.charge', { n }) }[
            first
          ]
        : undefined;
    if (owner === undefined) return fields[first];
    const field = member && fields[member];
    return field ? t('place.field', { line: owner, field }) : owner;
  };
}
