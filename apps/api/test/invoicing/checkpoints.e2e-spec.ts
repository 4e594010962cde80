import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainEntryView } from '@billhook/contract/invoicing/chain-entry';
import type { CheckpointView } from '@billhook/contract/invoicing/checkpoint';
import type { ListOf } from '@billhook/contract/shared/page';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { systemActor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { checkpointKeys, signCheckpoint } from '@billhook/invoicing/document-chain/checkpoint-signature.rules';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { reportOfDocuments, reportOfLogs } from '../support/audit-verify.js';
import { linkChains, verifyChain, type VerifyOptions } from '../support/document-chains.js';
import { signChains } from '../support/document-states.js';
import { Records } from '../support/records.js';
import { expectLastEvent } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const DAY = 86_400_000;

const { api, world } = await startWorld();

let key: KeyCaller;
let records: Records;
beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
});

const list = async () => (await key.call<ListOf<CheckpointView>>('GET', '/v1/checkpoints')).body.data;
const entries = async () => (await key.call<ListOf<ChainEntryView>>('GET', '/v1/chain-entries?limit=100')).body.data;

const without = (permission: string) =>
  world.key({
    scopes: MEMBER_PERMISSIONS.filter(
      (each) => ['event.read', 'invoice.read', 'client.read'].includes(each) && each !== permission,
    ),
  });

/** Acts as the owner of the server: no trigger runs. */
const tamper = (text: string): Promise<void> =>
  withClient(api.databaseUrl, async (client) => {
    await client.query(`SET session_replication_role = 'replica'`);
    await client.query(text, [key.companyId]);
  });

const sql = <T extends object>(text: string): Promise<T[]> =>
  withClient(api.databaseUrl, async (client) => (await client.query<T>(text, [key.companyId])).rows);

const verify = (options: VerifyOptions = {}) => verifyChain(api, key.companyId, options);

