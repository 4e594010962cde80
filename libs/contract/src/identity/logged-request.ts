import { PROBLEMS, type ProblemCode } from '@billhook/domain/shared/problems';
import {
  CLIENT_REQUEST_ID_PATTERN,
  REQUEST_CREDENTIAL_PATTERN,
  REQUEST_ID_PATTERN,
} from '@billhook/domain/shared/value-patterns';
import { z } from 'zod';
import { formed, Id, Instant } from '../shared/common.js';
import { Moment, repeatable } from '../shared/list-query.js';
import { listOf, pageQuery } from '../shared/page.js';
import { PermissionName } from './permission.js';

/** Bytes of a body that the log keeps. */
export const LOGGED_BODY_BYTES = 16_384;

const CALLER_KINDS = ['key', 'application'] as const;

const Credential = z
  .object({
    kind: z.enum(CALLER_KINDS).meta({ description: 'An API key, or the access token of an application' }),
    id: Id.meta({ description: 'The id of the key or the application' }),
    name: z.string().meta({ description: 'The name of the key or the application', example: 'Nightly export' }),
    prefix: z.string().nullable().meta({
      description: 'Identifies a key without revealing its secret; null for an application',
      example: 'bhk_3kTn9Qa1',
    }),
  })
  .meta({ id: 'RequestCredential' });

export const LoggedRequestView = z
  .object({
    id: z.string().meta({
      description:
        'The `Request-Id` of the response. A request that a message of an assistant caused adds its number, as in `req_….1`',
      pattern: REQUEST_ID_PATTERN.source,
      example: 'req_0VbbAa3mq3vN5cYb8LmX2a',
    }),
    clientRequestId: z.string().nullable().meta({
      description: 'The `Client-Request-Id` of the request, without secrets; null without one',
      example: 'nightly-4711',
    }),
    createdAt: Instant.meta({ description: 'When the request arrived' }),
    method: z.string().meta({ description: 'The HTTP method', example: 'POST' }),
    route: z.string().nullable().meta({
      description: 'The path of the operation, with its parameters; null if no operation has this path',
      example: '/v1/invoices/{id}/send',
    }),
    path: z.string().meta({
      description: 'The path and the query as they were sent, without secrets and cut after 2,000 characters',
      example: '/v1/invoices/43/send',
    }),
    status: z.int().meta({ description: 'The HTTP status of the response', example: 422 }),
    durationMs: z.int().meta({
      description: 'Milliseconds from the arrival of the request to the end of its response',
      example: 12,
    }),
    problem: z.string().nullable().meta({
      description: 'The `code` of the error; null without an error',
      example: 'invalid_body',
    }),
    credential: Credential.nullable().meta({ description: 'What the request was authenticated with' }),
  })
  .meta({ id: 'LoggedRequest' });
export type LoggedRequestView = z.infer<typeof LoggedRequestView>;

/** One side of a request. */
const Message = z
  .object({
    headers: z
      .record(z.string(), z.string())
      .meta({ description: 'Some of the headers, without secrets: never the `Authorization`' }),
    type: z.string().nullable().meta({ description: 'The media type of the body; null without one' }),
    bytes: z
      .int()
      .nullable()
      .meta({ description: 'The length of the whole body in bytes; null if it is not known', example: 148 }),
    body: z
      .string()
      .nullable()
      .meta({
        description: `The JSON, cut after ${LOGGED_BODY_BYTES.toLocaleString('en')} bytes, with \`…\` in place of each secret; null without a body, for other media types, and if the request was rejected before its body was read`,
      }),
    truncated: z.boolean().meta({ description: 'Whether the end of `body` is cut off' }),
  })
  .meta({ id: 'LoggedMessage' });
export type LoggedMessageView = z.infer<typeof Message>;

export const LoggedRequestDetail = LoggedRequestView.extend({
  request: Message.nullable().meta({
    description: 'The request, for a write and for a response from 400 on; null if the log does not keep it',
  }),
  response: Message.nullable().meta({
    description: 'The response, for a write and for a response from 400 on; null if the log does not keep it',
  }),
  missingPermission: PermissionName.nullable().meta({
    description:
      'The permission that a member needs to see `request` and `response`, which are then null; null if nothing is hidden',
  }),
}).meta({ id: 'LoggedRequestDetail' });
export type LoggedRequestDetail = z.infer<typeof LoggedRequestDetail>;

export const LoggedRequestList = listOf(LoggedRequestView, 'LoggedRequestList');

const STATUS_PATTERN = /^[1-5](?:xx|\d\d)$/;
const ROUTE_PATTERN = /^\/v1\/[!-~]{1,200}$/;
export const NO_ROUTE = 'must be a path of the reference, like /v1/invoices/{id}';

/** The methods that /v1 has. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const ListRequests = z.strictObject({
  ...pageQuery,
  status: repeatable(formed(STATUS_PATTERN, { error: 'must be a status such as 404, or a class such as 4xx' })).meta({
    description: 'A status such as `404`, or a class such as `4xx`. If repeated, any of them',
    example: ['4xx', '5xx'],
  }),
  credential: formed(REQUEST_CREDENTIAL_PATTERN, { error: 'must be key-<id> or application-<id>, like key-6' })
    .optional()
    .meta({ description: 'The `kind` and the `id` of the credential, joined by a hyphen', example: 'key-6' }),
  method: z.enum(METHODS).optional().meta({ description: 'Only with this HTTP method' }),
  clientRequestId: formed(CLIENT_REQUEST_ID_PATTERN, { error: 'must have 1 to 255 visible ASCII characters' })
    .optional()
    .meta({ description: 'The `Client-Request-Id` that the request was sent with', example: 'nightly-4711' }),
  route: formed(ROUTE_PATTERN, { error: NO_ROUTE })
    .optional()
    .meta({ description: 'The path of an operation, as in `route` of a request', example: '/v1/invoices/{id}' }),
  problem: z
    .enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]])
    .optional()
    .meta({ description: 'The `code` of an error', example: 'not_found' }),
  since: Moment.optional().meta({ description: 'Requests from then on' }),
  until: Moment.optional().meta({ description: 'Requests before then' }),
});
export type ListRequests = z.infer<typeof ListRequests>;
