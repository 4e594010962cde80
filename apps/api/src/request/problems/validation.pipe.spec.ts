import { CreateInvoice } from '@billhook/contract/invoicing/invoice';
import { bodyErrors, ErrorBudget, pointer } from '@billhook/contract/shared/body-errors';
import { list, record } from '@billhook/contract/shared/bounded';
import { IdText, text } from '@billhook/contract/shared/common';
import { nearName, Suggestions } from '@billhook/contract/shared/did-you-mean';
import { pageQuery } from '@billhook/contract/shared/page';
import { Problem } from '@billhook/domain/shared/problems';
import { describe, expect, it } from '@jest/globals';
import type { ArgumentMetadata } from '@nestjs/common';
import { z } from 'zod';
import { ValidationPipe } from './validation.pipe.js';

const pipe = new ValidationPipe();

async function check(schema: z.ZodType, value: unknown, type: ArgumentMetadata['type'] = 'body'): Promise<unknown> {
  return pipe.transform(value, { type, schema });
}

async function rejection(schema: z.ZodType, value: unknown, type: ArgumentMetadata['type'] = 'body'): Promise<Problem> {
  try {
    await check(schema, value, type);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('the value was accepted');
}

const Body = z.strictObject({
  name: text(5),
  lines: z.array(z.strictObject({ quantity: z.string() })).optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
});

describe('pointer', () => {
  it('escapes as RFC 6901 says', () => {
    expect(pointer([])).toBe('');
    expect(pointer(['a/b', 'm~n', '0', ''])).toBe('/a~1b/m~0n/0/');
  });
});

describe('a body', () => {
  it('is transformed by the schema', async () => {
    expect(await check(Body, { name: '  Ada ' })).toEqual({ name: 'Ada' });
  });

  it.each<[string, unknown, object[]]>([
    ['a missing property', {}, [{ pointer: '/name', code: 'required', message: 'is required' }]],
    ['no body', undefined, [{ pointer: '/name', code: 'required', message: 'is required' }]],
    ['null', null, [{ pointer: '/name', code: 'required', message: 'is required' }]],
    ['an array', [], [{ pointer: '', code: 'invalid_type', message: 'must be an object' }]],
    ['a text', 'x', [{ pointer: '', code: 'invalid_type', message: 'must be an object' }]],
    [
      'names that are nearly right',
      { Name: 'a', name: 'a', lines: [{ quantity: '1', quantitty: 1 }] },
      [
        {
          pointer: '/lines/0/quantitty',
          code: 'unknown_property',
          message: 'is unknown; did you mean quantity?',
        },
        { pointer: '/Name', code: 'unknown_property', message: 'is unknown; did you mean name?' },
      ],
    ],
    [
      'unknown properties, each named',
      { name: 'a', 'x/y': 1, z: 2 },
      [
        { pointer: '/x~1y', code: 'unknown_property', message: 'is unknown' },
        { pointer: '/z', code: 'unknown_property', message: 'is unknown' },
      ],
    ],
    [
      'several errors together',
      { name: 'too long', lines: [{ quantity: '1' }, { quantity: 2, price: 1 }] },
      [
        { pointer: '/name', code: 'too_big', message: 'must have at most 5 characters' },
        { pointer: '/lines/1/quantity', code: 'invalid_type', message: 'must be a string' },
        { pointer: '/lines/1/price', code: 'unknown_property', message: 'is unknown' },
      ],
    ],
  ])('is rejected for %s', async (_, value, errors) => {
    const problem = await rejection(Body, value);
    expect(problem.code).toBe('invalid_body');
    expect(problem.options.errors).toEqual(errors);
  });

  it('reports a missing member as required, whatever the message of its schema', async () => {
    const Chosen = z.strictObject({
      kind: z.enum(['A', 'B'], 'must be a kind'),
      amount: text(5),
      price: z.string('must be a decimal as a string'),
      literal: z.literal('x'),
      list: z.array(z.string()),
      how: z.discriminatedUnion('mode', [
        z.strictObject({ mode: z.literal('Whole') }),
        z.strictObject({ mode: z.literal('Part'), part: z.string() }),
      ]),
    });
    const required = (pointer: string) => ({ pointer, code: 'required', message: 'is required' });
    expect((await rejection(Chosen, { how: {} })).options.errors).toEqual(
      ['/kind', '/amount', '/price', '/literal', '/list', '/how/mode'].map(required),
    );
    const wrong = { kind: 'C', amount: 'a', price: 1, literal: null, list: {}, how: { mode: 'None' } };
    expect((await rejection(Chosen, wrong)).options.errors).toEqual([
      { pointer: '/kind', code: 'invalid_value', message: 'must be a kind' },
      { pointer: '/price', code: 'invalid_type', message: 'must be a decimal as a string' },
      { pointer: '/literal', code: 'invalid_value', message: 'must be x' },
      { pointer: '/list', code: 'invalid_type', message: 'must be an array' },
      { pointer: '/how/mode', code: 'invalid_value', message: 'must be one of Whole, Part' },
    ]);
    const near = {
      kind: 'A',
      amount: 'a',
      price: '1',
      literal: 'x',
      list: [],
      how: { mode: 'Part', part: '', parts: 1 },
    };
    expect((await rejection(Chosen, near)).message).toBe('how/parts is unknown; did you mean part?');
  });

  it('keeps unusual but valid values', async () => {
    const value = { name: '😀é', fields: { '\u{1f600}': '\ud83d\ude00', rtl: '\u202e', n: null, no: false } };
    expect(await check(Body, value)).toEqual(value);
  });

  it('does not reach the prototype', async () => {
    const value: unknown = JSON.parse('{"name":"a","fields":{"__proto__":{"admin":true}}}');
    const result = (await check(Body, value)) as { fields: object };
    expect(Object.hasOwn(result.fields, '__proto__')).toBe(false);
    expect('admin' in {}).toBe(false);
  });
});

describe('a rejection', () => {
  const unknown = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 1]));

  it('reads no more issues than it reports, and searches twenty names', () => {
    const { error } = CreateInvoice.safeParse({ lines: Array.from({ length: 90 }, () => unknown) });
    const issues = error?.issues ?? [];
    expect(issues.length).toBeGreaterThan(100);
    let read = 0;
    let searched = 0;
    const counted = function* () {
      for (const issue of issues) {
        read += 1;
        yield issue;
      }
    };
    const search = () => {
      searched += 1;
      return undefined;
    };
    const budget = Object.assign(new ErrorBudget(), { suggestions: new Suggestions(search) });
    expect(bodyErrors(counted(), budget)).toHaveLength(100);
    expect(read).toBeLessThan(100);
    expect(searched).toBe(20);
    // The next item of a batch gets its first error, and no search.
    expect(bodyErrors(issues, budget)).toHaveLength(1);
    expect(searched).toBe(20);
  });

  it.each<[string, (item: z.ZodType) => z.ZodType, unknown, number, object]>([
    [
      'more items than allowed',
      (item) => list(item).max(500),
      Array.from({ length: 501 }, () => 1),
      0,
      { code: 'too_big' },
    ],
    ['many wrong items', (item) => list(item).max(500), Array.from({ length: 500 }, () => 1), 100, { pointer: '/99' }],
    [
      'wrong items within wrong items',
      (item) => list(list(item).max(60)).max(60),
      Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => 1)),
      120,
      { pointer: '/1/39' },
    ],
    ['more members than allowed', (item) => record(z.string(), item, 50), unknown, 0, { code: 'too_big' }],
  ])('checks only the reported part of %s', async (_, schemaOf, value, checked, last) => {
    let seen = 0;
    const item = z.custom(() => {
      seen += 1;
      return false;
    });
    const { errors = [] } = (await rejection(schemaOf(item), value)).options;
    expect(seen).toBe(checked);
    expect(errors.at(-1)).toMatchObject(last);
  });
});

