import { PERMISSIONS } from '@billhook/domain/identity/permissions';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './openapi-operations.js';

/** The name of the only security scheme: an API key. */
export const API_KEY = 'apiKey';

/** Adds the security of each operation, from the access rule of its route. */
export function addAccess(document: OpenAPIObject): void {
  for (const { operation, open, permission } of operationsOf(document)) {
    operation.security = open ? [] : [{ [API_KEY]: [] }];
    const needs = open
      ? 'Needs no API key.'
      : permission
        ? `Needs \`${permission}\`: ${PERMISSIONS[permission].summary.en.toLowerCase()}.`
        : 'Needs an API key, with any permissions.';
    operation.description = [operation.description, needs, operation['x-more-permissions']]
      .filter(Boolean)
      .join('\n\n');
  }
}
