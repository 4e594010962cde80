import { describe, expect, it } from '@jest/globals';
import { KNOWN_MIGRATIONS } from './schema-state.js';
import {
  cellSchemaProblem,
  contractedFrom,
  migrationNumber,
  migrationTitle,
  schemaProblem,
  schemaState,
} from './schema-state.rules.js';

const [FIRST, SECOND, THIRD] = ['Clients1700000000001', 'Quotes1700000000002', 'Money1700000000004'] as const;
const EXPAND = 'Reminders1700000000005';
const contract = (from: string): string => `ContractFrom${from}DropOldMoney1700000000006`;
const known = [FIRST, SECOND, THIRD];

describe('a schema and a version', () => {
  it.each([
    ['is current with the same migrations', known, { kind: 'current' }],
    ['is current in any order', [THIRD, FIRST, SECOND], { kind: 'current' }],
    ['is older without tables', [], { kind: 'older', missing: known }],
    ['is older without one in the middle', [FIRST, THIRD], { kind: 'older', missing: [SECOND] }],
    ['is newer, and works, with one that only adds', [...known, EXPAND], { kind: 'newer', unknown: [EXPAND] }],
    [
      'is newer, and works, with one that removed what earlier versions used',
      [...known, contract('0004')],
      { kind: 'newer', unknown: [contract('0004')] },
    ],
    [
      'is not supported with one that removed what this version uses',
      [...known, EXPAND, contract('0005')],
      { kind: 'unsupported', by: contract('0005') },
    ],
    [
      'is not supported rather than older: migrating would not help',
      [FIRST, contract('0005')],
      { kind: 'unsupported', by: contract('0005') },
    ],
  ])('%s', (_, applied, state) => {
    expect(schemaState(known, applied)).toEqual(state);
  });

  it.each([
    ['is current with the migrations that its first one contains', known.slice(1), { kind: 'current' }],
    ['is older with them and without a later one', [SECOND], { kind: 'older', missing: [THIRD] }],
  ])('%s', (_, applied, state) => {
    expect(schemaState([SECOND, THIRD], [FIRST, ...applied])).toEqual(state);
  });

  it('names what is wrong and what to do, only if the version does not work', () => {
    expect(schemaProblem({ kind: 'current' })).toBeUndefined();
    expect(schemaProblem({ kind: 'newer', unknown: [EXPAND] })).toBeUndefined();
    expect(schemaProblem({ kind: 'older', missing: [SECOND, THIRD] })).toEqual({
      detail:
        'The database schema is older than this version of Billhook: 2 migrations are missing, from 0002 Quotes on.',
      advice: expect.stringContaining('billhook-server migrate'),
    });
    expect(schemaProblem({ kind: 'unsupported', by: contract('0005') })).toEqual({
      detail: expect.stringContaining('migration 0006 ContractFrom0005DropOldMoney removed what it uses'),
      advice: expect.stringContaining('or a later one'),
    });
  });
});

describe('cells and a version', () => {
  const lacks = (...numbers: number[]) => numbers.map((number) => ({ number, missing: [SECOND, THIRD] }));
  const ending = '2 migrations are missing, from 0002 Quotes on.';

  it.each([
    ['all', lacks(1, 2, 3), 'The database schema is older than this version of Billhook'],
    ['one', lacks(2), 'Cell 2 has an older schema than this version of Billhook'],
    ['some', lacks(2, 3), 'Cells 2, 3 have an older schema than this version of Billhook'],
  ])('are older in %s of them', (_, older, beginning) => {
    expect(cellSchemaProblem(older, 3)).toEqual({
      detail: `${beginning}: ${ending}`,
      advice: expect.stringContaining('billhook-server migrate'),
    });
  });

  it('fit if none lacks a migration', () => {
    expect(cellSchemaProblem([], 3)).toBeUndefined();
  });
});

describe('a database with the migrations of this version', () => {
  const upTo = (last: string): readonly string[] => KNOWN_MIGRATIONS.slice(0, KNOWN_MIGRATIONS.indexOf(last) + 1);

  it('is supported by programs of 0.2.0, and not by those of 0.1.0', () => {
    expect(schemaState(upTo('StepsOfDeletions1700000000108'), KNOWN_MIGRATIONS)).toMatchObject({ kind: 'newer' });
    expect(schemaState(upTo('IndexesOfDeletions1700000000051'), KNOWN_MIGRATIONS)).toEqual({
      kind: 'unsupported',
      by: 'ContractFrom0108CellSchema1700000000109',
    });
  });
});

describe('the migrations of this version', () => {
  it('have a unique number, in the order in which they run', () => {
    const numbers = KNOWN_MIGRATIONS.map(migrationNumber);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(Math.max(...numbers)).toBeLessThan(10_000);
    expect(migrationTitle(KNOWN_MIGRATIONS[0] ?? '')).toBe('0051 IndexesOfDeletions');
  });

  it('name an earlier migration if they remove something', () => {
    for (const name of KNOWN_MIGRATIONS) {
      const from = contractedFrom(name);
      if (from !== undefined) expect([name, from < migrationNumber(name)]).toEqual([name, true]);
      else expect(name).not.toMatch(/^contract/i);
    }
  });
});
