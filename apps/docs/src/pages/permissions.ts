import { ALL_PERMISSIONS, PERMISSIONS, ROLES, ROLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { table } from '../html.js';

/** The permissions, as a Markdown table. */
export function permissionTable(): string {
  return table(
    ['Permission', 'Allows', 'Available for keys'],
    ALL_PERMISSIONS.map((name) => [
      `\`${name}\``,
      PERMISSIONS[name].summary.en,
      PERMISSIONS[name].grantable ? 'yes' : 'no',
    ]),
  );
}

/** The permissions with which each role starts, as a Markdown table. */
export function rolesTable(): string {
  return table(
    ['Permission', ...ROLES],
    ALL_PERMISSIONS.map((name) => [
      `\`${name}\``,
      ...ROLES.map((role) => (ROLE_PERMISSIONS[role].includes(name) ? 'yes' : '–')),
    ]),
  );
}
