import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;
type Raw<Code extends RawIssue['code']> = Extract<RawIssue, { code: Code }>;

/** The message for a missing value. */
export const REQUIRED = 'is required';

const NOT_ALLOWED = 'is not allowed here';

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  set: 'an array',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL, like https://example.com',
  uuid: 'a UUID',
  datetime: 'a UTC date and time, like 2026-11-21T09:30:00.000Z',
  date: 'a date in the form YYYY-MM-DD',
  time: 'a time in the form HH:MM:SS',
};

/** A limit of a length or of a value; `origin` determines the units. */
function bounded(
  { origin, inclusive = true, exact = false }: Pick<Raw<'too_big'>, 'origin' | 'inclusive' | 'exact'>,
  limit: number | bigint,
  [within, beyond]: readonly [within: string, beyond: string],
): string {
  const amount = `${exact ? 'exactly' : inclusive ? within : beyond} ${limit}`;
  const one = Number(limit) === 1;
  if (origin === 'string') return `must have ${amount} ${one ? 'character' : 'characters'}`;
  if (['array', 'set', 'map'].includes(origin)) return `must have ${amount} ${one ? 'entry' : 'entries'}`;
  return `must be ${amount}`;
}

function ofFormat(issue: Raw<'invalid_format'>): string {
  if (issue.format === 'starts_with') return `must start with ${String(issue['prefix'])}`;
  if (issue.format === 'ends_with') return `must end with ${String(issue['suffix'])}`;
  if (issue.format === 'includes') return `must contain ${String(issue['includes'])}`;
  const format = FORMATS[issue.format];
  return format === undefined ? 'has the wrong format' : `must be ${format}`;
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.join(', ')}`;

/** A value that matches none of several schemas: the requirement of each. */
function ofUnion(issue: Raw<'invalid_union'>): string {
  const options = issue['options'];
  if (Array.isArray(options)) return oneOf(options);
  const rules = issue.errors.map(([first]) => first?.message ?? '');
  if (rules.length === 0 || !rules.every((rule) => rule.startsWith('must '))) return NOT_ALLOWED;
  const verb = rules.every((rule) => rule.startsWith('must be ')) ? 'must be ' : 'must ';
  return verb + [...new Set(rules.map((rule) => rule.slice(verb.length)))].join(' or ');
}

/**
 * The message of an issue without one in its schema: the rest of a sentence that starts with the name of the property.
 * Never contains the value. For zod's `customError`.
 */
export function errorText(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return REQUIRED;
      return issue.expected in KINDS ? `must be ${KINDS[issue.expected]}` : NOT_ALLOWED;
    case 'too_small':
      if (issue.minimum === 1 && issue.origin === 'string') return 'must not be empty';
      return bounded(issue, issue.minimum, ['at least', 'more than']);
    case 'too_big':
      return bounded(issue, issue.maximum, ['at most', 'less than']);
    case 'invalid_format':
      return ofFormat(issue);
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : oneOf(issue.values);
    case 'invalid_union':
      return issue.input === undefined ? REQUIRED : ofUnion(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'is unknown';
    case 'invalid_key': {
      const [first] = issue.issues;
      return `has a name that is not allowed here${first ? `: it ${first.message}` : ''}`;
    }
    case 'invalid_element':
      return 'contains an entry that is not allowed here';
    case 'custom':
      return NOT_ALLOWED;
  }
}
