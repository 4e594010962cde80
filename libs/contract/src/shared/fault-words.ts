import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;
type Raw<Code extends RawIssue['code']> = Extract<RawIssue, { code: Code }>;

/** What is wrong where something that is needed was left out. */
export const REQUIRED = 'is required';

const NOT_TAKEN = 'is not taken here';

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'an address, like https://example.com',
  uuid: 'a UUID',
  datetime: 'an instant in UTC, like 2026-11-21T09:30:00.000Z',
  date: 'a date as YYYY-MM-DD',
  time: 'a time as HH:MM:SS',
};

/** A limit of a length or of a value; the units are those of `origin`. */
function bounded(
  { origin, inclusive = true, exact = false }: Pick<Raw<'too_big'>, 'origin' | 'inclusive' | 'exact'>,
  limit: number | bigint,
  [within, beyond]: readonly [within: string, beyond: string],
): string {
  const amount = `${exact ? 'exactly' : inclusive ? within : beyond} ${limit}`;
  const one = Number(limit) === 1;
  if (origin === 'string') return `takes ${amount} ${one ? 'character' : 'characters'}`;
  if (['array', 'set', 'map'].includes(origin)) return `takes ${amount} ${one ? 'entry' : 'entries'}`;
  return `takes ${amount}`;
}

function ofFormat(issue: Raw<'invalid_format'>): string {
  if (issue.format === 'starts_with') return `takes text that begins with ${String(issue['prefix'])}`;
  if (issue.format === 'ends_with') return `takes text that ends with ${String(issue['suffix'])}`;
  if (issue.format === 'includes') return `takes text that holds ${String(issue['includes'])}`;
  return `takes ${FORMATS[issue.format] ?? 'text of another form'}`;
}

/** Of a value that fits none of several schemas: what each of them takes. */
function ofUnion(issue: Raw<'invalid_union'>): string {
  const options = issue['options'];
  if (Array.isArray(options)) return `takes ${options.join(', ')}`;
  const taken = issue.errors.map(([first]) => first?.message ?? '');
  if (taken.length === 0 || !taken.every((words) => words.startsWith('takes '))) return NOT_TAKEN;
  return `takes ${[...new Set(taken.map((words) => words.slice('takes '.length)))].join(' or ')}`;
}

/**
 * What an issue says where its schema says nothing itself: the rest of the sentence that its place begins, like every message of ours.
 * The value that was sent is never repeated. Made for zod's `customError`.
 */
export function faultWords(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return REQUIRED;
      return issue.expected in KINDS ? `takes ${KINDS[issue.expected]}` : NOT_TAKEN;
    case 'too_small':
      if (issue.minimum === 1 && issue.origin === 'string') return 'must not be empty';
      return bounded(issue, issue.minimum, ['at least', 'more than']);
    case 'too_big':
      return bounded(issue, issue.maximum, ['at most', 'less than']);
    case 'invalid_format':
      return ofFormat(issue);
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : `takes ${issue.values.join(', ')}`;
    case 'invalid_union':
      return issue.input === undefined ? REQUIRED : ofUnion(issue);
    case 'not_multiple_of':
      return `takes multiples of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'is not known here';
    case 'invalid_key': {
      const [first] = issue.issues;
      return `has a name that is not taken here${first ? `: it ${first.message}` : ''}`;
    }
    case 'invalid_element':
      return 'holds what is not taken here';
    case 'custom':
      return NOT_TAKEN;
  }
}
