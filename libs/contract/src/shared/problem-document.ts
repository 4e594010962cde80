import { HTTP_STATUS } from '@billhook/domain/shared/problem-kinds';
import { PROBLEMS, type FieldError, type Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import { shortened } from '@billhook/domain/shared/shortened';
import type { ProblemView } from './problem.js';

/** The HTTP status of a problem. */
export function statusOf(code: ProblemCode): number {
  return HTTP_STATUS[PROBLEMS[code].kind].code;
}

export interface ProblemContext {
  /** The public URL of this installation, without a trailing slash. */
  readonly publicUrl: string;
  /** The path of the request, without its query. */
  readonly instance: string;
  readonly requestId: string;
}

/*
 * The caller chooses the length of names and paths, which errors repeat. No name, path or text of Billhook is as long; the list of allowed
 * values of some members is.
 */
const MOST_NAME = 100;
const MOST_PATH = 300;
const MOST_TEXT = 2_000;

function cutNames({ pointer, parameter, code, message }: FieldError): FieldError {
  const segments = pointer?.split('/').map((name) => shortened(name, MOST_NAME));
  return {
    ...(segments && { pointer: segments.join('/') }),
    ...(parameter !== undefined && { parameter: shortened(parameter, MOST_NAME) }),
    ...{ code, message: shortened(message, MOST_TEXT) },
  };
}

/**
 * The problem document of an error (RFC 9457). `type` links to the error catalogue; paths of the settings in `fixUrl` become absolute URLs.
 */
export function problemDocument(problem: Problem, { publicUrl, instance, requestId }: ProblemContext): ProblemView {
  const { errors, extensions: { fixUrl, ...extensions } = {} } = problem.options;
  const own = {
    type: `${publicUrl}/docs/errors/${problem.code}`,
    title: PROBLEMS[problem.code].title,
    status: statusOf(problem.code),
    detail: shortened(problem.message, MOST_TEXT),
    code: problem.code,
    instance: shortened(instance, MOST_PATH),
    requestId,
    ...(errors ? { errors: errors.map(cutNames) } : {}),
  };
  // Spread twice: first for the order of members, then because extensions must not overwrite them.
  return { ...own, ...extensions, ...(typeof fixUrl === 'string' ? { fixUrl: publicUrl + fixUrl } : {}), ...own };
}

const REALM = 'Bearer realm="billhook"';

/**
 * The WWW-Authenticate header of RFC 6750, section 3: a bare challenge without credentials, otherwise the error, and the missing
 * permission.
 * @param metadata the URL of the metadata of the resource (RFC 9728), by which applications find the OAuth server
 * @returns undefined if no challenge applies
 */
export function challenge(problem: Problem, metadata?: string): string | undefined {
  const bare = bareChallenge(problem);
  return bare !== undefined && metadata !== undefined ? `${bare}, resource_metadata="${metadata}"` : bare;
}

function bareChallenge(problem: Problem): string | undefined {
  const { kind, title } = PROBLEMS[problem.code];
  if (problem.code === 'credential_missing') return REALM;
  if (problem.code === 'two_credentials') return `${REALM}, error="invalid_request", error_description="${title}"`;
  if (kind === 'unauthenticated') return `${REALM}, error="invalid_token", error_description="${title}"`;
  if (kind !== 'forbidden') return undefined;
  const required = problem.options.extensions?.['requiredPermissions'];
  const scope = Array.isArray(required) && required.length > 0 ? `, scope="${required.join(' ')}"` : '';
  return `${REALM}, error="insufficient_scope"${scope}`;
}
