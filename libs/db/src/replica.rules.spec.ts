import { describe, expect, it } from '@jest/globals';
import {
  MOST_WAITING,
  readOutcome,
  replicaFailure,
  replicaProblem,
  replicaState,
  type PrimaryFacts,
  type PrimaryPosition,
  type ReplicaFacts,
  type ReplicaPosition,
} from './replica.rules.js';

const PRIMARY: PrimaryPosition = { history: 'run 1', company: '700', last: 12, waiting: ['31', '33'] };
const REPLICA: ReplicaPosition = { isStandby: true, history: 'run 1', company: '700', last: 12, found: 2 };

const ids = (count: number): string[] => Array.from({ length: count }, (_, id) => String(id + 1));

describe('where a read of a company runs', () => {
  it.each<[string, Partial<PrimaryPosition>, Partial<ReplicaPosition>, string]>([
    ['both have the same', {}, {}, 'replica'],
    ['a company without a change', { last: 0, waiting: [] }, { last: 0, found: 0 }, 'replica'],
    ['the replica has numbers of later changes', {}, { last: 14 }, 'replica'],
    [
      'as many changes without a number as are compared',
      { waiting: ids(MOST_WAITING) },
      { found: MOST_WAITING },
      'replica',
    ],
    ['the replica lacks a number', {}, { last: 11 }, 'behind'],
    ['the replica lacks a change without a number', {}, { found: 1 }, 'behind'],
    ['too many changes without a number', { waiting: ids(MOST_WAITING + 1) }, { found: MOST_WAITING + 1 }, 'behind'],
    ['the replica has another version of the company', {}, { company: '699' }, 'behind'],
    ['the replica does not have the company', {}, { company: null }, 'behind'],
    ['the company does not exist', { company: null }, { company: null }, 'behind'],
    ['the primary was restarted or restored', { history: 'run 2' }, {}, 'unavailable'],
    [
      'the primary was restored behind the replica',
      { history: 'run 2', last: 5, waiting: [] },
      { found: 0 },
      'unavailable',
    ],
    ['the replica has no history', {}, { history: null }, 'unavailable'],
    ['the replica accepts writes', {}, { isStandby: false }, 'unavailable'],
  ])('%s', (_, primary, replica, outcome) => {
    expect(readOutcome({ ...PRIMARY, ...primary }, { ...REPLICA, ...replica })).toBe(outcome);
  });
});

describe('the state of a replica', () => {
  const primary: PrimaryFacts = { history: 'run 1', written: 'run 1', flushed: '0/1' };
  const replica: ReplicaFacts = { isStandby: true, history: 'run 1', lagSeconds: 0 };

  it.each<[string, Partial<PrimaryFacts>, Partial<ReplicaFacts>]>([
    ['writable', {}, { isStandby: false }],
    ['unmarked', { written: null }, {}],
    ['unmarked', { written: 'run 0' }, { history: 'run 0' }],
    ['unproven', {}, { history: 'run 0' }],
    ['unproven', {}, { history: null }],
  ])('%s, which needs an operator', (kind, there, here) => {
    const state = replicaState({ ...primary, ...there }, { ...replica, ...here });
    expect(state).toEqual({ kind });
    expect(replicaProblem(state)).toEqual({
      detail: expect.stringMatching(/\.$/),
      advice: expect.stringMatching(/\.$/),
    });
  });

  it.each([
    [0, 0],
    [30.5, 30.5],
    [-2, 0],
    [null, null],
  ])('follows with a lag of %p as %p', (lagSeconds, shown) => {
    const state = replicaState(primary, { ...replica, lagSeconds });
    expect(state).toEqual({ kind: 'follows', lagSeconds: shown });
    expect(replicaProblem(state)).toBeUndefined();
  });
});

describe('the error of a read on the replica', () => {
  const coded = (code: string): Error => Object.assign(new Error('it failed'), { code });

  it.each([
    ...['08006', '53300', '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET'],
    // A table, a column or a permission that the replica does not have yet; a statement that a standby rejects.
    ...['42P01', '42703', '42501', '25006', '0A000'],
  ])('%s rests the replica', (code) => {
    expect(replicaFailure(coded(code))).toBe('rest');
  });

  it('rests the replica after a connection that was lost without a code', () => {
    expect(replicaFailure(new Error('Query read timeout'))).toBe('rest');
    expect(replicaFailure(new Error('timeout exceeded when trying to connect'))).toBe('rest');
  });

  // Conflicts with recovery, and a statement that takes too long.
  it.each(['40001', '40P01', '57014', '22P02'])('%s repeats the read', (code) => {
    expect(replicaFailure(coded(code))).toBe('repeat');
  });

  it.each([
    ['a rule of ours', new Error('there is no such record')],
    ['no error', undefined],
  ])('is not that of %s', (_, error) => {
    expect(replicaFailure(error)).toBeUndefined();
  });
});
