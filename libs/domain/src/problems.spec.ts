import { describe, expect, it } from '@jest/globals';
import { Problem, PROBLEMS, type ProblemCode } from './problems.js';

const codes = Object.keys(PROBLEMS) as ProblemCode[];

describe('the table of problems', () => {
  it.each(codes)('%s: a code in snake case, a title, and advice that ends like a sentence', (code) => {
    const { title, advice } = PROBLEMS[code];
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(title).toMatch(/^[A-Z/].+[^.]$/);
    expect(advice).toMatch(/^.{10,}[.!]$/s);
  });

  it('tells no two problems by the same title', () => {
    const titles = codes.map((code) => PROBLEMS[code].title);
    expect(titles.filter((title, n) => titles.indexOf(title) !== n)).toEqual([]);
  });
});

describe('Problem', () => {
  it('falls back on the advice of the table where no detail is given', () => {
    expect(new Problem('not_found').message).toBe(PROBLEMS.not_found.advice);
    expect(new Problem('not_found', 'There is no such invoice.').message).toBe('There is no such invoice.');
  });

  it('carries faults and further members along', () => {
    const errors = [{ pointer: '/amount', code: 'wrong_decimals', message: 'takes 2 decimals in EUR' }];
    const problem = new Problem('invalid_body', undefined, { errors, extensions: { existingId: 7 } });
    expect(problem).toMatchObject({ code: 'invalid_body', options: { errors, extensions: { existingId: 7 } } });
    expect(problem).toBeInstanceOf(Error);
  });
});
