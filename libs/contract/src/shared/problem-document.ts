import { HTTP_STATUS } from '@billhook/domain/shared/problem-kinds';
import { PROBLEMS, type Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import type { ProblemView } from './problem.js';

/** The status that a problem is answered with. */
export function statusOf(code: ProblemCode): number {
  return HTTP_STATUS[PROBLEMS[code].kind].code;
}

export interface ProblemContext {
  /** Where this installation is reached, without a slash at the end. */
  readonly publicUrl: string;
  /** The path that was called, without its query. */
  readonly instance: string;
  readonly requestId: string;
}

/**
 * The answer to a refused request, as RFC 9457 has it. `type` opens the page of the code in the error catalogue; paths of the settings
 * in `fixUrl` become addresses that open anywhere.
 */
export function problemDocument(problem: Problem, { publicUrl, instance, requestId }: ProblemContext): ProblemView {
  const { errors, extensions: { fixUrl, ...extensions } = {} } = problem.options;
  const own = {
    type: `${publicUrl}/docs/errors/${problem.code}`,
    title: PROBLEMS[problem.code].title,
    status: statusOf(problem.code),
    detail: problem.message,
    code: problem.code,
    instance,
    requestId,
    ...(errors ? { errors: [...errors] } : {}),
  };
  // Once for the order in which people read, and once so that no extension takes the place of one of these.
  return { ...own, ...extensions, ...(typeof fixUrl === 'string' ? { fixUrl: publicUrl + fixUrl } : {}), ...own };
}

const REALM = 'Bearer realm="billhook"';

/**
 * The header WWW-Authenticate of RFC 6750, section 3: a bare challenge when nothing was sent, otherwise the error; for a missing
 * permission its name.
 * @returns undefined where no challenge belongs
 */
export function challenge(problem: Problem): string | undefined {
  const { kind, title } = PROBLEMS[problem.code];
  if (problem.code === 'credential_missing') return REALM;
  if (problem.code === 'two_credentials') return `${REALM}, error="invalid_request", error_description="${title}"`;
  if (kind === 'unauthenticated') return `${REALM}, error="invalid_token", error_description="${title}"`;
  if (kind !== 'forbidden') return undefined;
  const required = problem.options.extensions?.['requiredPermissions'];
  const scope = Array.isArray(required) && required.length > 0 ? `, scope="${required.join(' ')}"` : '';
  return `${REALM}, error="insufficient_scope"${scope}`;
}
