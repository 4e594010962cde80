import { APPLICATION_PERMISSIONS, PERMISSIONS } from '@billhook/domain/identity/permissions';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './openapi-operations.rules.js';

/** The names of the security schemes: an API key, or the access token of an application. */
export const API_KEY = 'apiKey';
export const OAUTH = 'oauth2';

/** The flow of applications. The addresses are relative to the server, whose own address the document does not know. */
export const OAUTH_SCHEME = {
  type: 'oauth2' as const,
  description:
    'An access token of an application, starting with bho_, for the member who authorised it. Always with PKCE (S256). Devices without a browser use the device flow; both are described by /.well-known/oauth-authorization-server.',
  flows: {
    authorizationCode: {
      authorizationUrl: '/oauth/authorize',
      tokenUrl: '/oauth/token',
      refreshUrl: '/oauth/token',
      scopes: Object.fromEntries(APPLICATION_PERMISSIONS.map((name) => [name, PERMISSIONS[name].summary.en])),
    },
  },
};

/** Adds the security of each operation, from the access rule of its route. */
export function addAccess(document: OpenAPIObject): void {
  for (const { operation, open, permission } of operationsOf(document)) {
    operation.security = open ? [] : [{ [API_KEY]: [] }, { [OAUTH]: permission ? [permission] : [] }];
    const needs = open
      ? 'Requires no API key.'
      : permission
        ? `Requires \`${permission}\`: ${PERMISSIONS[permission].summary.en.toLowerCase()}.`
        : 'Requires an API key or an access token, with any permissions.';
    operation.description = [operation.description, needs, operation['x-more-permissions']]
      .filter(Boolean)
      .join('\n\n');
  }
}
