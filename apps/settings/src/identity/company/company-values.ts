import type { CompanyView, UpdateCompany } from '@billhook/contract/identity/company';
import { isCurrency } from '@billhook/domain/invoicing/codes/currency';
import {
  addressOrNull,
  addressValues,
  compactOrNull,
  schemeOrNull,
  textOrNull,
} from '../../shared/forms/form-values.js';

/** The values of the form: every member is a string, empty if the company has no value. */
export function companyValues(company: CompanyView) {
  return {
    name: company.name,
    legalId: { scheme: company.legalId?.scheme ?? '', value: company.legalId?.value ?? '' },
    vatNumber: company.vatNumber ?? '',
    taxNumber: company.taxNumber ?? '',
    address: addressValues(company.address),
    email: company.email ?? '',
    phone: company.phone ?? '',
    website: company.website ?? '',
    iban: company.iban ?? '',
    bic: company.bic ?? '',
    currency: company.currency,
    legalNotice: company.legalNotice ?? '',
    timeZone: company.timeZone,
    lockedUntil: company.lockedUntil ?? '',
  };
}
export type CompanyValues = ReturnType<typeof companyValues>;

/** The patch of the changed values; unchanged ones are left out, so that nothing is overwritten unseen. */
export function companyPatch(values: CompanyValues, before: CompanyValues): UpdateCompany {
  const body: UpdateCompany = {
    name: values.name.trim(),
    legalId: schemeOrNull(values.legalId),
    vatNumber: compactOrNull(values.vatNumber),
    taxNumber: textOrNull(values.taxNumber),
    address: addressOrNull(values.address),
    email: textOrNull(values.email),
    phone: textOrNull(values.phone),
    website: textOrNull(values.website),
    iban: compactOrNull(values.iban),
    bic: compactOrNull(values.bic),
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
