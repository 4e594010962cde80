import type { ConsentView } from '@billhook/contract/identity/oauth/consent';
import { lifetimeErrors } from '@billhook/domain/identity/key-policy';
import { KEY_EXPIRIES } from '@billhook/domain/identity/key-status';
import { holds, type Permission } from '@billhook/domain/identity/permissions';
import type { ApplicationFacts } from '@billhook/identity/oauth/applications.repository';
import type { ConsentCompanyRow } from '@billhook/identity/oauth/consent-companies.repository';
import { consentRefusal, detailOf, policyOf } from './consent.rules.js';

export function presentConsentCompany(
  company: ConsentCompanyRow,
  application: ApplicationFacts,
  requested: readonly Permission[],
  currentId: number,
): ConsentView['companies'][number] {
  const code = consentRefusal(company, application, requested);
  return {
    id: company.id,
    name: company.name,
    current: company.id === currentId,
    permissions: requested.map((permission) => ({ permission, held: holds(company.permissions, permission) })),
    expiries: KEY_EXPIRIES.filter((expiry) => lifetimeErrors(policyOf(company), expiry).length === 0),
    refusal: code ? { code, detail: detailOf(code) } : null,
  };
}
