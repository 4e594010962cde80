import { PROBLEMS_OF_ACCOUNTS } from './account-problems.js';
import { PROBLEMS_OF_APPLICATIONS } from './application-problems.js';
import { PROBLEMS_OF_IMPORTS } from './import-problems.js';
import { PROBLEMS_OF_KEYS } from './key-problems.js';
import { PROBLEMS_OF_MEMBERS } from './member-problems.js';
import { PROBLEMS_OF_RECORDS } from './record-problems.js';
import { PROBLEMS_OF_REQUESTS } from './request-problems.js';
import { shortened } from './shortened.js';

/**
 * All errors with their code, kind and advice. The API responds with the status of the kind, and the error catalogue is generated
 * from this table. Format: RFC 9457.
 */
export const PROBLEMS = {
  ...PROBLEMS_OF_REQUESTS,
  ...PROBLEMS_OF_ACCOUNTS,
  ...PROBLEMS_OF_KEYS,
  ...PROBLEMS_OF_APPLICATIONS,
  ...PROBLEMS_OF_MEMBERS,
  ...PROBLEMS_OF_RECORDS,
  ...PROBLEMS_OF_IMPORTS,
};

export type ProblemCode = keyof typeof PROBLEMS;

/** A field error: its place (RFC 6901 JSON pointer, or the name of a parameter), the rule, and how to correct it. */
export interface FieldError {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly message: string;
}

/** Errors about the input alone: their detail begins with the first field error. */
const OF_INPUT: ReadonlySet<ProblemCode> = new Set(['invalid_body', 'invalid_query', 'text_not_drawable']);

/** The first field error as a sentence with the number of further ones; undefined without any. */
function firstError([first, ...others]: readonly FieldError[]): string | undefined {
  if (!first) return undefined;
  const place = first.parameter ?? first.pointer?.slice(1);
  // The caller chooses the length of names, and some lists of allowed values are long.
  const where = place ? shortened(place, 80) : 'The body';
  const isSentence = /^[A-Z]/.test(first.message);
  const what = shortened(first.message, 300).replace(/\.$/, '');
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${where}${isSentence ? ':' : ''} ${what}${more}${/\?$/.test(what) && more === '' ? '' : '.'}`;
}

/**
 * An expected error. Services and domain rules throw it; the problem filter of the API turns it into a response.
 * `extensions` become members of the problem document.
 */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    detail?: string,
    readonly options: {
      readonly errors?: readonly FieldError[];
      readonly extensions?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(detail ?? (OF_INPUT.has(code) ? firstError(options.errors ?? []) : undefined) ?? PROBLEMS[code].advice);
    this.name = 'Problem';
  }
}

/** The problem of a body with one field error. @param pointer JSON Pointer of the member */
export const invalidBody = (pointer: string, code: string, message: string): Problem =>
  new Problem('invalid_body', undefined, { errors: [{ pointer, code, message }] });
