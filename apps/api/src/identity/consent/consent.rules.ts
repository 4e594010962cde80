import type { DecideConsent } from '@billhook/contract/identity/oauth/consent';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { lifetimeErrors } from '@billhook/domain/identity/key-policy';
import { holds, isPermission, PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { Problem, PROBLEMS, type FieldError, type ProblemCode } from '@billhook/domain/shared/problems';
import type { ApplicationRules } from '@billhook/identity/oauth/application-policies.repository';
import type { ApplicationFacts } from '@billhook/identity/oauth/applications.repository';
import type { ConsentCompanyRow } from '@billhook/identity/oauth/consent-companies.repository';

export type Allowed = Extract<DecideConsent, { readonly decision: 'allow' }>;

/** The permissions in the parameter `scope` of an application that may ask for these; all of them without the parameter. */
export function requestedScopes(scope: unknown, requestable: readonly Permission[]): Permission[] {
  if (typeof scope !== 'string' || scope.trim() === '') return [...requestable];
  return [...new Set(scope.split(' '))].filter(isPermission).filter((each) => requestable.includes(each));
}

/** Whether the policy of a company allows an application. `IS_ALLOWED` is the same rule in SQL. */
export const isAllowed = (
  { allow, clientIds, builtin }: ApplicationRules,
  { source, clientId }: Pick<ApplicationFacts, 'source' | 'clientId'>,
): boolean => allow === 'every' || clientIds.includes(clientId) || (source === 'builtin' && builtin);

/** Why the application cannot be authorised for the company; undefined when it can. */
export function consentRefusal(
  company: ConsentCompanyRow,
  application: ApplicationFacts,
  requested: readonly Permission[],
): ProblemCode | undefined {
  if (!isAllowed(company, application)) return 'application_not_allowed';
  if (!isPaidPlan(company.plan)) return 'plan_required';
  return requested.some((each) => holds(company.permissions, each)) ? undefined : 'nothing_to_grant';
}

export const detailOf = (code: ProblemCode): string =>
  code === 'plan_required' ? 'Applications need a paid plan.' : PROBLEMS[code].advice;

/** Access lives no longer than keys may. */
export const policyOf = ({ longestLifetime }: ConsentCompanyRow) => ({ longestLifetime, cidrsRequired: false });

/** @throws Problem 403 as `consentRefusal`; 422 for permissions that were not asked for or are not held, and for the expiry */
export function checkConsent(
  company: ConsentCompanyRow,
  application: ApplicationFacts,
  requested: readonly Permission[],
  { scopes, expiry }: Allowed,
): void {
  const code = consentRefusal(company, application, requested);
  if (code) throw new Problem(code, detailOf(code));
  const errors = [
    ...scopes.flatMap((scope, n): FieldError[] => {
      const pointer = `/scopes/${n}`;
      if (!PERMISSIONS[scope].grantable)
        return [{ pointer, code: 'not_grantable', message: 'is a permission that no application can have' }];
      if (!requested.includes(scope))
        return [{ pointer, code: 'not_requested', message: 'is a permission that the application did not ask for' }];
      if (holds(company.permissions, scope)) return [];
      return [{ pointer, code: 'not_held', message: 'is a permission that you do not have' }];
    }),
    ...lifetimeErrors(policyOf(company), expiry),
  ];
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors });
}
