import type { ApiKeyView } from '@billhook/contract/identity/api-key';
import type { MePermissionsView, MeView, PermissionCatalogue } from '@billhook/contract/identity/me';
import type { CallingKey, Principal } from '../../request/principal.js';
import { accessProblemOf, workingPermissions } from '../../access/permission.rules.js';
import { ALL_PERMISSIONS, PERMISSIONS } from '@billhook/domain/identity/permissions';

function parts({ key, company }: CallingKey): Pick<MePermissionsView, 'key' | 'company' | 'plan'> {
  const { id, name, prefix, status, expiresAt } = key;
  return {
    key: { id, name, prefix, status, expiresAt: expiresAt?.toISOString() ?? null },
    company: { id: company.id, name: company.name, timeZone: company.timeZone },
    plan: company.plan,
  };
}

/** @param own the key as its owner sees it in the settings */
export function presentMe(by: CallingKey, own: ApiKeyView): MeView {
  const { key, company, plan } = parts(by);
  return {
    key: { ...key, createdAt: own.createdAt },
    creator: { ...own.creator, status: by.creatorActive ? 'Active' : 'Deactivated' },
    company,
    plan,
  };
}

/** @param publicUrl the base of the links in `fixUrl` */
export function presentMePermissions(by: CallingKey, publicUrl: string): MePermissionsView {
  const { key, company, plan } = parts(by);
  const { scopes } = by.key;
  return {
    effective: workingPermissions(by),
    granted: [...scopes],
    lost: scopes.flatMap((permission) => {
      const rejection = accessProblemOf(by, [permission]);
      if (!rejection) return [];
      const { code, cause, whoCanFix, fixUrl } = rejection;
      return [{ permission, code, cause, whoCanFix, fixUrl: publicUrl + fixUrl }];
    }),
    key,
    company,
    plan,
  };
}

/** All permissions, and which of them the member holds. */
export function presentCatalogue(by: Principal): PermissionCatalogue {
  return {
    data: ALL_PERMISSIONS.map((permission) => ({
      permission,
      summary: PERMISSIONS[permission].summary.en,
      grantable: PERMISSIONS[permission].grantable,
      held: by.permissions.includes(permission),
    })),
  };
}
