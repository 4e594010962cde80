import {
  ALL_PERMISSIONS,
  GRANTABLE_PERMISSIONS,
  MEMBER_PERMISSIONS,
  PERMISSIONS,
  ROLES,
  ROLE_PERMISSIONS,
  type Permission,
} from '@billhook/domain/identity/permissions';
import { table } from '../content/html.js';
import type { ApiOperation } from '../openapi/api-operations.js';
import { operationPath } from './operation-path.js';

const isForApplicationsOnly = (name: Permission): boolean => !MEMBER_PERMISSIONS.includes(name);

/** The permissions, as a Markdown table. */
export function permissionTable(): string {
  return table(
    ['Permission', 'Allows', 'Available for keys', 'Available for applications'],
    ALL_PERMISSIONS.map((name) => [
      `\`${name}\``,
      PERMISSIONS[name].summary.en,
      GRANTABLE_PERMISSIONS.includes(name) ? 'yes' : 'no',
      PERMISSIONS[name].grantable ? 'yes' : 'no',
    ]),
  );
}

/** The permissions with which each role starts, as a Markdown table. */
export function rolesTable(): string {
  return table(
    ['Permission', ...ROLES],
    MEMBER_PERMISSIONS.map((name) => [
      `\`${name}\``,
      ...ROLES.map((role) => (ROLE_PERMISSIONS[role].includes(name) ? 'yes' : '–')),
    ]),
  );
}

const APPLICATIONS_ONLY =
  'Available for applications only, together with `integration.write`: without it, an application sees and changes only the endpoints that it created. Members and keys with `integration.write` do not need it, and a member with `integration.write` can grant it.';

/** A section for each permission, with the operations that need it and the roles that have it. */
export function permissionCatalogue(operations: readonly ApiOperation[]): string {
  return ALL_PERMISSIONS.map((name) => {
    const { summary } = PERMISSIONS[name];
    const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(name));
    const items = operations
      .filter(({ permission }) => permission === name)
      .map(
        (operation) =>
          `- [${operation.summary}](/docs/${operationPath(operation)}): \`${operation.method} ${operation.path}\``,
      );
    if (isForApplicationsOnly(name)) {
      return [`## ${name}`, `${summary.en}. ${APPLICATIONS_ONLY}`].join('\n\n');
    }
    const list =
      items.length === 0
        ? ['No operation of `/v1` needs it. It applies to the settings only.']
        : [`<details>\n<summary>Operations (${items.length})</summary>\n\n${items.join('\n')}\n\n</details>`];
    return [
      `## ${name}`,
      `Allows a caller to ${summary.en.charAt(0).toLowerCase()}${summary.en.slice(1).replace(/\.$/, '')}. ${GRANTABLE_PERMISSIONS.includes(name) ? 'Available for keys.' : 'Not available for keys.'} Roles: ${roles.join(', ')}.`,
      ...list,
    ].join('\n\n');
  }).join('\n\n');
}
