import { describe, expect, it } from '@jest/globals';
import { isLostDatabase, lostDatabaseFinding, MovingCellError } from './lost-database.js';

const withCode = (code: string, more: object = {}): Error => Object.assign(new Error('it failed'), { code, ...more });

describe('isLostDatabase', () => {
  it.each([
    ...['08000', '08001', '08003', '08006', '08P01', '53000', '53100', '53200', '53300', '53400'],
    ...[
      '57P01',
      '57P02',
      '57P03',
      '57P05',
      '25P03',
      '25P04',
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ENOTFOUND',
      'EAI_AGAIN',
    ],
  ])('is true for %s', (code) => {
    expect(isLostDatabase(withCode(code))).toBe(true);
  });

  it.each(['23505', '40001', '40P01', '57014', '42P01', 'ENOENT', 'EACCES', ''])('is false for %s', (code) => {
    expect(isLostDatabase(withCode(code))).toBe(false);
  });

  it.each([
    ['timeout exceeded when trying to connect', true],
    ['timeout expired', true],
    ['Query read timeout', true],
    ['Connection terminated', true],
    ['Connection terminated unexpectedly', true],
    ['Connection terminated due to connection timeout', true],
    ['Client has encountered a connection error and is not queryable', true],
    ['Client was closed and is not queryable', true],
    ['Query runner already released. Cannot run queries anymore.', true],
    ['Cannot use a pool after calling end on the pool', true],
    ['Called end on pool more than once', false],
    ['Cannot read properties of undefined', false],
  ])('for the message %j: %s', (message, is) => {
    expect(isLostDatabase(new Error(message))).toBe(is);
  });

  it('recognises errors of several addresses, and a missing socket', () => {
    expect(isLostDatabase(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe(true);
    expect(isLostDatabase(withCode('ENOENT', { syscall: 'connect' }))).toBe(true);
  });

  it('is false for a client that disconnected during its request', () => {
    expect(isLostDatabase(withCode('ECONNRESET', { statusCode: 400 }))).toBe(false);
    expect(isLostDatabase(withCode('ECONNRESET', { statusCode: 503 }))).toBe(true);
  });

  it('is true for a cell whose move was interrupted, which the message names', () => {
    const error = new MovingCellError({ cause: withCode('42P01') });
    expect(isLostDatabase(error)).toBe(true);
    expect(lostDatabaseFinding(error).detail).toBe('A cell is moving to another server.');
  });

  it.each([undefined, null, 'ECONNREFUSED', 53300])('is false for %j', (error) => {
    expect(isLostDatabase(error)).toBe(false);
  });
});
