import type { ProblemView } from '@billhook/contract/problem';
import { HTTP_STATUS, PROBLEMS, type Problem, type ProblemCode } from '@billhook/domain/problems';

export function statusOf(code: ProblemCode): number {
  return HTTP_STATUS[PROBLEMS[code].kind].code;
}

export interface ProblemContext {
  readonly publicUrl: string;
  readonly instance: string;
  readonly requestId: string;
}

/** RFC 9457. `type` opens the page of the error catalogue. */
export function problemDocument(problem: Problem, context: ProblemContext): ProblemView {
  return {
    ...problem.options.extensions,
    type: `${context.publicUrl}/docs/errors/#${problem.code}`,
    title: PROBLEMS[problem.code].title,
    status: statusOf(problem.code),
    detail: problem.message,
    code: problem.code,
    instance: context.instance,
    requestId: context.requestId,
    ...(problem.options.errors ? { errors: [...problem.options.errors] } : {}),
  };
}

/**
 * RFC 6750: a bare challenge when nothing was sent, otherwise the error; for a missing permission its name.
 * @returns undefined where no challenge belongs
 */
export function challenge(problem: Problem): string | undefined {
  const { kind } = PROBLEMS[problem.code];
  if (kind === 'unauthenticated') {
    if (problem.code === 'credential_missing') return 'Bearer realm="billhook"';
    return `Bearer realm="billhook", error="invalid_token", error_description="${PROBLEMS[problem.code].title}"`;
  }
  if (kind === 'forbidden') {
    const required = problem.options.extensions?.['requiredPermissions'];
    const scope = Array.isArray(required) ? `, scope="${required.join(' ')}"` : '';
    return `Bearer realm="billhook", error="insufficient_scope"${scope}`;
  }
  return undefined;
}
