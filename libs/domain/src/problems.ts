import { PROBLEMS_OF_RECORDS } from './problems-of-records.js';
import { PROBLEMS_OF_REQUESTS } from './problems-of-requests.js';

/**
 * Every refusal there is, once: its code, its kind and what to do about it. The API answers with its kind's status, the docs site draws the
 * error catalogue from this table. Form: RFC 9457.
 */
export const PROBLEMS = { ...PROBLEMS_OF_REQUESTS, ...PROBLEMS_OF_RECORDS };

export type ProblemCode = keyof typeof PROBLEMS;

/** One fault in the input: where (RFC 6901 JSON pointer, or the name of a parameter), which rule, how to mend it. */
export interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly message: string;
}

/**
 * An expected refusal. Thrown by services and domain rules; the problem filter of the API is the one place that turns it into
 * an answer. `extensions` become members of the problem document.
 */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    detail?: string,
    readonly options: {
      readonly errors?: readonly Fault[];
      readonly extensions?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(detail ?? PROBLEMS[code].advice);
    this.name = 'Problem';
  }
}
