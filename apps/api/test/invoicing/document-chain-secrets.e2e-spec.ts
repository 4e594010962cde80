import { createHash } from 'node:crypto';
import { currentCell, inCell } from '@billhook/db/current-cell';
import type { ReadRunner } from '@billhook/db/statement';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { ChainLinking } from '@billhook/invoicing/document-chain/link-chains';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { parseEnv } from '@billhook/platform/load-env';
import type { Logger } from '@billhook/platform/logger';
import { unless } from '@billhook/testing/skipped';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { withCellOf } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { confirmChains, reopenUpgrade } from '../../src/installation/admin/confirm-chains.command.js';
import { runDoctor } from '../../src/installation/admin/doctor/doctor.command.js';
import { sealedWith } from '../../src/installation/admin/sealed-with.command.js';
import { SECRET, TestApi } from '../support/api.js';
import { reportOfDocuments } from '../support/audit-verify.js';
import { adoptRecords, linkChains, verifyChain } from '../support/document-chains.js';
import { signChains } from '../support/document-states.js';
import { Forger } from '../support/forger.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import { World } from '../support/world.js';

const DAY = 86_400_000;

const { api, world } = await startWorld();

/**
 * Acts as a writer of 0.1.0: the waiting entries of a company lose the columns that it does not know, and its PDFs their
 * content.
 */
async function asPreviousRelease(forger: Forger, companyId: number): Promise<void> {
  await forger.sql(
    `WITH contents AS (DELETE FROM document_chain WHERE company_id = $1 AND sequence IS NULL AND action = 'compose'
        RETURNING resource, record_id)
      UPDATE document_files f SET content = NULL FROM contents c WHERE f.resource = c.resource AND f.record_id = c.record_id`,
    companyId,
  );
  await forger.sql(
    `UPDATE document_chain SET digest_version = 1, frozen_digest = NULL, secret_version = NULL, hmac = NULL
      WHERE company_id = $1 AND sequence IS NULL`,
    companyId,
  );
}

const commandLines = (companyId: number, list = false): Promise<readonly string[]> =>
  withCellOf(api.databaseUrl, companyId, async (client) => {
    const options = { companyId, list, secrets: api.app.get(AppSecrets), now: api.clock.now() };
    return (await reportOfDocuments(client, api, options)).lines;
  });

