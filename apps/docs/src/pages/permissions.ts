import { ALL_PERMISSIONS, PERMISSIONS, ROLES, ROLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { table } from '../html.js';
import type { ApiOperation } from '../openapi/api-operations.js';
import { operationPath } from './operation-path.js';

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

/** A section for each permission, with the operations that need it and the roles that have it. */
export function permissionCatalogue(operations: readonly ApiOperation[]): string {
  return ALL_PERMISSIONS.map((name) => {
    const { summary, grantable } = PERMISSIONS[name];
    const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(name));
    const items = operations
      .filter(({ permission }) => permission === name)
      .map(
        (operation) =>
          `- [${operation.summary}](/docs/${operationPath(operation)}): \`${operation.method} ${operation.path}\``,
      );
    const list =
      items.length === 0
        ? ['No operation of `/v1` needs it. It applies to the settings only.']
        : [`<details>\n<summary>Operations (${items.length})</summary>\n\n${items.join('\n')}\n\n</details>`];
    return [
      `## ${name}`,
      `Allows a caller to ${summary.en.charAt(0).toLowerCase()}${summary.en.slice(1).replace(/\.$/, '')}. ${grantable ? 'Available for keys.' : 'Not available for keys.'} Roles: ${roles.join(', ')}.`,
      ...list,
    ].join('\n\n');
  }).join('\n\n');
}