describe('a query', () => {
  const Query = z.strictObject({ ...pageQuery, q: z.string().optional() });

  it('is returned with numbers and defaults', async () => {
    expect(await check(Query, {}, 'query')).toEqual({ limit: 25 });
    expect(await check(Query, { limit: '7' }, 'query')).toEqual({ limit: 7 });
  });

  it.each<[string, object, string, string]>([
    ['an unknown parameter', { colour: 'red' }, 'colour', 'unknown_parameter'],
    ['a number out of range', { limit: '101' }, 'limit', 'too_big'],
    ['a parameter given twice', { q: ['a', 'b'] }, 'q', 'invalid_type'],
  ])('is rejected for %s, with the name of the parameter', async (_, value, parameter, code) => {
    const problem = await rejection(Query, value, 'query');
    expect(problem.code).toBe('invalid_query');
    expect(problem.options.errors).toEqual([{ parameter, code, message: expect.any(String) }]);
  });
});

describe('an unknown query parameter', () => {
  const Query = z.strictObject({ ...pageQuery, status: z.string().optional(), q: z.string().optional() });

  it('gets the most similar name, and once the list of all names', async () => {
    const problem = await rejection(Query, { stauts: 'Paid', colour: 'red', shape: 'round', Limit: '1' }, 'query');
    expect(problem.options.errors?.map(({ message }) => message)).toEqual([
      'is unknown; did you mean status?',
      'is unknown: this operation has limit, cursor, status, q',
      'is unknown',
      'is unknown; did you mean limit?',
    ]);
    expect(problem.message).toBe('stauts is unknown; did you mean status? (and 3 more).');
  });

  it('names at most twenty known parameters, and at most a hundred errors', async () => {
    const names = Array.from({ length: 23 }, (_, n) => [`n${n}`, z.string().optional()] as const);
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`colour${n}`, '']));
    const { errors } = (await rejection(z.strictObject(Object.fromEntries(names)), many, 'query')).options;
    expect(errors?.length).toBe(100);
    expect(errors?.[0]?.message).toMatch(/^is unknown: this operation has n0, n1, .*, n19 and 3 more$/);
  });
});