describe('an upgrade', () => {
  /** A company of its cell, which is upgraded alone. */
  let upgraded: number;

  it('accepts entries of 0.1.0 for a day, and lists them', async () => {
    const key = await world.key();
    const { companyId } = key;
    upgraded = companyId;
    const records = new Records(key);
    const previous = new Forger(api.databaseUrl, companyId);
    const verify = () => verifyChain(api, companyId);

    const first = await records.sent();
    await asPreviousRelease(previous, companyId);
    await previous.link(1);
    await previous.sql('INSERT INTO document_chain_upgrade (one) VALUES (true)');
    expect(await verify()).toMatchObject({ entries: 1, error: null, notes: { counts: { old: 1, upgrade: 0 } } });

    // The first round of a worker of this release covers the old entries, even without a new one.
    expect(await linkChains(api)).toBe(0);
    expect(await previous.sql('SELECT old_entries AS old FROM document_chain_heads')).toEqual([{ old: 1 }]);

    // Both releases write and link at the same time.
    await records.act(`/v1/invoices/${first.id}/write-off`, { reason: 'Insolvent' });
    await asPreviousRelease(previous, companyId);
    await records.sent();
    await previous.link(1);
    expect(await verify()).toMatchObject({ entries: 4, error: null, notes: { counts: { old: 1, upgrade: 1 } } });
    await records.act(`/v1/invoices/${first.id}/reopen`);
    const second = await records.sent();
    await asPreviousRelease(previous, companyId);
    const linked = await linkChains(api);
    expect(linked).toBeGreaterThan(0);
    const { entries, error, notes } = await verify();
    expect({ entries, error }).toEqual({ entries: 4 + linked, error: null });
    expect(notes.counts).toMatchObject({ old: 1, upgrade: 1 + linked });
    expect(notes.listed.at(-1)).toMatchObject({
      kind: 'upgrade',
      where: `invoice ${second.id} (${second.number}), send`,
    });

    // Only records without any entry are adopted.
    const third = await records.sent();
    await previous.sql('DELETE FROM document_chain WHERE sequence IS NULL');
    await previous.sql('UPDATE document_files SET content = NULL WHERE record_id = $1', third.id);
    expect(await verify()).toMatchObject({ uncovered: 1, error: null });
    expect(await adoptRecords(api, companyId)).toBe(1);
    await linkChains(api);
    expect((await verify()).notes.counts).toMatchObject({ adopted: 1 });
    await previous.sql('UPDATE invoices SET version = version + 1 WHERE id = $1', third.id);
    expect(await adoptRecords(api, companyId)).toBe(0);
    expect((await verify()).error).toMatchObject({ kind: 'record', says: expect.stringContaining('has no entry') });
    await previous.sql('UPDATE invoices SET version = version - 1 WHERE id = $1', third.id);
    await signChains(api);
    expect(await previous.sql('SELECT FROM checkpoints')).toEqual([]);

    // A day later, nothing without an HMAC is linked or adopted.
    api.clock.advance(DAY + 1000);
    expect(await verify()).toMatchObject({ error: null });
    await signChains(api);
    expect(await previous.sql('SELECT FROM checkpoints')).toHaveLength(1);
    const late = await records.sent();
    await asPreviousRelease(previous, companyId);
    expect(await linkChains(api)).toBe(0);
    const unlinked = `an entry that is not linked, invoice ${late.id} (${late.number})`;
    expect((await verify()).error).toMatchObject({ kind: 'hmac', where: unlinked });
    const ends = `UPDATE document_chain_upgrade SET ends_at = ends_at + interval '30 days'`;
    await previous.sql(ends);
    expect(await linkChains(api)).toBe(0);
    expect((await verify()).error).toMatchObject({ kind: 'hmac', where: unlinked });
    expect(await commandLines(companyId)).toContainEqual(
      expect.stringMatching(/^BROKEN {2}the time of the upgrade, .*: it does not match its HMAC$/),
    );

    // The operator keeps 0.1.0 for longer, and confirms it.
    expect(await reopenUpgrade.run(api.app, [])).toContain('Entries without an HMAC are linked until');
    expect(await linkChains(api)).toBe(1);
    expect(await verify()).toMatchObject({ error: null });
    const lines = await commandLines(companyId);
    expect(lines[0]).toMatch(/^OK .*: \d+ entries, 1 from before the upgrade, \d+ of the upgrade, 1 adopted/);
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}entry of the upgrade, without an HMAC: \d+ of 2.*, invoice/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}adopted entry: \d+ of .*, invoice \d+ \(.*\), adopt$/));
    expect(lines).toContainEqual(expect.stringMatching(/^OK {6}the time of the upgrade, /));
    api.clock.advance(DAY + 1000);
    expect(await verify()).toMatchObject({ error: null });
  });

  it('starts again only for chains without any trace of this release, and says when it started', async () => {
    const forger = new Forger(api.databaseUrl, upgraded);
    await forger.sql('DELETE FROM document_chain_upgrade');
    await forger.sql('INSERT INTO document_chain_upgrade (one) VALUES (true)');
    await linkChains(api);
    expect(await forger.sql('SELECT FROM document_chain_upgrade WHERE hmac IS NOT NULL')).toEqual([]);
    await forger.sql('UPDATE document_chain_heads SET hmac = NULL');
    await linkChains(api);
    expect(await forger.sql('SELECT FROM document_chain_upgrade WHERE hmac IS NOT NULL')).toEqual([]);
    // As after a restore of a backup from before the upgrade.
    await forger.sql('DELETE FROM document_chain_heads; DELETE FROM document_chain; DELETE FROM checkpoints');
    await forger.sql('UPDATE document_files SET content = NULL');
    const now = api.clock.now().toISOString();
    await linkChains(api);
    expect(await commandLines(upgraded)).toContainEqual(
      expect.stringContaining(`OK      the time of the upgrade, ${now} to `),
    );
    expect(await adoptRecords(api, upgraded)).toBeGreaterThan(0);
    await linkChains(api);
    api.clock.advance(DAY + 1000);
  });
});

