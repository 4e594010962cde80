import { exampleProblem } from '@billhook/contract/examples/problem-examples';
import { statusOf } from '@billhook/contract/shared/problem-document';
import { PROBLEMS, type ProblemCode } from '@billhook/domain/shared/problems';
import type { OpenAPIObject } from '@nestjs/swagger';
import { headers, ON_EVERY_RESPONSE, type HeaderName } from './headers.step.js';
import {
  operationsOf,
  shared,
  type OperationResponse,
  type Described,
  type SchemaReference,
} from './openapi-operations.rules.js';

interface SharedResponse {
  /** All codes of the response with this status. */
  readonly codes: readonly [ProblemCode, ...ProblemCode[]];
  readonly headers?: readonly HeaderName[];
  /** Which operations can return it. */
  readonly of: (operation: Described) => boolean;
}

const TOKEN_CODES = ['token_unknown', 'token_revoked', 'token_for_another_resource'] as const;

const KEY_CODES = [
  ...(['credential_missing', 'credential_malformed', 'credential_in_query'] as const),
  ...(['key_prefix_missing', 'key_truncated', 'key_mistyped', 'key_unknown', 'key_revoked', 'key_expired'] as const),
  'wrong_secret_type',
  ...TOKEN_CODES,
] as const;

const UNREADABLE = ['bad_request', 'invalid_query'] as const;

const always = (): boolean => true;

/**
 * The errors that most operations can return, with their conditions. They are components of the document; the errors of a single
 * operation are in its decorator.
 */
const SHARED = {
  BadRequest: { codes: UNREADABLE, of: ({ open, writes }) => open && !writes },
  BadRead: {
    codes: [...UNREADABLE, 'two_credentials'],
    headers: ['WWW-Authenticate'],
    of: ({ open, writes }) => !open && !writes,
  },
  BadWrite: {
    codes: [...UNREADABLE, 'two_credentials', 'malformed_json', 'idempotency_key_malformed'],
    headers: ['WWW-Authenticate'],
    of: ({ writes }) => writes,
  },
  Unauthorized: { codes: KEY_CODES, headers: ['WWW-Authenticate'], of: ({ open }) => !open },
  Forbidden: {
    codes: [
      'insufficient_scope',
      'creator_permission_lost',
      'creator_inactive',
      'plan_required',
      'address_not_allowed',
      'application_not_allowed',
    ],
    headers: ['WWW-Authenticate', 'X-Required-Permissions', 'X-Key-Permissions'],
    of: ({ permission }) => permission !== undefined,
  },
  NotFromThere: {
    codes: ['address_not_allowed', 'application_not_allowed'],
    of: ({ open, permission }) => !open && permission === undefined,
  },
  NotFound: { codes: ['not_found'], of: ({ namesRecord }) => namesRecord },
  InFlight: { codes: ['idempotency_in_flight'], headers: ['Retry-After'], of: ({ writes }) => writes },
  Stale: {
    codes: ['version_mismatch'],
    of: ({ operation }) => operation['x-problems']?.includes('version_mismatch') ?? false,
  },
  BodyTooLarge: { codes: ['body_too_large'], of: ({ writes }) => writes },
  UnsupportedMediaType: { codes: ['unsupported_media_type'], of: ({ writes }) => writes },
  KeyReused: { codes: ['idempotency_key_reused'], of: ({ writes, takesBody }) => writes && !takesBody },
  InvalidBody: { codes: ['invalid_body', 'idempotency_key_reused'], of: ({ takesBody }) => takesBody },
  TooManyRequests: { codes: ['rate_limited', 'too_many_attempts'], headers: ['Retry-After'], of: ({ open }) => !open },
  TooManyOpenRequests: { codes: ['rate_limited'], headers: ['Retry-After'], of: ({ open }) => open },
  InternalError: { codes: ['internal_error'], of: always },
  Unavailable: { codes: ['not_ready'], headers: ['Retry-After'], of: always },
} as const satisfies Record<string, SharedResponse>;

const NOT_MODIFIED: OperationResponse = {
  description: 'Not modified: the ETag in If-None-Match is still current.',
  headers: headers(...ON_EVERY_RESPONSE, 'ETag'),
};

/** Adds the errors to the document: shared ones as components, and the specific ones of an operation before them, each with its codes. */
export function addProblems(document: OpenAPIObject): void {
  const used = new Set<ProblemCode>();
  const usedAnswers = new Map<string, OperationResponse>();
  for (const described of operationsOf(document)) {
    const { operation, writes, streams } = described;
    const rejections = rejectionsOf(described);
    for (const { name, codes, answer } of rejections.values()) {
      for (const code of codes) used.add(code);
      if (name !== undefined) usedAnswers.set(name, answer);
    }
    operation.responses = inOrder({
      ...operation.responses,
      ...(writes || streams ? {} : { 304: shared('responses', 'NotModified') }),
      ...Object.fromEntries(
        [...rejections].map(([status, { name, answer }]) => [
          status,
          name === undefined ? answer : shared('responses', name),
        ]),
      ),
    });
    delete operation['x-problems'];
  }
  document.components = {
    ...document.components,
    responses: { NotModified: NOT_MODIFIED, ...Object.fromEntries([...usedAnswers].sort(byName)) },
    examples: Object.fromEntries([...used].sort().map((code) => [code, { value: exampleProblem(code) }])),
  };
}

interface ErrorResponse {
  /** The component with all its codes; undefined if the operation has specific codes. */
  readonly name: string | undefined;
  readonly codes: readonly ProblemCode[];
  readonly answer: OperationResponse;
}

/** The errors of an operation, by status. */
function rejectionsOf(described: Described): Map<number, ErrorResponse> {
  const own = described.operation['x-problems'] ?? [];
  const common = Object.entries<SharedResponse>(SHARED).filter(([, answer]) => answer.of(described));
  const statuses = new Set([...common.map(([, { codes }]) => statusOf(codes[0])), ...own.map(statusOf)]);
  return new Map(
    [...statuses].map((status) => {
      const [name, base] = common.find(([, { codes }]) => statusOf(codes[0]) === status) ?? [];
      const before = own.filter((code) => statusOf(code) === status && !base?.codes.includes(code));
      const codes = [...before, ...(base?.codes ?? [])];
      const answer = rejection(codes, base?.headers ?? []);
      return [status, { name: before.length === 0 ? name : undefined, codes, answer }];
    }),
  );
}

/** One status with all its codes: as text with a link to the solution, and as examples for programs. */
function rejection(codes: readonly ProblemCode[], more: readonly HeaderName[]): OperationResponse {
  return {
    description: codes.map((code) => `- [\`${code}\`](/docs/errors/${code}): ${PROBLEMS[code].title}`).join('\n'),
    headers: headers(...ON_EVERY_RESPONSE, ...more),
    content: {
      'application/problem+json': {
        schema: shared('schemas', 'Problem'),
        examples: Object.fromEntries(codes.map((code): [string, SchemaReference] => [code, shared('examples', code)])),
      },
    },
  };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

const inOrder = <T>(responses: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(responses).sort(byName));
