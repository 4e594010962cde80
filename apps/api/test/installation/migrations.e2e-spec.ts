import type { ClientView } from '@billhook/contract/invoicing/client';
import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { ListOf } from '@billhook/contract/shared/common';
import type { EventView } from '@billhook/contract/webhooks/event';
import { createDataSource } from '@billhook/db/data-source';
import { migrate } from '@billhook/db/migrate';
import { AuditChain1700000000009 } from '@billhook/db/migrations/0009-audit-chain';
import { NumberSpace1700000000017 } from '@billhook/db/migrations/0017-number-space';
import { AfterIssue1700000000021 } from '@billhook/db/migrations/0021-after-issue';
import { VatNumbers1700000000022 } from '@billhook/db/migrations/0022-vat-numbers';
import { DueDateAtIssue1700000000024 } from '@billhook/db/migrations/0024-due-date-at-issue';
import { EventCounters1700000000041 } from '@billhook/db/migrations/0041-event-counters';
import { SearchIndexes1700000000066 } from '@billhook/db/migrations/0066-search-indexes';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { verifyAuditChains } from '@billhook/identity/audit/audit-chain';
import { withClient } from '@billhook/testing/test-server';
import { Relay } from '@billhook/webhooks/engine/relay';
import { describe, expect, it } from '@jest/globals';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import { World, type KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();

const sql = <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  withClient(api.databaseUrl, async (client) => (await client.query<T>(text, values)).rows);

describe('entries from before the chain', () => {
  it('are added to it, with the actors that their labels show', async () => {
    const owner = await world.member(await world.company());
    const { companyId } = owner;
    const key = await world.key({ member: owner });
    const migration = new AuditChain1700000000009();
    const source = api.app.get(DataSource);
    const [{ prefix } = { prefix: '' }] = await sql<{ prefix: string }>(
      'SELECT prefix FROM api_keys WHERE id = $1',
      key.id,
    );
    const runner = source.createQueryRunner();
    try {
      await runner.startTransaction();
      await migration.down(runner);
      const labels = [
        `member ${owner.email}`,
        `key ${prefix}`,
        `portal of ${owner.email}`,
        'system',
        'member gone@example.com',
      ];
      for (const label of labels) {
        await runner.query(
          `INSERT INTO audit_log (company_id, at, actor, action, details) VALUES ($1, now(), $2, 'company.updated', '{"a": [1.50]}')`,
          [companyId, label],
        );
      }
      await migration.up(runner);
      await runner.commitTransaction();
    } finally {
      await runner.release();
    }
    const rows = await sql(
      `SELECT actor_kind AS kind, member_id AS "memberId", key_id AS "keyId" FROM audit_log WHERE company_id = $1 ORDER BY id`,
      companyId,
    );
    expect(rows).toEqual([
      { kind: 'member', memberId: owner.id, keyId: null },
      { kind: 'key', memberId: owner.id, keyId: key.id },
      { kind: 'portal', memberId: owner.id, keyId: null },
      { kind: 'system', memberId: null, keyId: null },
      { kind: 'member', memberId: null, keyId: null },
    ]);
    await (await world.session(owner)).call('PATCH', '/app/company', { body: { name: 'After it' } });
    const report = await withClient(api.databaseUrl, (client) => verifyAuditChains(client, { companyId }).next());
    expect(report.value).toMatchObject({ entries: rows.length + 2, fault: null });
  });
});

describe('accounts apart from memberships', () => {
  /** Undoes everything down to the split, a transaction each, then does it again. */
  const backAndForth = async (): Promise<void> => {
    const source = createDataSource({ url: api.databaseUrl, poolSize: 1 }, []);
    await source.initialize();
    try {
      for (let last = ''; last !== 'Access1700000000008';) {
        const [row] = await sql<{ name: string }>('SELECT name FROM migrations ORDER BY id DESC LIMIT 1');
        last = row?.name ?? '';
        // An index that is built without locks cannot be in a transaction.
        await source.undoLastMigration({ transaction: last === SearchIndexes1700000000066.name ? 'none' : 'each' });
      }
    } finally {
      await source.destroy();
      await migrate(api.databaseUrl);
    }
  };
  const people = (): Promise<object[]> =>
    sql(`SELECT a.email, a.password_hash, m.id, m.kind, k.prefix, k.lifetime, k.expires_at
      FROM members m JOIN accounts a ON a.id = m.account_id JOIN api_keys k ON k.member_id = m.id ORDER BY k.id`);

  it('are reverted and applied again with all data, except where that would lose accounts', async () => {
    const owner = await world.member(await world.company());
    const key = await world.key({ member: owner, expiry: '1y' });
    const before = await people();
    await backAndForth();
    expect(await people()).toEqual(before);
    // Older connections hold statements that were prepared for the older tables.
    const after = await TestApi.beside(api);
    try {
      const headers = { authorization: `Bearer ${key.secret}` };
      expect((await after.call('GET', '/v1/me', { headers })).status).toBe(200);
      await new World(after).service(owner.companyId);
      await expect(backAndForth()).rejects.toThrow('restore a backup');
    } finally {
      await after.stop();
    }
  });
});

describe('the number space of invoices and credit notes', () => {
  it('begins with the numbers that there are, also where an invoice and a credit note had the same', async () => {
    const key = await world.key();
    const records = new Records(key);
    const [clash, fine] = [await records.sent(), await records.sent()];
    const [twin, other] = [await records.credit(clash), await records.credit(fine)];
    const migration = new NumberSpace1700000000017();
    const runner = api.app.get(DataSource).createQueryRunner();
    try {
      await runner.startTransaction();
      await migration.down(runner);
      await runner.query('UPDATE credit_notes SET number = $2 WHERE id = $1', [twin.id, clash.number]);
      await migration.up(runner);
      await runner.commitTransaction();
    } finally {
      await runner.release();
    }
    const numbers = await sql<{ number: string }>(
      'SELECT number FROM document_numbers WHERE company_id = $1 ORDER BY number',
      key.companyId,
    );
    expect(numbers.map(({ number }) => number)).toEqual([other.number, clash.number, fine.number]);
    expect((await records.sent()).number).toBe('INV-2026-00003');
  });
});

/** Undoes a migration, writes as releases before it did, and does it again. */
async function redone(migration: MigrationInterface, before: (runner: QueryRunner) => Promise<unknown>): Promise<void> {
  const runner = api.app.get(DataSource).createQueryRunner();
  try {
    await runner.startTransaction();
    await migration.down(runner);
    await before(runner);
    await migration.up(runner);
    await runner.commitTransaction();
  } finally {
    await runner.release();
  }
}

describe('contacts that were to receive reminders', () => {
  it('receive the rest of its changes; issued documents keep their copies', async () => {
    const key = await world.key();
    const records = new Records(key);
    const contacts = [
      { name: 'Ada', receives: ['Invoice'] },
      { name: 'Ben', receives: [] },
      { name: 'Cem', receives: [] },
    ];
    const client = await records.client({ contacts });
    const invoice = await records.sent({ clientId: client.id });
    const note = await records.credit(invoice);
    const reminded = [
      { name: 'Ada', receives: ['Invoice', 'Reminder'] },
      { name: 'Ben', receives: ['Reminder'] },
      { name: 'Cem' },
    ];
    await redone(new AfterIssue1700000000021(), async (runner) => {
      await runner.query('UPDATE clients SET contacts = $2 WHERE id = $1', [client.id, JSON.stringify(reminded)]);
      for (const [table, id] of [
        ['invoices', invoice.id],
        ['credit_notes', note.id],
      ]) {
        const text = `UPDATE ${table} SET client = jsonb_set(client, '{contacts}', $2::jsonb) WHERE id = $1`;
        await runner.query(text, [id, JSON.stringify(reminded)]);
      }
    });
    expect(await sql('SELECT contacts FROM clients WHERE id = $1', client.id)).toEqual([{ contacts }]);
    const kept = `SELECT client -> 'contacts' AS contacts FROM invoices WHERE id = $1
      UNION ALL SELECT client -> 'contacts' FROM credit_notes WHERE id = $2`;
    expect(await sql(kept, invoice.id, note.id)).toEqual([{ contacts: reminded }, { contacts: reminded }]);
    expect((await records.get<ClientView>(`/v1/clients/${client.id}`)).contacts).toEqual(contacts);
    expect((await records.invoice(invoice.id)).client?.contacts).toEqual(contacts);
    expect((await records.get<CreditNoteView>(`/v1/credit-notes/${note.id}`)).client.contacts).toEqual(contacts);
  });
});

describe('the due date of the issue', () => {
  it('is the due date of invoices that are issued already, and none of drafts', async () => {
    const records = new Records(await world.key());
    const dueDate = '2026-12-01';
    const [sent, open, draft] = [
      await records.sent({ dueDate }),
      await records.sent({ dueDate: undefined }),
      await records.draft({ dueDate }),
    ];
    await redone(new DueDateAtIssue1700000000024(), async () => undefined);
    const rows = await sql(
      'SELECT id::int, due_date_at_issue::text AS day FROM invoices WHERE id = ANY ($1) ORDER BY id',
      [sent.id, open.id, draft.id],
    );
    expect(rows).toEqual([
      { id: sent.id, day: dueDate },
      { id: open.id, day: null },
      { id: draft.id, day: null },
    ]);
  });
});

describe('VAT numbers of any writing', () => {
  it.each<[string, string]>([
    ['de 136.695.976', 'DE136695976'],
    ['GR094014201', 'EL094014201'],
    ['gr 094014201', 'EL094014201'],
    ['CHE-123.456.788 mwst', 'CHE123456788MWST'],
    ['DE136695976', 'DE136695976'],
    ['de 136.695.977', 'de 136.695.977'],
    ['unknown', 'unknown'],
  ])('%s becomes %s, and its client no other version', async (written, stored) => {
    const owner = await world.member(await world.company());
    const client = await new Records(await world.key({ member: owner })).client();
    const other = await new Records(await world.key()).client();
    const events = (await api.events()).length;
    await redone(new VatNumbers1700000000022(), async (runner) => {
      await runner.query('UPDATE companies SET vat_number = $2 WHERE id = $1', [owner.companyId, written]);
      await runner.query('UPDATE clients SET vat_number = $2 WHERE id = $1', [client.id, written]);
    });
    expect(await sql('SELECT vat_number FROM companies WHERE id = $1', owner.companyId)).toEqual([
      { vat_number: stored },
    ]);
    expect(
      await sql('SELECT vat_number, version FROM clients WHERE id IN ($1, $2) ORDER BY id', client.id, other.id),
    ).toEqual([
      { vat_number: stored, version: client.version },
      { vat_number: other.vatNumber, version: other.version },
    ]);
    expect(await api.events()).toHaveLength(events);
  });
});

describe('events that were numbered for all companies together', () => {
  /** How releases before the counters numbered events. */
  const NUMBER_TOGETHER = `WITH batch AS (
      SELECT position, (SELECT last FROM event_sequencer) + row_number() OVER (ORDER BY position) AS sequence
      FROM events WHERE sequence IS NULL AND NOT test
    ), counted AS (UPDATE event_sequencer SET last = last + (SELECT count(*) FROM batch))
    UPDATE events e SET sequence = b.sequence FROM batch b WHERE e.position = b.position`;

  const after = async (by: KeyCaller, place: string | null) =>
    (await by.call<ListOf<EventView>>('GET', `/v1/events?after=${place}`)).body;
  const relayAll = async (): Promise<void> => {
    const relay = new Relay(api.app.get(UnitOfWork), { fanOut: false, firstWaitMs: 0 });
    while ((await relay.run()).more);
  };

  it('keep their numbers, and cursors of every company continue after them without a gap', async () => {
    const [busy, quiet, later] = [await world.key(), await world.key(), await world.key()];
    for (const by of [busy, quiet, busy, busy]) await new Records(by).client();
    const migration = new EventCounters1700000000041();
    await redone(migration, (runner) => runner.query(NUMBER_TOGETHER));
    const [{ last } = { last: 0 }] = await sql<{ last: number }>('SELECT last::int FROM event_sequencer');
    const before = await sql<{ sequence: number }>('SELECT sequence::int FROM events ORDER BY sequence');
    expect(before.at(-1)).toEqual({ sequence: last });
    // The cursor of a company contains the last number of all of them.
    const cursors = [];
    for (const by of [busy, quiet, later]) cursors.push((await after(by, 'beginning')).page.nextCursor);
    for (const by of [quiet, later, quiet, busy]) await new Records(by).client();
    await relayAll();
    for (const [n, [by, count]] of (
      [
        [busy, 1],
        [quiet, 2],
        [later, 1],
      ] as const
    ).entries()) {
      expect((await after(by, cursors[n] ?? null)).data).toHaveLength(count);
      const rows = await sql<{ sequence: number }>(
        'SELECT sequence::int FROM events WHERE company_id = $1 AND sequence > $2 ORDER BY sequence',
        by.companyId,
        last,
      );
      expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: count }, (_, m) => last + 1 + m));
    }
    await redone(migration, async () => undefined);
    for (const by of [quiet, busy]) await new Records(by).client();
    await relayAll();
    expect((await after(quiet, cursors[1] ?? null)).data).toHaveLength(3);
  });

  it('are numbered by workers of this release only, while the API of the previous release reads them', async () => {
    const key = await world.key();
    await new Records(key).client();
    await expect(sql(NUMBER_TOGETHER)).rejects.toThrow('start a worker of this release');
    const end = 'SELECT last::int FROM event_sequencer';
    const [{ last } = { last: 0 }] = await sql<{ last: number }>(end);
    await relayAll();
    // A cursor of the previous release contains at least this number: no event of the company may be at or below it.
    expect(await sql(end)).toEqual([{ last }]);
    const read = 'SELECT type FROM events WHERE company_id = $1 AND sequence > $2 ORDER BY sequence';
    expect(await sql(read, key.companyId, last)).toEqual([{ type: 'client.created' }]);
  });
});

describe('the keys of a document', () => {
  it('allow no client of another company, and no number of a draft', async () => {
    const draft = await new Records(await world.key()).draft();
    const foreign = await new Records(await world.key()).client();
    const moved = sql('UPDATE invoices SET client_id = $2 WHERE id = $1', draft.id, foreign.id);
    await expect(moved).rejects.toMatchObject({ code: '23503', constraint: 'invoices_client_fkey' });
    const status = sql(`UPDATE invoices SET status = 'Sent' WHERE id = $1`, draft.id);
    await expect(status).rejects.toMatchObject({ code: '23514', constraint: 'invoices_draft' });
  });
});
