import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { errorText } from './field-error-texts.js';

type Case = readonly [schema: z.ZodType, value: unknown, words: string];

/** Every kind of issue: the type requires a case for a new one. */
const CASES: Readonly<Record<z.core.$ZodIssueCode, readonly Case[]>> = {
  invalid_type: [
    [z.string(), 1, 'must be a string'],
    [z.string(), null, 'must be a string'],
    [z.string(), undefined, 'is required'],
    [z.number(), 'a', 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'true', 'must be true or false'],
    [z.array(z.string()), {}, 'must be an array'],
    [z.tuple([z.string()]), {}, 'must be an array'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 'a', 'must be an object'],
    [z.null(), 1, 'must be null'],
    [z.never(), 1, 'is not allowed here'],
  ],
  too_small: [
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), '', 'must have at least 2 characters'],
    [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
    [z.array(z.string()).min(2), [], 'must have at least 2 entries'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.string().length(3), 'a', 'must have exactly 3 characters'],
  ],
  too_big: [
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    [z.number().max(9), 10, 'must be at most 9'],
    [z.number().lt(9), 10, 'must be less than 9'],
    [z.int(), 1e300, `must be at most ${Number.MAX_SAFE_INTEGER}`],
    [z.string().length(1), 'ab', 'must have exactly 1 character'],
  ],
  invalid_format: [
    [z.email(), 'a', 'must be an email address'],
    [z.url(), 'a', 'must be a URL, like https://example.com'],
    [z.uuid(), 'a', 'must be a UUID'],
    [z.iso.datetime(), 'a', 'must be a UTC date and time, like 2026-11-21T09:30:00.000Z'],
    [z.iso.date(), 'a', 'must be a date in the form YYYY-MM-DD'],
    [z.string().regex(/^b$/), 'a', 'has the wrong format'],
    [z.string().startsWith('b'), 'a', 'must start with b'],
    [z.string().endsWith('b'), 'a', 'must end with b'],
    [z.string().includes('b'), 'a', 'must contain b'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 3, 'must be a multiple of 5']],
  unrecognized_keys: [[z.strictObject({}), { a: 1, b: 2 }, 'is unknown']],
  invalid_union: [
    [z.union([z.string(), z.number(), z.null()]), true, 'must be a string or a number or null'],
    [z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), {}, 'is not allowed here'],
    [z.union([z.string(), z.number()]), undefined, 'is required'],
    [
      z.discriminatedUnion('k', [z.object({ k: z.literal('A') }), z.object({ k: z.literal('B') })]),
      { k: 'C' },
      'must be one of A, B',
    ],
  ],
  invalid_key: [
    [
      z.record(z.string().max(1), z.string()),
      { ab: 'x' },
      'has a name that is not allowed here: it must have at most 1 character',
    ],
  ],
  invalid_element: [[z.map(z.string(), z.string()), new Map([['a', 1]]), 'must be a string']],
  invalid_value: [
    [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
    [z.enum(['a', 'b']), undefined, 'is required'],
    [z.literal('a'), 'c', 'must be a'],
  ],
  custom: [
    [z.string().refine(() => false), 'a', 'is not allowed here'],
    [z.string().refine(() => false, 'must be something else'), 'a', 'must be something else'],
  ],
};

const LEAKS = /invalid|expected|received|too (big|small)|unrecognized/i;

describe('errorText', () => {
  const { customError } = z.config();
  beforeAll(() => {
    z.config({ customError: errorText });
  });
  // The configuration is global to the process, which runs other specs as well.
  afterAll(() => {
    z.config({ customError });
  });

  const cases = Object.entries(CASES).flatMap(([code, each]) =>
    each.map((one, n) => [`${code} ${n}`, ...one] as const),
  );

  it.each(cases)('%s: completes the sentence', (_, schema, value, words) => {
    expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([words]);
    expect(words).not.toMatch(LEAKS);
  });
});
