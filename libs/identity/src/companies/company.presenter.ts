import { SellerSnapshot, type CompanyView } from '@billhook/contract/identity/company';
import type { Company } from './company.entity.js';

/** The company as the wire shows it. */
export function presentCompany(company: Company): CompanyView {
  const { createdAt: _, ...view } = company;
  return view;
}

/** The company as an issued document keeps it. */
export function snapshotCompany(company: Company): SellerSnapshot {
  return SellerSnapshot.parse(presentCompany(company));
}
