import { isPermission } from '@billhook/domain/identity/permissions';
import type { ProblemCode } from '@billhook/domain/shared/problems';
import type { ApiOperation } from '../openapi/api-operations.js';
import { operationPath } from './operation-path.js';

const SETTINGS = 'The settings (`/app`), for people who sign in. Requests with a key never receive it.';
const PORTAL = 'The webhook portal (`/portal/api`). Requests with a key never receive it.';
const PEOPLE =
  'The settings (`/app`) and the webhook portal (`/portal/api`), for people who sign in. Requests with a key never receive it.';
const ANY = 'Any request, on any path.';

/** Codes that no operation of /v1 lists, because they occur elsewhere or before an operation is selected. */
const ELSEWHERE: { readonly [Code in ProblemCode]?: string } = {
  bad_request: ANY,
  headers_too_large: ANY,
  request_timeout: ANY,
  route_not_found: 'Every path that does not exist.',
  method_not_allowed: 'Every path, with a method that it does not support.',
  access_undeclared: 'No released route: the API does not start if a route has no access rule.',
  wrong_credential: '`/app` and `/portal/api`, with a key.',
  session_missing: SETTINGS,
  sign_in_failed: PEOPLE,
  step_up_required: PEOPLE,
  nothing_to_grant: SETTINGS,
  authorization_request_expired: SETTINGS,
  device_code_unknown: SETTINGS,
  application_archived: SETTINGS,
  too_many_secrets: SETTINGS,
  application_without_secret: SETTINGS,
  cross_site:
    'Writes to `/app` and `/portal/api` from a page of another site, and calls of `/mcp` by scripts of an origin that is not allowed.',
  permission_missing: PEOPLE,
  series_in_use: SETTINGS,
  series_code_taken: SETTINGS,
  tax_rate_taken: SETTINGS,
  key_ended: SETTINGS,
  key_already_rotated: SETTINGS,
  member_not_service: SETTINGS,
  member_holds_more: SETTINGS,
  export_running: SETTINGS,
  export_not_ready: SETTINGS,
  deletion_requested: 'Any write of a company whose deletion was requested.',
  deletion_started: SETTINGS,
  deletion_not_requested: SETTINGS,
  sandbox_of_sandbox: SETTINGS,
  sandbox_limit: SETTINGS,
  own_membership: SETTINGS,
  member_removed: SETTINGS,
  already_member: SETTINGS,
  already_invited: SETTINGS,
  invitation_closed: SETTINGS,
  second_factor_required: SETTINGS,
  second_factor_wrong: SETTINGS,
  second_factor_set: SETTINGS,
  second_factor_not_set: SETTINGS,
  reset_link_invalid: 'The page for setting a new password. Requests with a key never receive it.',
  set_up_link_invalid: 'The page that sets up an installation. Requests with a key never receive it.',
  invitation_invalid: 'The page of an invitation. Requests with a key never receive it.',
  too_many_attempts: 'Signing in, invitations to one address, and repeated requests with invalid keys.',
  portal_session_missing: PORTAL,
  portal_link_invalid: PORTAL,
  portal_link_used: PORTAL,
  portal_link_expired: PORTAL,
  portal_link_revoked: PORTAL,
  portal_view_only: PORTAL,
  document_link_invalid:
    'The page of a document that a client opens by its link (`/public/api`). Requests with a key never receive it.',
  answering_link_required:
    'An answer on the page of a document that was opened by its read-only link (`publicUrl`). Requests with a key never receive it.',
  preview_takes_no_answer:
    'The page of a document, opened by a signed-in member of the company that sent it. Requests with a key never receive it.',
  row_unreadable: 'A row of an import, in its results.',
  row_repeated: 'A row of an import with `unique`, in its results.',
  batch_aborted: 'An item of an atomic batch in which another item was rejected, in `results` of the response.',
  not_grantable: 'Creating a key with a permission that only people can hold. No operation of `/v1` does this.',
};

/** Longer lists are folded. */
const LISTED_MOST = 15;

const GROUPS: readonly (readonly [name: string, holds: (operation: ApiOperation) => boolean])[] = [
  ['Every operation of `/v1`.', () => true],
  ['Every operation of `/v1` that requires a key.', ({ guarded }) => guarded],
  ['Every operation of `/v1` that requires a permission.', ({ permission = '' }) => isPermission(permission)],
  ['Every operation of `/v1` that writes.', ({ method }) => method !== 'GET'],
  ['Every operation of `/v1` that accepts a body.', ({ body }) => body !== undefined],
  ['Every operation of `/v1` with a parameter in its path.', ({ path }) => path.includes('{')],
];

/** Where a code can occur, in Markdown: a sentence or the list of operations, or undefined if neither is known. */
export function originsOf(code: ProblemCode, operations: readonly ApiOperation[]): string | undefined {
  const sentence = ELSEWHERE[code];
  if (sentence !== undefined) return sentence;
  const from = operations.filter(({ errors }) => errors.some(({ codes }) => codes.includes(code)));
  if (from.length === 0) return undefined;
  const group = GROUPS.find(([, holds]) => operations.every((each) => holds(each) === from.includes(each)));
  if (group) return group[0];
  const list = from.map((each) => `- [\`${each.method} ${each.path}\`](/docs/${operationPath(each)})`).join('\n');
  if (from.length <= LISTED_MOST) return list;
  return `<details>\n<summary>${from.length} operations of <code>/v1</code></summary>\n\n${list}\n\n</details>`;
}
