import type { MePermissionsView, PermissionCatalogue } from '@billhook/contract/me';
import { ALL_PERMISSIONS, PERMISSIONS } from '@billhook/domain/permissions';
import { Problem } from '@billhook/domain/problems';
import type { Principal } from '../access/principal.js';

/** @throws Problem wrong_credential for anybody but a key */
export function presentMePermissions(by: Principal): MePermissionsView {
  if (by.kind !== 'key') throw new Problem('wrong_credential');
  const { id, name, prefix, scopes, status, expiresAt } = by.key;
  return {
    // A suspended key may do nothing, whatever its creator holds; its status and the plan say why.
    permissions: status === 'suspended' ? [] : [...by.permissions],
    granted: [...scopes],
    lost: scopes
      .filter((permission) => !by.permissions.includes(permission))
      .map((permission) => ({ permission, cause: 'creator_permission_lost' as const })),
    key: { id, name, prefix, status, expiresAt: expiresAt?.toISOString() ?? null },
    company: { id: by.company.id, name: by.company.name, plan: by.company.plan },
  };
}

/** The whole table, and which of it the member holds. */
export function presentCatalogue(by: Principal): PermissionCatalogue {
  return {
    data: ALL_PERMISSIONS.map((permission) => ({
      permission,
      summary: PERMISSIONS[permission].summary,
      grantable: PERMISSIONS[permission].grantable,
      held: by.permissions.includes(permission),
    })),
  };
}
