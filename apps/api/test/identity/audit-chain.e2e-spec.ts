import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import type { AuditAction } from '@billhook/domain/identity/audit';
import { systemActor } from '@billhook/identity/audit/actor';
import { verifyAuditChains, type ChainReport } from '@billhook/identity/audit/audit-chain';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { withCellOf } from '@billhook/testing/test-server';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { reportOfLogs } from '../support/audit-verify.js';
import { startWorld } from '../support/start.js';

const { api, world } = await startWorld();
let companyId: number;

beforeEach(async () => {
  companyId = await world.company();
});

interface Written {
  readonly action?: AuditAction;
  readonly target?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Runs a transaction in the cell of the company, as a request does. */
const inTransaction = <T>(work: (tx: Tx) => Promise<T>, process = api): Promise<T> =>
  process.within(companyId, () => process.app.get(UnitOfWork).run(work));

const record = ({ action = 'company.updated', target = 'spec', details = {} }: Written = {}, process = api) =>
  inTransaction((tx) => process.app.get(AuditLog).record(tx, systemActor(companyId), action, target, details), process);

async function recordAll(count: number): Promise<number[]> {
  for (let n = 0; n < count; n++) await record({ target: `t${n}` });
  return ids();
}

const sql = <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  withCellOf(api.databaseUrl, companyId, async (client) => (await client.query<T>(text, values)).rows);

const ids = async () =>
  (await sql<{ id: number }>('SELECT id FROM audit_log WHERE company_id = $1 ORDER BY id', companyId)).map(
    ({ id }) => id,
  );

/** Acts as the owner of the server: no trigger runs. */
const tamper = (text: string, ...values: unknown[]): Promise<void> =>
  withCellOf(api.databaseUrl, companyId, async (client) => {
    await client.query(`SET session_replication_role = 'replica'`);
    await client.query(text, values);
  });

const verify = (sought: readonly string[] = []): Promise<ChainReport> =>
  withCellOf(api.databaseUrl, companyId, async (client) => {
    for await (const report of verifyAuditChains(client, { companyId, sought })) return report;
    throw new Error('there is no such company');
  });

describe('the chain of the audit log', () => {
  it('contains all entries in one line, from the first entry to its head', async () => {
    const made = await recordAll(3);
    const report = await verify();
    expect(report).toMatchObject({ entries: 3, first: { id: made[0] }, last: { id: made[2] }, fault: null });
    const [head] = await sql<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM audit_heads WHERE company_id = $1`,
      companyId,
    );
    expect(report.head).toBe(head?.hash);
  });

  it('accepts any content of an entry', async () => {
    const odd = ['"quotes" and \\', 'é ü 漢字 😀', 'line\nbreak\ttab', '\u001f\u007f', '', '{"a": 1}'];
    for (const text of odd) await record({ target: text, details: { text, [text]: [text, null, 1.5, 1e21, true] } });
    expect(await verify()).toMatchObject({ entries: odd.length, fault: null });
  });

  it('is one line for simultaneous writes of two processes, with ascending ids', async () => {
    const other = await TestApi.beside(api);
    try {
      const writers = Array.from({ length: 40 }, (_, n) => record({ target: `w${n}` }, n % 2 === 0 ? api : other));
      await Promise.all(writers);
    } finally {
      await other.stop();
    }
    const rows = await sql<{ isNext: boolean }>(
      `SELECT prev_hash IS NOT DISTINCT FROM lag(hash) OVER (ORDER BY id) AS "isNext" FROM audit_log WHERE company_id = $1`,
      companyId,
    );
    expect(rows).toEqual(Array.from({ length: 40 }, () => ({ isNext: true })));
    expect(await verify()).toMatchObject({ entries: 40, fault: null });
  });

  it('neither waits for locks of the company nor blocks them, nor affects other companies', async () => {
    const [mine, others] = [companyId, await world.company()];
    await record();
    const lock = `SELECT FROM companies WHERE id = $1 FOR UPDATE`;
    const ended = inTransaction(async (tx) => {
      await tx.query({ name: 'test_lock_company', text: lock, values: [mine] });
      await record();
    });
    await expect(ended).resolves.toBeUndefined();
    const reversed = inTransaction(async (tx) => {
      await api.app.get(AuditLog).record(tx, systemActor(mine), 'company.updated', null);
      await sql(lock, mine);
      companyId = others;
      await record();
    });
    await expect(reversed).resolves.toBeUndefined();
  });

  it('has no gap after a failed transaction', async () => {
    await record();
    const failing = inTransaction(async (tx) => {
      await api.app.get(AuditLog).record(tx, systemActor(companyId), 'company.updated', null);
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    await record();
    expect(await verify()).toMatchObject({ entries: 2, fault: null });
  });

  it('accepts neither an id nor a hash from a writer', async () => {
    await record();
    await sql(
      `INSERT INTO audit_log (id, company_id, at, actor_kind, actor, action, details, prev_hash, hash)
        VALUES (1, $1, now(), 'system', 'forger', 'company.updated', '{}', '\\x00', '\\x00')`,
      companyId,
    );
    expect(await verify()).toMatchObject({ entries: 2, fault: null });
    expect(await ids()).not.toContain(1);
  });

  it.each([
    'UPDATE audit_log SET actor = actor',
    'DELETE FROM audit_log',
    'DELETE FROM audit_log WHERE false',
    'TRUNCATE audit_log',
    'UPDATE audit_heads SET entries = 0',
    'DELETE FROM audit_heads',
    'TRUNCATE audit_heads, audit_log',
    `INSERT INTO audit_heads (company_id, entries) VALUES (1, 0)`,
  ])('rejects %s', async (text) => {
    await record();
    await expect(sql(text)).rejects.toThrow('the audit log only grows');
    expect(await verify()).toMatchObject({ entries: 1, fault: null });
  });
});

describe('verifyAuditChains', () => {
  it.each([
    ['actor', `'member somebody@else.example'`],
    ['actor_kind', `'key'`],
    ['member_id', '7'],
    ['key_id', '7'],
    ['action', `'company.created'`],
    ['target', 'NULL'],
    ['details', `'{"a": 2}'`],
    ['at', `at + interval '1 millisecond'`],
    ['ip', `'10.0.0.1'`],
    ['user_agent', `'curl'`],
    ['request_id', `'req_other'`],
    ['hash', `sha256('x')`],
    ['prev_hash', 'NULL'],
  ])('detects an entry whose %s was changed', async (column, value) => {
    const [first, second] = await recordAll(3);
    await tamper(`UPDATE audit_log SET ${column} = ${value} WHERE id = $1`, second);
    expect(await verify()).toMatchObject({
      entries: 1,
      last: { id: first },
      fault: { kind: 'changed', entryId: second },
    });
  });

  it('detects that an entry in the middle, or the first, is missing', async () => {
    const [first, second, third] = await recordAll(3);
    await tamper('DELETE FROM audit_log WHERE id = $1', second);
    expect(await verify()).toMatchObject({ entries: 1, fault: { kind: 'gap', entryId: third } });
    await tamper('DELETE FROM audit_log WHERE id = $1', first);
    expect(await verify()).toMatchObject({ entries: 0, fault: { kind: 'gap', entryId: third } });
  });

  it('detects that the last entry is missing, or that all are', async () => {
    const [, second, third] = await recordAll(3);
    await tamper('DELETE FROM audit_log WHERE id = $1', third);
    expect(await verify()).toMatchObject({ entries: 2, fault: { kind: 'cut_off', entryId: second } });
    await tamper('DELETE FROM audit_log WHERE company_id = $1', companyId);
    expect(await verify()).toMatchObject({ entries: 0, fault: { kind: 'cut_off', entryId: null } });
  });

  it('detects two swapped entries', async () => {
    const [first = 0, second = 0] = await recordAll(3);
    await tamper('UPDATE audit_log SET id = -id WHERE id = ANY ($1)', [first, second]);
    await tamper(
      'UPDATE audit_log SET id = CASE id WHEN -$1::bigint THEN $2 ELSE $1::bigint END WHERE id < 0',
      first,
      second,
    );
    expect((await verify()).fault).toMatchObject({ kind: 'changed', entryId: first });
  });

  it('detects an inserted entry, at the end or before the first', async () => {
    const made = await recordAll(2);
    for (const id of [(made[1] ?? 0) + 1_000, -5]) {
      await tamper(
        `INSERT INTO audit_log SELECT (jsonb_populate_record(l, jsonb_build_object('id', $2::bigint))).* FROM audit_log l WHERE id = $1`,
        made[1],
        id,
      );
      expect((await verify()).fault).toMatchObject({ kind: 'changed', entryId: id });
    }
  });

  it('detects a rewritten valid chain by an earlier head', async () => {
    const made = await recordAll(3);
    const noted = (await verify()).head ?? '';
    await record();
    expect(await verify([noted])).toMatchObject({ found: [noted], fault: null });

    await tamper(`UPDATE audit_log SET actor = 'nobody' WHERE id = $1`, made[1]);
    await rewriteChain();
    expect(await verify([noted])).toMatchObject({ entries: 4, found: [], fault: null });
  });

  /** Changes that the owner of the server can make, which only a head stored elsewhere reveals. */
  const rewriteChain = () =>
    tamper(
      `WITH chain AS (SELECT id, audit_chain(audit_text(l)) OVER (ORDER BY id) AS hash FROM audit_log l WHERE company_id = $1),
        hashed AS (UPDATE audit_log l SET hash = c.hash, prev_hash = c.prev
          FROM (SELECT id, hash, lag(hash) OVER (ORDER BY id) AS prev FROM chain) c WHERE c.id = l.id)
      UPDATE audit_heads SET hash = (SELECT hash FROM chain ORDER BY id DESC LIMIT 1) WHERE company_id = $1`,
      companyId,
    );
});

describe('the command', () => {
  const run = (...args: string[]) => withCellOf(api.databaseUrl, companyId, (client) => reportOfLogs(client, args));

  it('0 and the head for each intact company', async () => {
    await recordAll(2);
    const { code, lines } = await run('--company', String(companyId));
    const { head } = await verify();
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(
          /^OK {6}company \d+ \(Company \w+\): 2 entries, \d+ of 20.*Z to \d+ of 20.*Z, head [0-9a-f]{64}$/,
        ),
      ],
    });
    expect(lines[0]).toContain(head);
    expect((await run('--expect', head ?? '', '--company', String(companyId))).code).toBe(0);
  });

  it('0 for a company without entries', async () => {
    expect(await run('--company', String(companyId))).toEqual({
      code: 0,
      lines: [expect.stringMatching(/^OK {6}company .*: 0 entries$/)],
    });
  });

  it('1 for a head that is in no chain, and for an unknown company', async () => {
    const head = 'ab'.repeat(32);
    const { code, lines } = await run('--company', String(companyId), '--expect', head);
    expect([code, lines.at(-1)]).toEqual([1, expect.stringContaining(`MISSING head ${head}`)]);
    expect(await run('--company', '999999999')).toEqual({ code: 1, lines: ['MISSING company 999999999'] });
  });

  it.each([
    ['--company', 'all'],
    ['--expect', 'abc'],
    ['--compnay', '1'],
  ])('rejects %s %s', async (...args) => {
    await expect(run(...args)).rejects.toThrow(args[0]);
  });

  // The last test, because the chain stays broken.
  it('1 if one chain is broken, and the others are still reported', async () => {
    const [, second] = await recordAll(2);
    await tamper(`UPDATE audit_log SET ip = '::1' WHERE id = $1`, second);
    const { code, lines } = await run();
    expect(code).toBe(1);
    expect(lines.filter((line) => line.includes(`company ${companyId} `))).toEqual([
      expect.stringMatching(
        new RegExp(`^BROKEN {2}company ${companyId} .* at entry ${second}: it was changed: .* Up to there: 1 entry, `),
      ),
    ]);
    expect(lines.some((line) => line.startsWith('OK'))).toBe(true);
  });
});
