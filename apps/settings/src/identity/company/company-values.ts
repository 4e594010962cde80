import type { CompanyView, UpdateCompany } from '@billhook/contract/identity/company';
import { isCurrency } from '@billhook/domain/invoicing/codes/currency';
import { DOCUMENT_LOCALES, type DocumentLocale } from '@billhook/domain/shared/format-amount';
import {
  addressOrNull,
  addressValues,
  compactOrNull,
  legalIdOrNull,
  legalIdValues,
  textOrNull,
} from '../../shared/forms/form-values.js';
import { daysOf, termsOf, termsValues } from '../../shared/forms/payment-terms-values.js';

/** The values of the form: most members are strings, empty if the company has no value. */
export function companyValues(company: CompanyView) {
  return {
    name: company.name,
    legalId: legalIdValues(company.legalId),
    vatNumber: company.vatNumber ?? '',
    taxNumber: company.taxNumber ?? '',
    address: addressValues(company.address),
    email: company.email ?? '',
    phone: company.phone ?? '',
    website: company.website ?? '',
    iban: company.iban ?? '',
    bic: company.bic ?? '',
    accentColor: company.accentColor ?? '',
    paymentLink: company.paymentLink ?? '',
    clientPages: company.clientPages,
    replyTo: company.replyTo ?? '',
    paymentTerms: termsValues(company.paymentTerms),
    quoteValidityDays: company.quoteValidityDays === null ? '' : String(company.quoteValidityDays),
    defaultTaxRate: company.defaultTaxRate ?? '',
    terms: textValues(company.terms),
    notes: textValues(company.notes),
    locale: company.locale ?? '',
    currency: company.currency,
    legalNotice: company.legalNotice ?? '',
    timeZone: company.timeZone,
    lockedUntil: company.lockedUntil ?? '',
  };
}
export type CompanyValues = ReturnType<typeof companyValues>;

type TextValues = Record<DocumentLocale, string>;

function textValues(texts: CompanyView['terms']): TextValues {
  return { en: texts?.en ?? '', fr: texts?.fr ?? '' };
}

/** The texts by language, without empty ones; null if all are empty. */
function textsOrNull(values: TextValues): Partial<TextValues> | null {
  const filled = DOCUMENT_LOCALES.filter((locale) => values[locale].trim() !== '');
  return filled.length === 0 ? null : Object.fromEntries(filled.map((locale) => [locale, values[locale].trim()]));
}

/** The patch of the changed values; unchanged ones are left out, so that nothing is overwritten unseen. */
export function companyPatch(values: CompanyValues, before: CompanyValues): UpdateCompany {
  const body: UpdateCompany = {
    name: values.name.trim(),
    legalId: legalIdOrNull(values.legalId),
    vatNumber: compactOrNull(values.vatNumber),
    taxNumber: textOrNull(values.taxNumber),
    address: addressOrNull(values.address),
    email: textOrNull(values.email),
    phone: textOrNull(values.phone),
    website: textOrNull(values.website),
    iban: compactOrNull(values.iban),
    bic: compactOrNull(values.bic),
    accentColor: textOrNull(values.accentColor),
    paymentLink: textOrNull(values.paymentLink),
    clientPages: values.clientPages,
    replyTo: textOrNull(values.replyTo),
    paymentTerms: termsOf(values.paymentTerms),
    quoteValidityDays: daysOf(values.quoteValidityDays) ?? null,
    defaultTaxRate: textOrNull(values.defaultTaxRate),
    terms: textsOrNull(values.terms),
    notes: textsOrNull(values.notes),
    locale: DOCUMENT_LOCALES.find((known) => known === values.locale) ?? null,
    currency: isCurrency(values.currency) ? values.currency : undefined,
    legalNotice: textOrNull(values.legalNotice),
    timeZone: values.timeZone,
    lockedUntil: textOrNull(values.lockedUntil),
  };
  const changed = Object.entries(body).filter(([name]) => {
    const [after, was] = [Reflect.get(values, name), Reflect.get(before, name)] as unknown[];
    return JSON.stringify(after) !== JSON.stringify(was);
  });
  return Object.fromEntries(changed);
}
