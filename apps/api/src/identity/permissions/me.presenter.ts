import type { MePermissionsView, MeView, PermissionCatalogue } from '@billhook/contract/identity/me';
import { MEMBER_PERMISSIONS, PERMISSIONS } from '@billhook/domain/identity/permissions';
import { accessProblemOf, workingPermissions } from '../../access/permission.rules.js';
import type { BearerCaller, Principal } from '../../request/principal.js';

type CallerParts = Pick<MePermissionsView, 'key' | 'application' | 'company' | 'plan' | 'sandbox'>;

function parts(by: BearerCaller): CallerParts {
  const { company } = by;
  return {
    ...credentialOf(by),
    company: { id: company.id, name: company.name, timeZone: company.timeZone },
    plan: company.plan,
    sandbox: company.kind === 'Sandbox',
  };
}

function credentialOf(by: BearerCaller): Pick<CallerParts, 'key' | 'application'> {
  if (by.kind === 'app') {
    const { status, expiresAt } = by.grant;
    const { id, clientId, name } = by.application;
    return {
      key: null,
      application: { id, clientId, name, status, expiresAt: expiresAt?.toISOString() ?? null },
    };
  }
  const { id, name, prefix, status, expiresAt } = by.key;
  return { key: { id, name, prefix, status, expiresAt: expiresAt?.toISOString() ?? null }, application: null };
}

/** @param createdAt of the key; null for an access token */
export function presentMe(by: BearerCaller, creator: MeView['creator'], createdAt: string | null): MeView {
  const { key, ...rest } = parts(by);
  return { key: key && createdAt !== null ? { ...key, createdAt } : null, creator, ...rest };
}

/** @param publicUrl the base of the links in `fixUrl` */
export function presentMePermissions(by: BearerCaller, publicUrl: string): MePermissionsView {
  const { scopes } = by.kind === 'key' ? by.key : by.grant;
  return {
    effective: workingPermissions(by),
    granted: [...scopes],
    lost: scopes.flatMap((permission) => {
      const rejection = accessProblemOf(by, [permission]);
      if (!rejection) return [];
      const { code, cause, whoCanFix, fixUrl } = rejection;
      return [{ permission, code, cause, whoCanFix, fixUrl: publicUrl + fixUrl }];
    }),
    ...parts(by),
  };
}

/** All permissions, and which of them the member holds. */
export function presentCatalogue(by: Principal): PermissionCatalogue {
  return {
    data: MEMBER_PERMISSIONS.map((permission) => ({
      permission,
      summary: PERMISSIONS[permission].summary.en,
      grantable: PERMISSIONS[permission].grantable,
      held: by.permissions.includes(permission),
    })),
  };
}
