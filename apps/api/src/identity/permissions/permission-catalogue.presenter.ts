import type { PermissionCatalogue } from '@billhook/contract/identity/me';
import { ALL_PERMISSIONS, PERMISSIONS } from '@billhook/domain/identity/permissions';
import type { Principal } from '../../request/principal.js';

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
