import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { faultWords } from './fault-words.js';

type Case = readonly [schema: z.ZodType, value: unknown, words: string];

/** Every kind of issue that there is: the type asks for a new one. */
const CASES: Readonly<Record<z.core.$ZodIssueCode, readonly Case[]>> = {
  invalid_type: [
    [z.string(), 1, 'takes text'],
    [z.string(), null, 'takes text'],
    [z.string(), undefined, 'is required'],
    [z.number(), 'a', 'takes a number'],
    [z.int(), 1.5, 'takes a whole number'],
    [z.boolean(), 'true', 'takes true or false'],
    [z.array(z.string()), {}, 'takes a list'],
    [z.tuple([z.string()]), {}, 'takes a list'],
    [z.object({}), [], 'takes an object'],
    [z.record(z.string(), z.string()), 'a', 'takes an object'],
    [z.null(), 1, 'takes null'],
    [z.never(), 1, 'is not taken here'],
  ],
  too_small: [
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), '', 'takes at least 2 characters'],
    [z.array(z.string()).min(1), [], 'takes at least 1 entry'],
    [z.array(z.string()).min(2), [], 'takes at least 2 entries'],
    [z.number().min(1), 0, 'takes at least 1'],
    [z.number().positive(), 0, 'takes more than 0'],
    [z.string().length(3), 'a', 'takes exactly 3 characters'],
  ],
  too_big: [
    [z.string().max(1), 'ab', 'takes at most 1 character'],
    [z.array(z.string()).max(1), ['a', 'b'], 'takes at most 1 entry'],
    [z.number().max(9), 10, 'takes at most 9'],
    [z.number().lt(9), 10, 'takes less than 9'],
    [z.int(), 1e300, `takes at most ${Number.MAX_SAFE_INTEGER}`],
    [z.string().length(1), 'ab', 'takes exactly 1 character'],
  ],
  invalid_format: [
    [z.email(), 'a', 'takes an e-mail address'],
    [z.url(), 'a', 'takes an address, like https://example.com'],
    [z.uuid(), 'a', 'takes a UUID'],
    [z.iso.datetime(), 'a', 'takes an instant in UTC, like 2026-11-21T09:30:00.000Z'],
    [z.iso.date(), 'a', 'takes a date as YYYY-MM-DD'],
    [z.string().regex(/^b$/), 'a', 'takes text of another form'],
    [z.string().startsWith('b'), 'a', 'takes text that begins with b'],
    [z.string().endsWith('b'), 'a', 'takes text that ends with b'],
    [z.string().includes('b'), 'a', 'takes text that holds b'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 3, 'takes multiples of 5']],
  unrecognized_keys: [[z.strictObject({}), { a: 1, b: 2 }, 'is not known here']],
  invalid_union: [
    [z.union([z.string(), z.number(), z.null()]), true, 'takes text or a number or null'],
    [z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), {}, 'is not taken here'],
    [z.union([z.string(), z.number()]), undefined, 'is required'],
    [
      z.discriminatedUnion('k', [z.object({ k: z.literal('A') }), z.object({ k: z.literal('B') })]),
      { k: 'C' },
      'takes A, B',
    ],
  ],
  invalid_key: [
    [
      z.record(z.string().max(1), z.string()),
      { ab: 'x' },
      'has a name that is not taken here: it takes at most 1 character',
    ],
  ],
  invalid_element: [[z.map(z.string(), z.string()), new Map([['a', 1]]), 'takes text']],
  invalid_value: [
    [z.enum(['a', 'b']), 'c', 'takes a, b'],
    [z.enum(['a', 'b']), undefined, 'is required'],
    [z.literal('a'), 'c', 'takes a'],
  ],
  custom: [
    [z.string().refine(() => false), 'a', 'is not taken here'],
    [z.string().refine(() => false, 'takes something else'), 'a', 'takes something else'],
  ],
};

const LEAKS = /invalid|expected|received|too (big|small)|unrecognized/i;

describe('faultWords', () => {
  const { customError } = z.config();
  beforeAll(() => {
    z.config({ customError: faultWords });
  });
  // It is one for the whole process, in which other specs run as well.
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