describe('the checkpoints of a company', () => {
  it('401 without a key', async () => {
    expect((await api.call('GET', '/v1/checkpoints')).status).toBe(401);
    expect((await api.call('GET', '/v1/chain-entries')).status).toBe(401);
  });

  it('403 without the permission for events, or for invoices', async () => {
    const first = await (await without('event.read')).call('GET', '/v1/checkpoints');
    expect(first).toMatchObject({ status: 403, body: { missing: ['event.read'] } });
    const second = await (await without('invoice.read')).call('GET', '/v1/chain-entries');
    expect(second).toMatchObject({ status: 403, body: { missing: ['invoice.read'] } });
  });

  it('404 for an unknown one, and for that of another company', async () => {
    await records.sent();
    await signChains(api);
    const [checkpoint] = await list();
    const other = await world.key();
    for (const id of [checkpoint?.id, 999_999])
      expect(await other.call('GET', `/v1/checkpoints/${id}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
  });

  it('404 or 405 for every operation that would change a chain', async () => {
    await records.sent();
    await signChains(api);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/v1/chain-entries', '/v1/checkpoints', '/v1/checkpoints/1'])
        expect([404, 405]).toContain((await key.call(method, path, { body: {} })).status);
    // The record, and what its PDF shows.
    expect(await verify()).toMatchObject({ entries: 2, error: null });
  });

  it('are signed once a day, if the chain has new entries', async () => {
    const invoice = await records.sent();
    await signChains(api);
    await records.paid(invoice, '10.00');
    await signChains(api);
    expect(await list()).toMatchObject([{ companyId: key.companyId, sequence: 2, version: 1 }]);
    api.clock.advance(DAY);
    await signChains(api);
    api.clock.advance(DAY);
    await signChains(api);
    const [second, first] = await list();
    expect([first?.sequence, second?.sequence]).toEqual([2, 4]);
    expect((await entries()).find(({ sequence }) => sequence === 4)?.hash).toBe(second?.hash);
    expect(second?.publicKey).toBe(checkpointKeys(api.app.get(AppSecrets))[0]);
    expect((await key.call('GET', `/v1/checkpoints/${second?.id}`)).body).toEqual(second);
    expect(await verify({ trusted: checkpointKeys(api.app.get(AppSecrets)) })).toMatchObject({
      checkpoints: 2,
      error: null,
    });
  });

  it('are emitted as events, each once although several workers sign: the same bytes as in the GET response', async () => {
    await records.sent();
    await Promise.all([signChains(api), signChains(api), signChains(api)]);
    await signChains(api);
    const [checkpoint] = await list();
    const emitted = (await api.events()).filter(
      ({ type, companyId }) => type === 'checkpoint.signed' && companyId === key.companyId,
    );
    expect(emitted.map(({ data }) => data)).toEqual([checkpoint]);
    await expectLastEvent(api, key, 'checkpoint', checkpoint?.id ?? 0, 'checkpoint.signed');
  });
});

describe('a checkpoint that is stored elsewhere', () => {
  let stored: CheckpointView;
  beforeEach(async () => {
    await records.sent();
    await records.sent();
    await signChains(api);
    const [checkpoint] = await list();
    if (!checkpoint) throw new Error('nothing was signed');
    stored = checkpoint;
    expect(await verify({ checkpoints: [stored] })).toMatchObject({ error: null });
  });

  it('reveals that the end of the chain was cut off, with its heads', async () => {
    const [before] = await sql<{ row: object }>(
      'SELECT to_jsonb(h) AS row FROM document_chain_heads h WHERE company_id = $1',
    );
    const { id } = await records.sent();
    await linkChains(api);
    await signChains(api);
    api.clock.advance(DAY);
    await signChains(api);
    const [later] = await list();
    await tamper('DELETE FROM document_chain WHERE company_id = $1 AND sequence > 4');
    await tamper('DELETE FROM checkpoints WHERE company_id = $1 AND sequence > 4');
    await tamper(`UPDATE document_chain_heads h SET sequence = 4, hash = e.hash FROM document_chain e
      WHERE h.company_id = $1 AND e.company_id = $1 AND e.sequence = 4`);
    await tamper(`DELETE FROM document_files WHERE record_id = ${id} AND company_id = $1`);
    await tamper(`DELETE FROM invoice_lines WHERE invoice_id = ${id} AND $1::bigint > 0`);
    await tamper(`DELETE FROM invoices WHERE id = ${id} AND company_id = $1`);
    expect((await verify()).error).toMatchObject({ kind: 'head' });
    // A person who read the head earlier restores it, with the number of the last document.
    await tamper('DELETE FROM document_chain_heads WHERE company_id = $1');
    await withClient(api.databaseUrl, (client) =>
      client.query(
        'INSERT INTO document_chain_heads SELECT * FROM jsonb_populate_record(NULL::document_chain_heads, $1)',
        [before?.row],
      ),
    );
    expect((await verify()).error).toMatchObject({ kind: 'numbers' });
    await tamper(`DELETE FROM number_series_numbers WHERE (series_id, value) = (SELECT series_id, max(value)
      FROM number_series_numbers JOIN number_series s ON s.id = series_id WHERE company_id = $1 AND kind = 'Invoice' GROUP BY series_id)`);
    await tamper(`UPDATE number_series_periods SET next = next - 1
      WHERE series_id = (SELECT id FROM number_series WHERE company_id = $1 AND kind = 'Invoice')`);
    expect(await verify()).toMatchObject({ error: null });
    if (!later) throw new Error('nothing was signed');
    expect((await verify({ checkpoints: [later] })).error).toMatchObject({ kind: 'cut_off', where: 'entry 4' });
  });

  it('reveals that the chain was written again', async () => {
    const forged = { ...stored, hash: 'ab'.repeat(32) };
    const signed = { ...forged, ...signCheckpoint(api.app.get(AppSecrets), forged) };
    expect((await verify({ checkpoints: [signed] })).error).toMatchObject({
      kind: 'checkpoint',
      where: expect.stringMatching(/^entry 4, invoice /),
    });
  });

  it('is not accepted with another text or another key', async () => {
    expect((await verify({ checkpoints: [{ ...stored, sequence: 1 }] })).error).toMatchObject({ kind: 'checkpoint' });
    const other = new AppSecrets(['another secret of at least thirty-two characters']);
    const signed = { ...stored, ...signCheckpoint(other, stored) };
    expect((await verify({ checkpoints: [signed] })).error).toBeNull();
    const trusted = checkpointKeys(api.app.get(AppSecrets));
    expect((await verify({ checkpoints: [signed], trusted })).error).toMatchObject({
      kind: 'checkpoint',
      says: expect.stringContaining('another key'),
    });
  });
});

describe('the command', () => {
  let stored: CheckpointView;
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'checkpoint.json');
  beforeEach(async () => {
    await records.sent();
    await signChains(api);
    const [checkpoint] = await list();
    if (!checkpoint) throw new Error('nothing was signed');
    stored = checkpoint;
    writeFileSync(file, JSON.stringify(stored));
  });
  const verifyOf = (companyId: number) =>
    withClient(api.databaseUrl, (client) =>
      reportOfDocuments(client, api, {
        ...{ companyId, checkpointFiles: [file], secrets: api.app.get(AppSecrets), now: api.clock.now() },
      }),
    );
  const deletion = (status: string) =>
    tamper(
      `INSERT INTO company_deletions (company_id, status, requested_at, deletes_at, deleted_rows)
        VALUES ($1, '${status}', now(), now(), 0) ON CONFLICT (company_id) DO UPDATE SET status = excluded.status`,
    );

  it('0 with a checkpoint of the company that it verifies', async () => {
    expect(await verifyOf(key.companyId)).toEqual({ code: 0, lines: [expect.stringMatching(/^OK {6}documents of /)] });
  });

  it('1 with a checkpoint of another company than the selected one', async () => {
    const { companyId: other } = await world.key();
    expect(await verifyOf(other)).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(/^OK {6}/),
        `MISSING company ${key.companyId} of checkpoint 2 of ${stored.signedAt}: --company selects another one`,
      ],
    });
  });

  it('0 while the company is being deleted, without verifying what is left', async () => {
    await deletion('Running');
    await tamper('DELETE FROM document_chain WHERE company_id = $1');
    const name = expect.stringMatching(
      new RegExp(`^DELETING documents of company ${key.companyId} \\(.*: not verified$`),
    );
    expect(await verifyOf(key.companyId)).toEqual({ code: 0, lines: [name] });
    await deletion('Requested');
    expect(await verifyOf(key.companyId)).toMatchObject({ code: 1, lines: [expect.stringMatching(/^BROKEN/)] });
    await deletion('Completed');
    expect(await verifyOf(key.companyId)).toMatchObject({ code: 1, lines: [expect.stringMatching(/^BROKEN/)] });
  });

  it('0 for its audit log while the company is being deleted', async () => {
    const verifyLog = () =>
      withClient(api.databaseUrl, (client) => reportOfLogs(client, ['--company', String(key.companyId)]));
    const { app } = api;
    await app
      .get(UnitOfWork)
      .run((tx) => app.get(AuditLog).record(tx, systemActor(key.companyId), 'company.updated', 'spec', {}));
    await deletion('Running');
    await tamper('DELETE FROM audit_log WHERE company_id = $1');
    const name = expect.stringMatching(new RegExp(`^DELETING company ${key.companyId} \\(.*: not verified$`));
    expect(await verifyLog()).toEqual({ code: 0, lines: [name] });
    await deletion('Requested');
    expect(await verifyLog()).toMatchObject({ code: 1, lines: [expect.stringMatching(/^BROKEN .*cut off/)] });
  });

  it('1 with a checkpoint of a company that is missing, and 0 if its deletion is running or complete', async () => {
    const whose = `company ${key.companyId} of checkpoint 2 of ${stored.signedAt}`;
    await tamper('DELETE FROM companies WHERE id = $1');
    expect(await verifyOf(key.companyId)).toEqual({ code: 1, lines: [`MISSING ${whose}: there is no such company`] });
    await deletion('Running');
    expect(await verifyOf(key.companyId)).toEqual({ code: 0, lines: [`DELETING ${whose}: not verified`] });
    await deletion('Completed');
    expect(await verifyOf(key.companyId)).toEqual({ code: 0, lines: [`DELETED ${whose}: its deletion is complete`] });
  });
});
