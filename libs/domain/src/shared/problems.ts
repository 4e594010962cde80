import { PROBLEMS_OF_KEYS } from './key-problems.js';
import { PROBLEMS_OF_ACCOUNTS } from './account-problems.js';
import { PROBLEMS_OF_MEMBERS } from './member-problems.js';
import { PROBLEMS_OF_RECORDS } from './record-problems.js';
import { PROBLEMS_OF_REQUESTS } from './request-problems.js';

/**
 * Every refusal there is, once: its code, its kind and what to do about it. The API answers with its kind's status, the docs site draws the
 * error catalogue from this table. Form: RFC 9457.
 */
export const PROBLEMS = {
  ...PROBLEMS_OF_REQUESTS,
  ...PROBLEMS_OF_ACCOUNTS,
  ...PROBLEMS_OF_KEYS,
  ...PROBLEMS_OF_MEMBERS,
  ...PROBLEMS_OF_RECORDS,
};

export type ProblemCode = keyof typeof PROBLEMS;

/** One fault in the input: where (RFC 6901 JSON pointer, or the name of a parameter), which rule, how to mend it. */
export interface Fault {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly message: string;
}

/** Those that are about the input alone: their detail begins with what is wrong in it. */
const OF_INPUT: ReadonlySet<ProblemCode> = new Set(['invalid_body', 'invalid_query', 'text_not_drawable']);

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The first fault as a sentence, and how many more there are; undefined where none is given. */
function firstFault([first, ...others]: readonly Fault[]): string | undefined {
  if (!first) return undefined;
  const place = first.parameter ?? first.pointer?.slice(1);
  // The caller chooses the length of names, and some lists of allowed values are long as well.
  const where = place ? shortened(place, 80) : 'The body';
  const isSentence = /^[A-Z]/.test(first.message);
  const what = shortened(first.message, 300).replace(/\.$/, '');
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${where}${isSentence ? ':' : ''} ${what}${more}${/\?$/.test(what) && more === '' ? '' : '.'}`;
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
    super(detail ?? (OF_INPUT.has(code) ? firstFault(options.errors ?? []) : undefined) ?? PROBLEMS[code].advice);
    this.name = 'Problem';
  }
}
