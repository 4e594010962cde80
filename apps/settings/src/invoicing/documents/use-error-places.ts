import { byName, REFERENCE_NAMES } from '@billhook/contract/invoicing/document-fields';
import { useTexts } from '@billhook/ui/use-texts';

/** The place of an error in a document, as text: `/lines/2/taxRate` is "Line item 3, VAT". Undefined for an unknown place. */
export function useErrorPlaces(): (pointer: string) => string | undefined {
  const { t } = useTexts('documents');
  const fields: Readonly<Record<string, string>> = {
    name: t('lines.name'),
    quantity: t('lines.quantity'),
    unitPrice: t('lines.price'),
    taxRate: t('lines.vat'),
    taxCategory: t('lines.vat'),
    exemptionReason: t('lines.exemption'),
    discount: t('lines.discount'),
    issueDate: t('issueDate'),
    dueDate: t('dueDate'),
    expiryDate: t('expiryDate'),
    supplyDate: t('supplyDate'),
    servicePeriod: t('servicePeriod'),
    periodStart: t('servicePeriod'),
    periodEnd: t('servicePeriod'),
    remittance: t('remittance'),
    paymentMeans: t('payBy'),
    locale: t('locale'),
    clientId: t('client'),
    currency: t('currency'),
    series: t('series'),
    lines: t('lines.title'),
    ...byName(REFERENCE_NAMES, (name) => t(name)),
    roundingIncrement: t('totals.rounding'),
    externalId: t('externalId'),
    terms: t('terms'),
    notes: t('notes'),
    title: t('title'),
  };
  return (pointer) => {
    const [, first = '', index, member] = pointer.split('/');
    const n = Number(index) + 1;
    const owner =
      Number.isInteger(n) && index
        ? { lines: t('place.line', { n }), allowances: t('place.allowance', { n }), charges: t('place.charge', { n }) }[
            first
          ]
        : undefined;
    if (owner === undefined) return fields[first];
    const field = member && fields[member];
    return field ? t('place.field', { line: owner, field }) : owner;
  };
}
