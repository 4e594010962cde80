import { describe, expect, it } from '@jest/globals';
import { sourceProblems, targetProblems } from './move-checks.rules.js';
import type { SourceFacts, TargetFacts } from './move-facts.sql.js';

const SOURCE: SourceFacts = {
  ...{ version: 160_004, role: 'owner', database: 'billhook', walLevel: 'logical', freeSlots: 3, freeSenders: 3 },
  ...{ isStandby: false, mayReplicate: true, mayCreate: true, tables: 70, bytes: 1e6 },
  ...{ foreign: [], withoutKey: [], unlogged: [], others: [], outside: [], grantedRoles: ['app', '"App two"'] },
};
const TARGET: TargetFacts = {
  ...{ version: 160_000, role: 'owner', database: 'billhook', encoding: 'UTF8', isStandby: false },
  ...{ maySubscribe: true, mayCreate: true, hasSchema: false, freeWorkers: 2, freeOrigins: 3 },
  roles: ['owner', 'app', 'App two'],
};

describe('the present server', () => {
  it('fits', () => {
    expect(sourceProblems(SOURCE)).toEqual([]);
  });

  it.each<[Partial<SourceFacts>, RegExp]>([
    [{ isStandby: true }, /is a standby/],
    [{ version: 140_012 }, /runs PostgreSQL 14\. A move needs 15 or later/],
    [{ walLevel: 'replica' }, /wal_level = replica\. Run ALTER SYSTEM SET wal_level = logical/],
    [{ freeSlots: 2 }, /2 free replication slots.*max_replication_slots/],
    [{ freeSenders: 0 }, /0 free connections for replication.*max_wal_senders/],
    [{ mayReplicate: false }, /ALTER ROLE "owner" REPLICATION$/],
    [{ mayCreate: false }, /GRANT CREATE ON DATABASE "billhook" TO "owner"$/],
    [{ foreign: ['table cell_1.clients'] }, /does not own table cell_1\.clients\..*--source/],
    [{ withoutKey: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, /primary key.*: a, b, c, d, e and 2 more\./],
    [{ unlogged: ['a'] }, /not replicated: a\./],
    [{ others: ['view cell_1.a'] }, /does not copy: view cell_1\.a\./],
    [{ outside: ['table b'] }, /will not have: table b\./],
  ])('does not with %j', (facts, problem) => {
    expect(sourceProblems({ ...SOURCE, ...facts })).toEqual([expect.stringMatching(problem)]);
  });

  it('names all that must change', () => {
    expect(sourceProblems({ ...SOURCE, walLevel: 'minimal', freeSenders: 0, mayReplicate: false })).toHaveLength(3);
  });
});

describe('the target', () => {
  it('fits, also with a later version', () => {
    expect(targetProblems(TARGET, SOURCE, 'cell_1')).toEqual([]);
    expect(targetProblems({ ...TARGET, version: 180_001 }, SOURCE, 'cell_1')).toEqual([]);
  });

  it.each<[Partial<TargetFacts>, RegExp]>([
    [{ isStandby: true }, /is a standby/],
    [{ encoding: 'LATIN1' }, /the encoding LATIN1/],
    [{ version: 150_009 }, /runs PostgreSQL 15, and the present server 16/],
    [{ hasSchema: true }, /has a schema cell_1\./],
    [{ maySubscribe: false }, /GRANT pg_create_subscription TO "owner"$/],
    [{ mayCreate: false }, /GRANT CREATE ON DATABASE "billhook" TO "owner"$/],
    [{ freeWorkers: 1 }, /1 free workers.*max_logical_replication_workers/],
    [{ freeOrigins: 0 }, /0 free places.*max_replication_slots/],
    [{ roles: ['owner'] }, /roles that the target lacks: app, "App two"\./],
  ])('does not with %j', (facts, problem) => {
    expect(targetProblems({ ...TARGET, ...facts }, SOURCE, 'cell_1')).toEqual([expect.stringMatching(problem)]);
  });

  it('needs a superuser in PostgreSQL 15, and another setting in 18', () => {
    const former = targetProblems(
      { ...TARGET, version: 150_000, maySubscribe: false },
      { ...SOURCE, version: 150_000 },
      'c',
    );
    expect(former).toEqual([expect.stringMatching(/^Only a superuser creates subscriptions in PostgreSQL 15/)]);
    const latest = targetProblems({ ...TARGET, version: 180_000, freeOrigins: 0 }, SOURCE, 'c');
    expect(latest).toEqual([expect.stringContaining('max_active_replication_origins')]);
  });
});
