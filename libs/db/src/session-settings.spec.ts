import { describe, expect, it } from '@jest/globals';
import { beginWith, SESSION_SETTINGS, sessionValues, startupOptions } from './session-settings.js';

describe('SESSION_SETTINGS', () => {
  it('names each setting once, with a reason', () => {
    const names = SESSION_SETTINGS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(SESSION_SETTINGS.filter(({ reason }) => !reason.endsWith('.'))).toEqual([]);
  });
});

describe('startupOptions', () => {
  it.each([
    [{}, ''],
    [{ jit: 'off' }, '-c jit=off'],
    [{ DateStyle: 'ISO, MDY', jit: 'off' }, String.raw`-c DateStyle=ISO,\ MDY -c jit=off`],
    [{ search_path: 'a\\b c' }, String.raw`-c search_path=a\\b\ c`],
  ])('%j', (values, options) => {
    expect(startupOptions(values)).toBe(options);
  });

  it('contains every setting, and those of one connection', () => {
    const options = startupOptions(sessionValues({ statement_timeout: '5ms' }));
    for (const { name } of SESSION_SETTINGS) expect(options).toContain(`-c ${name}=`);
    expect(options).toMatch(/ -c statement_timeout=5ms$/);
  });
});

describe('beginWith', () => {
  it.each([
    ['BEGIN', 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE NOT DEFERRABLE'],
    ['START TRANSACTION', 'START TRANSACTION ISOLATION LEVEL READ COMMITTED READ WRITE NOT DEFERRABLE'],
    [
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY NOT DEFERRABLE',
    ],
  ])('keeps the modes of %s', (begin, expected) => {
    expect(beginWith({}, begin)).toBe(expected);
  });

  it('sets what a transaction can set', () => {
    const values = { jit: 'off', default_transaction_isolation: 'read committed', idle_session_timeout: '0' };
    expect(beginWith(values)).toBe(
      "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE NOT DEFERRABLE; SET LOCAL jit = 'off'",
    );
  });

  it('sets each name of a path', () => {
    expect(beginWith({ search_path: 'cell_1, "$user", public' })).toMatch(
      /; SET LOCAL search_path = 'cell_1', '\$user', 'public'$/,
    );
  });
});
