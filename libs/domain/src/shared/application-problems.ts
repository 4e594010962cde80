import { row, type ProblemRow } from './problem-kinds.js';

/** Errors of applications and their tokens. */
export const PROBLEMS_OF_APPLICATIONS = {
  token_unknown: row(
    'unauthenticated',
    'The access token does not exist or has expired',
    'Access tokens work for an hour. Get another one with the refresh token, or ask the user to authorise the application again.',
  ),
  token_revoked: row(
    'unauthenticated',
    'The access of the application was revoked or has expired',
    'The user, an administrator or the application ended the access. Ask the user to authorise the application again.',
  ),
  token_for_another_resource: row(
    'unauthenticated',
    'The access token was issued for another resource',
    'A token works for one resource, the API or the MCP server. Name the resource in the parameter `resource` of the authorization request.',
  ),
  application_not_allowed: row(
    'forbidden',
    'The company does not allow the application',
    'Ask an administrator of the company to add the application to its policy.',
  ),
  nothing_to_grant: row(
    'forbidden',
    'You have none of the permissions that the application requests',
    'An administrator of the company can give them to you.',
  ),
  authorization_request_expired: row(
    'gone',
    'The request of the application has expired',
    'Return to the application and start again.',
  ),
  device_code_unknown: row(
    'not_found',
    'The code is unknown or has expired',
    'Compare it with the code on the device, or request a new one there.',
  ),
  application_access_ended: row(
    'conflict',
    'The access of an application that the endpoint depends on has ended',
    'If the application created the endpoint, delete it, or let the application enable it after a member has authorised the application again. If it changed an endpoint of yours, set the members that it changed, then enable the endpoint.',
  ),
  secret_of_another_owner: row(
    'forbidden',
    'The signing secret belongs to the owner of the endpoint',
    'An application sees and replaces the secrets of its own endpoints only. A member or a key with `integration.write` can do it for the others.',
  ),
  application_archived: row(
    'conflict',
    'The application is archived',
    'An archived application cannot be changed. Register another one.',
  ),
  too_many_secrets: row(
    'conflict',
    'The application has two client secrets',
    'Revoke the one that is no longer in use, then create another.',
  ),
  application_without_secret: row(
    'conflict',
    'The application has no client secrets',
    'A program on a device authenticates with PKCE alone. To use a client secret, register an application of the type Server.',
  ),
} as const satisfies Record<string, ProblemRow>;