describe('another application secret', () => {
  it('confirms the chains before the old one is removed', async () => {
    const next = 'the secret that was put in front of the old one';
    const [key, idle] = [await world.key(), await world.key()];
    const records = new Records(key);
    await new Records(idle).sent();
    const invoice = await records.sent();
    await linkChains(api);
    const [old = ''] = api.app.get(AppSecrets).versions;
    const both = await TestApi.beside(api, { APP_SECRETS: `${next},${SECRET}` });
    try {
      const secrets = both.app.get(AppSecrets);
      const only = new AppSecrets([next]);
      const verify = (companyId: number, given: AppSecrets) => verifyChain(api, companyId, { secrets: given });

      // Both secrets are live: some processes write with the old one, others with the new one.
      await records.act(`/v1/invoices/${invoice.id}/write-off`, { reason: 'Insolvent' });
      await new Records(new World(both).bearer(key.secret)).sent();
      expect(await linkChains(api, secrets)).toBe(3);
      expect(await verify(key.companyId, secrets)).toMatchObject({ error: null, notes: { counts: { unverified: 0 } } });

      // Without the old secret, the head of the idle chain cannot be verified.
      expect(await verify(key.companyId, only)).toMatchObject({ error: null, notes: { counts: { unverified: 3 } } });
      expect((await verify(idle.companyId, only)).error).toMatchObject({
        kind: 'head',
        says: 'its head names an application secret that is not configured',
      });
      expect(await sealedWith.run(both.app, [])).toContain(
        'heads of document chains: 2 (admin confirm-chains confirms them again)',
      );

      const { env } = parseEnv({ DATABASE_URL: api.databaseUrl, APP_SECRETS: next, PUBLIC_URL: api.url });
      if (!env) throw new Error('the settings are wrong');
      expect(JSON.parse((await runDoctor(env, ['--json'])).output)).toMatchObject({
        findings: expect.arrayContaining([
          expect.objectContaining({
            ...{ check: 'document chains', level: 'problem' },
            text: `APP_SECRETS lacks the secret ${old} of 2 heads of document chains.`,
          }),
        ]),
      });

      // A forged chain is not confirmed, and the others are.
      const forger = new Forger(api.databaseUrl, idle.companyId);
      await forger.sql('UPDATE invoices SET payable = payable + 1 WHERE company_id = $1', idle.companyId);
      await expect(confirmChains.run(both.app, [])).rejects.toThrow(`Not confirmed: company ${idle.companyId} (`);
      expect((await verify(idle.companyId, only)).error).toMatchObject({ kind: 'head' });
      await forger.sql('UPDATE invoices SET payable = payable - 1 WHERE company_id = $1', idle.companyId);
      const said = await confirmChains.run(both.app, []);
      expect(said).toMatch(new RegExp(`^The first secret \\(${only.versions[0]}\\) confirms \\d+ chains?\\.\n$`));
      expect(await sealedWith.run(both.app, [])).not.toContain('confirm-chains');
      expect(await verify(idle.companyId, only)).toMatchObject({ error: null, notes: { counts: { unverified: 2 } } });

      // The old secret is removed: entries that name it are no longer linked.
      const former = new Forger(api.databaseUrl, idle.companyId, new AppSecrets([SECRET]));
      await former.add({
        resource: 'invoice',
        recordId: invoice.id,
        action: 'update',
        version: 9,
        digest: 'ab'.repeat(32),
      });
      expect(await linkChains(api, only)).toBe(0);
      const { error } = await verify(idle.companyId, only);
      expect(error).toMatchObject({ kind: 'hmac', says: expect.stringContaining(`is not configured (${old})`) });
      await former.link();
      expect((await verify(idle.companyId, only)).error).toMatchObject({ kind: 'hmac' });
    } finally {
      await both.stop();
    }
  });
});

describe('another content of a PDF that is not rendered', () => {
  it('is named by audit-verify, and no PDF is rendered from it', async () => {
    const key = await world.key();
    const { companyId } = key;
    const forger = new Forger(api.databaseUrl, companyId);
    const verify = () => verifyChain(api, companyId);
    const { id } = await new Records(key).sent();
    await linkChains(api);
    const file = `resource = 'invoice' AND record_id = $1`;
    const where = `PDF of invoice ${id}`;
    const errors = async () => {
      const { status } = await key.call('GET', `/v1/invoices/${id}/pdf`);
      return [status, (await verify()).error?.says];
    };
    await forger.sql(`UPDATE document_files SET content = replace(content, '"EUR"', '"USD"') WHERE ${file}`, id);
    expect(await errors()).toEqual([500, 'its content was changed']);
    expect((await verify()).error).toMatchObject({ kind: 'pdf', where });
    await forger.sql(`UPDATE document_files SET content = NULL WHERE ${file}`, id);
    expect(await errors()).toEqual([500, 'its content was removed']);
    await forger.sql(`UPDATE document_files SET content = '{}' WHERE ${file}`, id);
    const digest = createHash('sha256').update('{}').digest('hex');
    await forger.sql(`DELETE FROM document_chain WHERE version IS NULL AND ${file}`, id);
    await forger.add({ resource: 'invoice', recordId: id, action: 'compose', digest });
    expect(await errors()).toEqual([500, expect.any(String)]);
  });
});

const onlyWithOneCell = unless(HAS_TWO_CELLS ? 'it runs in a cell that has nothing' : undefined, it);

onlyWithOneCell(
  'refused entries are logged once for each cell, and a missing secret is looked for in each',
  async () => {
    await new Records(await world.key()).sent();
    const logged: unknown[] = [];
    const looked: (number | undefined)[] = [];
    const db: ReadRunner = {
      query: async (statement) => {
        if (statement.name === 'chain_keyed') looked.push(currentCell());
        return currentCell() === 1 ? api.database.query(statement) : [];
      },
    };
    const linking = new ChainLinking({
      ...{ db, uow: api.app.get(UnitOfWork), clock: api.clock },
      secrets: new AppSecrets(['a secret with which nothing was written']),
      logger: { error: (...said: unknown[]) => void logged.push(said.at(-1)) } as unknown as Logger,
    });
    for (const cell of [1, 2, 1]) await inCell(cell, () => linking.run());
    expect(looked).toEqual([1, 2]);
    expect(logged.filter((line) => String(line).startsWith('entries of document chains are not linked'))).toHaveLength(
      1,
    );
  },
);
