import type { CompanyView } from '@billhook/contract/company';
import type { Company } from './company.entity.js';

/** The company as the wire shows it, and as an issued document keeps it. */
export function presentCompany(company: Company): CompanyView {
  const { id, name, plan, timeZone, currency, address, legalId, vatNumber } = company;
  return { id, name, plan, timeZone, currency, address, legalId, vatNumber };
}
