import { describe, expect, it } from '@jest/globals';
import { Problem, PROBLEMS, type FieldError, type ProblemCode } from './problems.js';

const fieldError = (more: Partial<FieldError> = { pointer: '/a' }): FieldError => ({
  ...(more.parameter === undefined && { pointer: '/a' }),
  code: 'x',
  message: 'must be from 1 to 100',
  ...more,
});
const codes = Object.keys(PROBLEMS) as ProblemCode[];

describe('the table of problems', () => {
  it.each(codes)('%s: a code in snake case, a title, and advice that ends like a sentence', (code) => {
    const { title, advice } = PROBLEMS[code];
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(title).toMatch(/^[A-Z/].+[^.]$/);
    expect(advice).toMatch(/^.{10,}[.!]$/s);
  });

  it('has a unique title for each problem', () => {
    const titles = codes.map((code) => PROBLEMS[code].title);
    expect(titles.filter((title, n) => titles.indexOf(title) !== n)).toEqual([]);
  });
});

describe('Problem', () => {
  it('uses the advice of the table if no detail is given', () => {
    expect(new Problem('not_found').message).toBe(PROBLEMS.not_found.advice);
    expect(new Problem('not_found', 'There is no such invoice.').message).toBe('There is no such invoice.');
  });

  it.each<[string, readonly FieldError[], string]>([
    ['a place', [fieldError({ pointer: '/lines/0/quantity' })], 'lines/0/quantity must be from 1 to 100.'],
    [
      'a parameter, and how many more',
      [fieldError({ parameter: 'limit' }), fieldError(), fieldError()],
      'limit must be from 1 to 100 (and 2 more).',
    ],
    ['the whole body', [fieldError({ pointer: '' })], 'The body must be from 1 to 100.'],
    ['a message that is a sentence', [fieldError({ message: 'Category S says more.' })], 'a: Category S says more.'],
    ['a question', [fieldError({ message: 'is unknown; did you mean b?' })], 'a is unknown; did you mean b?'],
    [
      'long names, shortened',
      [fieldError({ pointer: `/${'x'.repeat(500)}` })],
      `${'x'.repeat(79)}… must be from 1 to 100.`,
    ],
  ])('begins with the first field error: %s', (_, errors, detail) => {
    expect(new Problem('invalid_body', undefined, { errors }).message).toBe(detail);
    expect(new Problem('invalid_query', undefined, { errors }).message).toBe(detail);
    expect(new Problem('invalid_query', 'The query is invalid.', { errors }).message).toBe('The query is invalid.');
    expect(new Problem('cursor_mismatch', undefined, { errors }).message).toBe(PROBLEMS.cursor_mismatch.advice);
  });

  it('contains the errors and additional members', () => {
    const errors = [{ pointer: '/amount', code: 'wrong_decimals', message: 'must have 2 decimals in EUR' }];
    const problem = new Problem('invalid_body', undefined, { errors, extensions: { existingId: 7 } });
    expect(problem).toMatchObject({ code: 'invalid_body', options: { errors, extensions: { existingId: 7 } } });
    expect(problem).toBeInstanceOf(Error);
  });
});
