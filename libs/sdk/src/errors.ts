import type { Problem, ProblemCode } from './generated/resources.js';

/** Why a call failed. */
export class BillhookError extends Error {
  override readonly name: string = 'BillhookError';
}

/** No complete response: the host is unknown, the connection broke, or the time limit passed. A write may have been carried out. */
export class ConnectionError extends BillhookError {
  override readonly name = 'ConnectionError';
}

/** A response that is not from Billhook, such as the page of a proxy. */
export class UnexpectedResponseError extends BillhookError {
  override readonly name = 'UnexpectedResponseError';

  constructor(
    readonly status: number,
    readonly contentType: string | null,
    /** The first 500 characters. */
    readonly text: string,
    /** Seconds, from `Retry-After`. */
    readonly retryAfter?: number,
  ) {
    super(
      `The response (HTTP ${status}, ${contentType ?? 'without a content type'}) is not from Billhook. ` +
        `Check baseUrl and the proxies on the way. It begins: ${text.slice(0, 100).replace(/\s+/g, ' ')}`,
    );
  }
}

/** A rejected request: an RFC 9457 problem. Test `code`, which is stable, and not the texts. */
export class ProblemError extends BillhookError {
  override readonly name = 'ProblemError';
  /** A code of this version narrows; a later version may send others. */
  readonly code: ProblemCode;
  readonly status: number;
  /** The page of the error catalogue. */
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  /** What is wrong with each field. */
  readonly errors: NonNullable<Problem['errors']>;
  readonly requestId: string;

  constructor(
    /** The whole document, with the additional members of its code. */
    readonly problem: Problem,
    /** Seconds, from `Retry-After`. */
    readonly retryAfter: number | undefined,
  ) {
    const fields = (problem.errors ?? []).map(
      ({ pointer, parameter, message }) => `${pointer ?? parameter ?? 'body'}: ${message}`,
    );
    super(
      `${problem.code}: ${problem.detail}${fields.length > 0 ? ` (${fields.join('; ')})` : ''} [${problem.requestId}]`,
    );
    this.code = problem.code as ProblemCode;
    this.status = problem.status;
    this.type = problem.type;
    this.title = problem.title;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
  }
}
