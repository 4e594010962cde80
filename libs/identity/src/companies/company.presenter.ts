import { SellerSnapshot, type CompanyView } from '@billhook/contract/identity/company';
import type { Company } from './company.entity.js';

/** The company as responses show it. */
export function presentCompany(company: Company): CompanyView {
  const { createdAt: _, deletesAt: __, clockOffset: ___, ...view } = company;
  return view;
}

/** The company as an issued document stores it. */
export function snapshotCompany(company: Company): SellerSnapshot {
  return SellerSnapshot.parse(presentCompany(company));
}