describe('nearName', () => {
  const known = ['id', 'q', 'status', 'issueDate', 'clientId', 'limit'];

  it.each([
    ['stauts', 'status'],
    ['statu', 'status'],
    ['stats', 'status'],
    ['STATUS', 'status'],
    ['issue_date', 'issueDate'],
    ['dateIssue', 'issueDate'],
    ['client-id', 'clientId'],
    ['limt', 'limit'],
    ['lmit', 'limit'],
    ['__proto__', undefined],
    ['s', undefined],
    ['', undefined],
    ['colour', undefined],
    ['it', undefined],
    ['status'.repeat(1000), undefined],
  ])('of %j is %j', (name, near) => {
    expect(nearName(name, known)).toBe(near);
  });
});

describe('an id in the path', () => {
  it.each(['1', '42', '999999999999999', '9007199254740991'])('%s is valid', async (value) => {
    expect(await check(IdText, value, 'param')).toBe(Number(value));
  });

  it.each(['0', '-1', '1.5', '01', '1e3', 'abc', '', ' 1', '9007199254740992', '9'.repeat(16), '1'.repeat(17)])(
    '%j is rejected with not_found',
    async (value) => {
      expect((await rejection(IdText, value, 'param')).code).toBe('not_found');
    },
  );
});

it('an id in a query is rejected with the range of ids', async () => {
  const { options } = await rejection(z.strictObject({ keyId: IdText }), { keyId: '9007199254740992' }, 'query');
  expect(options.errors).toMatchObject([{ message: 'must be an id: a whole number from 1 to 9007199254740991' }]);
});

describe('an argument without a schema', () => {
  it('is unchanged', async () => {
    expect(await pipe.transform('unchanged', { type: 'custom' })).toBe('unchanged');
  });
});
