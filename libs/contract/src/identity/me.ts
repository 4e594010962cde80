import { PLANS } from '@billhook/domain/identity/company';
import { KEY_STATUSES } from '@billhook/domain/identity/key-status';
import { MEMBER_KINDS, MEMBER_STATUSES } from '@billhook/domain/identity/member';
import { UTF8_ESCAPE } from '@billhook/domain/shared/value-patterns';
import { z } from 'zod';
import { list } from '../shared/bounded.js';
import { Id, Instant } from '../shared/common.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { PermissionName } from './permission.js';

/** Why a permission does not work. */
const CAUSES = ['scope_missing', 'creator_lacks', 'creator_inactive', 'plan', 'member_lacks', 'policy'] as const;
export type PermissionCause = (typeof CAUSES)[number];

/** Who can fix it: the creator of the key, an administrator of the company, or the application, by another authorization request. */
const FIXERS = ['key_owner', 'administrator', 'application'] as const;
export type WhoCanFix = (typeof FIXERS)[number];

const Code = z.string().meta({ description: 'The `code` of the error', example: 'insufficient_scope' });
const Cause = z.enum(CAUSES).meta({ description: 'Why it does not work' });
const Fixer = z.enum(FIXERS).meta({ description: 'Who can fix it' });
const FixUrl = z.string().meta({
  description: 'The page of the settings where it can be fixed',
  example: 'http://localhost:3000/settings/api-keys?create=1&scopes=invoice.read,invoice.write',
});

const CallingKey = z.object({
  id: Id.meta({ description: 'The id of the key' }),
  name: z.string().meta({ description: 'The name that its creator chose', example: 'Nightly export' }),
  prefix: z.string().meta({
    description: 'Identifies the key without revealing its secret',
    example: 'bhk_3kTn9Qa1',
  }),
  status: z.enum(KEY_STATUSES).meta({ description: 'Whether it works: `active` and `expiring` do' }),
  expiresAt: Instant.nullable().meta({ description: 'When it expires; null without an expiry date' }),
});

const CallingApplication = z
  .object({
    id: Id.meta({ description: 'The id of the application' }),
    clientId: z.string().meta({ description: 'The client ID of the application' }),
    name: z.string().meta({ description: 'The name of the application' }),
    status: z.enum(KEY_STATUSES).meta({ description: 'The status of its access' }),
    expiresAt: Instant.nullable().meta({ description: 'When its access ends; null if only a revocation ends it' }),
  })
  .nullable()
  .meta({ description: 'The application, for an access token; null for a key' });

const CallingCompany = z.object({
  id: Id.meta({ description: 'The id of the company' }),
  name: z.string().meta({ description: 'The legal name', example: 'Studio Nord SAS' }),
  timeZone: z.string().meta({ description: 'The time zone of its dates', example: 'Europe/Paris' }),
});

const Plan = z.enum(PLANS).meta({ description: 'Keys work on a paid plan only' });

const InSandbox = z.boolean().meta({
  description: 'Whether the company is a sandbox: its documents are not real, and its emails are not sent',
});

export const MeView = z
  .object({
    key: CallingKey.extend({ createdAt: Instant.meta({ description: 'When it was created' }) })
      .nullable()
      .meta({ description: 'The key; null for an access token' }),
    application: CallingApplication,
    creator: z
      .object({
        id: Id.meta({ description: 'The id of the member' }),
        kind: z.enum(MEMBER_KINDS).meta({ description: 'Service: a member that owns keys and cannot sign in' }),
        name: z.string().meta({ description: 'The name of the member' }),
        email: z.string().nullable().meta({ description: 'Null for a service member' }),
        status: z.enum(MEMBER_STATUSES).meta({ description: 'Keys of a member that is not `Active` do not work' }),
      })
      .meta({ description: 'The member who created the key, or who authorised the application' }),
    company: CallingCompany.meta({ description: 'The company whose records it reads and writes' }),
    plan: Plan,
    sandbox: InSandbox,
  })
  .meta({ id: 'Me' });
export type MeView = z.infer<typeof MeView>;

export const MePermissionsView = z
  .object({
    effective: z.array(PermissionName).meta({ description: 'The permissions that the key or token has now' }),
    granted: z.array(PermissionName).meta({
      description:
        'The permissions that the key was created with, or that the member granted the application: its scopes',
    }),
    lost: z
      .array(
        z.object({
          permission: PermissionName.meta({ description: 'The permission that does not work' }),
          code: Code,
          cause: Cause,
          whoCanFix: Fixer,
          fixUrl: FixUrl,
        }),
      )
      .meta({ description: 'The scopes that do not work now, each with the cause' }),
    key: CallingKey.nullable().meta({ description: 'The key; null for an access token' }),
    application: CallingApplication,
    company: CallingCompany.meta({ description: 'The company whose records it reads and writes' }),
    plan: Plan,
    sandbox: InSandbox,
  })
  .meta({ id: 'MePermissions' });
export type MePermissionsView = z.infer<typeof MePermissionsView>;

/** The maximum number of questions in one permission check. */
const QUESTIONS_MOST = 100;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Visible ASCII characters, of which % begins an escape of UTF-8. */
const DECODABLE_PATH = new RegExp(`^/v1(?:[/?](?:[!-$&-~]|${UTF8_ESCAPE})*)?$`);

const CheckedPath = z
  .string()
  .max(2_000)
  .regex(/^\/v1(?:[/?][!-~]*)?$/, { error: 'must be a path below /v1, like /v1/invoices/7/send', abort: true })
  .refine((path) => DECODABLE_PATH.test(path), 'cannot be decoded')
  .refine((path) => !/bh[a-z]_[0-9A-Za-z]{8}/.test(path), 'contains what looks like an API key')
  .meta({
    description: 'The path of the call, with its query if it has one',
    pattern: DECODABLE_PATH.source,
    example: '/v1/invoices/7/send',
  });

export const CheckPermissions = z
  .strictObject({
    requests: list(
      z.strictObject({ method: z.enum(METHODS).meta({ description: 'The method of the call' }), path: CheckedPath }),
    )
      .max(QUESTIONS_MOST)
      .optional()
      .meta({ description: 'The planned calls. None of them is made' }),
    permissions: list(PermissionName)
      .max(QUESTIONS_MOST)
      .optional()
      .meta({ description: 'Permissions to check by their names' }),
  })
  .refine(({ requests = [], permissions = [] }) => requests.length + permissions.length > 0, {
    message: 'must contain at least one request or permission',
    params: { code: 'required' },
  })
  .refine(({ requests = [], permissions = [] }) => requests.length + permissions.length <= QUESTIONS_MOST, {
    message: `must contain at most ${QUESTIONS_MOST} requests and permissions together`,
    params: { code: 'too_big' },
  })
  .meta({
    id: 'CheckPermissions',
    anyOf: ['requests', 'permissions'].map((name) => ({ required: [name], properties: { [name]: { minItems: 1 } } })),
    example: {
      requests: [
        { method: 'GET', path: '/v1/invoices?status=Overdue' },
        { method: 'POST', path: `/v1/invoices/${EXAMPLE_IDS.draftInvoice}/send` },
      ],
      permissions: ['payment.read'],
    },
  });
export type CheckPermissions = z.infer<typeof CheckPermissions>;

/** The result of one question. A rejection has the members of the 403 of the real call. */
const answer = {
  allowed: z.boolean().meta({ description: 'Whether the permissions allow it' }),
  requiredPermissions: z.array(PermissionName).meta({ description: 'The permissions that it needs' }),
  missing: z.array(PermissionName).meta({ description: 'Those of them that do not work now' }),
  code: Code.nullable().meta({ description: 'The `code` of the error; null if it is allowed' }),
  detail: z.string().nullable().meta({ description: 'The `detail` of the error; null if it is allowed' }),
  cause: Cause.nullable().meta({ description: 'Why it does not work; null if no permission is missing' }),
  whoCanFix: Fixer.nullable().meta({ description: 'Who can fix it; null if no permission is missing' }),
  fixUrl: FixUrl.nullable().meta({
    description: 'The page of the settings where it can be fixed; null if no permission is missing',
  }),
};

export const CheckedRequest = z
  .object({
    method: z.enum(METHODS).meta({ description: 'The method of the call, as requested' }),
    path: z.string().meta({ description: 'The path of the call, as requested' }),
    route: z
      .string()
      .nullable()
      .meta({ description: 'The route of the call; null if there is none', example: '/v1/invoices/{id}/send' }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'The status of the error: 403, 404 for an unknown path, 405 for a wrong method' }),
    ...answer,
  })
  .meta({ id: 'CheckedRequest' });
export type CheckedRequest = z.infer<typeof CheckedRequest>;

const asked = PermissionName.meta({ description: 'The permission, as requested' });
export const CheckedPermission = z.object({ permission: asked, ...answer }).meta({ id: 'CheckedPermission' });
export type CheckedPermission = z.infer<typeof CheckedPermission>;

export const PermissionCheckView = z
  .object({
    allowed: z.boolean().meta({ description: 'Whether everything that was asked for is allowed' }),
    requests: z.array(CheckedRequest).meta({ description: 'In the order of the request' }),
    permissions: z.array(CheckedPermission).meta({ description: 'In the order of the request' }),
  })
  .meta({ id: 'PermissionCheck' });
export type PermissionCheckView = z.infer<typeof PermissionCheckView>;

export const PermissionCatalogue = z
  .object({
    data: z.array(
      z.object({ permission: PermissionName, summary: z.string(), grantable: z.boolean(), held: z.boolean() }),
    ),
  })
  .meta({ id: 'PermissionCatalogue' });
export type PermissionCatalogue = z.infer<typeof PermissionCatalogue>;
