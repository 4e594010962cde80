import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { repeatUpgrade } from '@billhook/invoicing/document-chain/chain-upgrade';
import { ChainLinking } from '@billhook/invoicing/document-chain/link-chains';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { eventually } from '@billhook/testing/patience';
import { withCellOf } from '@billhook/testing/test-server';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { verifyChainFile } from '../../src/invoicing/document-chain/document-chain-verify.command.js';
import { adoptRecords, linkChains, verifyChain } from '../support/document-chains.js';
import { signChains } from '../support/document-states.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
const folder = mkdtempSync(join(tmpdir(), 'document-chain-'));
afterAll(() => rmSync(folder, { recursive: true }));

let key: KeyCaller;
let records: Records;
let companyId: number;
beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
  ({ companyId } = key);
});

const sql = <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  withCellOf(api.databaseUrl, companyId, async (client) => (await client.query<T>(text, values)).rows);

/** Acts as the owner of the server: no trigger runs. */
const tamper = (text: string, ...values: unknown[]): Promise<void> =>
  withCellOf(api.databaseUrl, companyId, async (client) => {
    await client.query(`SET session_replication_role = 'replica'`);
    const { rowCount } = await client.query(text, values);
    expect(rowCount).toBeGreaterThan(0);
  });

const link = (): Promise<number> => linkChains(api);

const verify = () => verifyChain(api, companyId);

const adopt = (): Promise<number> => adoptRecords(api, companyId);

const restartUpgrade = () =>
  api.within(companyId, () => repeatUpgrade(api.app.get(UnitOfWork), api.app.get(AppSecrets), api.clock));

interface Issued {
  readonly invoice: number;
  readonly note: number;
  readonly payment: number;
}

/** A paid invoice, a credited one with both PDFs, and a deleted payment. */
async function issue(): Promise<Issued> {
  const invoice = await records.sent();
  const { id: payment } = await records.paid(invoice, '500.00');
  const { id: note } = await records.credit(await records.sent(), { channel: 'Link' });
  const { id: other } = await records.payment(invoice, '1.00');
  expect((await key.call('DELETE', `/v1/payments/${other}?reason=Twice`)).status).toBe(204);
  const draft = await records.draft();
  await key.call('DELETE', `/v1/invoices/${draft.id}`);
  await key.call('GET', `/v1/invoices/${invoice.id}/pdf`);
  await key.call('GET', `/v1/credit-notes/${note}/pdf`);
  return { invoice: invoice.id, note, payment };
}

/** The linked entries, as a reader stores them. */
async function fetched(): Promise<string[]> {
  const rows = await sql<object>(
    `SELECT company_id AS "companyId", sequence, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, resource,
      record_id AS "recordId", version, number, action, encode(digest, 'hex') AS digest, digest_version AS "digestVersion",
      encode(frozen_digest, 'hex') AS "frozenDigest", secret_version AS "secretVersion", encode(hmac, 'hex') AS hmac,
      hash_version AS "hashVersion", encode(hash, 'hex') AS hash
      FROM document_chain WHERE company_id = $1 ORDER BY sequence`,
    companyId,
  );
  return rows.map((row) => JSON.stringify(row));
}

async function verifyFile(lines: readonly string[]) {
  const file = join(folder, 'chain.jsonl');
  writeFileSync(file, lines.join('\n'));
  const said: string[] = [];
  return { code: await verifyChainFile(file, {}, (line) => said.push(line)), said: said.join('\n') };
}

describe('the document chain', () => {
  it('has an entry for each version of an issued invoice, a credit note and a payment, for their PDFs and for deletions', async () => {
    const { invoice, note, payment } = await issue();
    const rows = await sql<{ entry: string }>(
      `SELECT concat_ws(' ', resource, action, version, digest IS NULL) AS entry FROM document_chain
        WHERE company_id = $1 AND record_id IN ($2, $3, $4) ORDER BY resource, id`,
      ...[companyId, invoice, note, payment],
    );
    expect(rows.map(({ entry }) => entry)).toEqual(
      expect.arrayContaining([
        ...['invoice send 2 f', 'invoice compose f', 'invoice render f'],
        ...['credit_note compose f', 'credit_note render f'],
      ]),
    );
    const [deleted] = await sql<object>(
      'SELECT action, version FROM document_chain WHERE company_id = $1 AND digest IS NULL',
      companyId,
    );
    expect(deleted).toMatchObject({ action: 'delete' });
    expect(await verify()).toMatchObject({ entries: 0, waiting: expect.any(Number), error: null });
    const linked = await link();
    expect(linked).toBeGreaterThan(8);
    expect(await verify()).toMatchObject({ entries: linked, waiting: 0, uncovered: 0, error: null });
  });

  it('has no entry of a rolled back change', async () => {
    const { id } = await records.draft();
    await key.call('POST', `/v1/invoices/${id}/send`, { headers: { prefer: 'dry-run' } });
    expect(await sql('SELECT FROM document_chain WHERE company_id = $1', companyId)).toEqual([]);
  });

  it('is one line although several workers link it while others write', async () => {
    const invoices = await Promise.all(Array.from({ length: 6 }, () => records.draft()));
    const writers = invoices.map((invoice) => records.send(invoice));
    await Promise.all([...writers, link(), link(), link()]);
    await Promise.all([link(), link()]);
    await link();
    expect(await verify()).toMatchObject({ entries: 12, waiting: 0, error: null });
  });

  it.each([
    'UPDATE document_chain SET number = number',
    `UPDATE document_chain SET hash = sha256('x')`,
    'DELETE FROM document_chain',
    'TRUNCATE document_chain',
  ])('rejects %s', async (text) => {
    await issue();
    await link();
    await expect(sql(text)).rejects.toThrow('the document chain only grows');
    expect(await verify()).toMatchObject({ error: null });
  });

  it('does not begin for a company that was deleted after the round began', async () => {
    const stale = { query: async <T extends object>(): Promise<T[]> => [{ id: companyId } as unknown as T] };
    const { clock, app } = api;
    const parts = { db: stale, uow: app.get(UnitOfWork), secrets: app.get(AppSecrets), clock };
    expect(await api.within(companyId, () => new ChainLinking(parts).run())).toBe(0);
    expect(await sql('SELECT FROM document_chain_heads WHERE company_id = $1', companyId)).toEqual([]);
  });

  it('adopts what programs of 0.1.0 wrote, until the upgrade is over', async () => {
    const { invoice } = await issue();
    await tamper('DELETE FROM document_chain WHERE company_id = $1', companyId);
    expect((await verify()).error?.kind).toBe('no_entry');
    await tamper('UPDATE document_files SET content = NULL WHERE company_id = $1', companyId);
    expect((await verify()).error).toMatchObject({ kind: 'no_entry' });
    expect(await adopt()).toBe(0);
    await restartUpgrade();
    try {
      expect(await verify()).toMatchObject({ uncovered: 7, error: null });
      expect(await adopt()).toBe(7);
      expect(await adopt()).toBe(0);
      await signChains(api);
      expect(await sql('SELECT FROM checkpoints WHERE company_id = $1', companyId)).toEqual([]);
      await records.act(`/v1/invoices/${invoice}/write-off`, { reason: 'Insolvent' });
    } finally {
      await sql('DELETE FROM document_chain_upgrade');
    }
    await link();
    expect(await verify()).toMatchObject({ entries: 8, uncovered: 0, error: null });
  });

  it('adopts each record once although several workers do it, and continues after a batch and a removed record', async () => {
    const { invoice, payment } = await issue();
    for (let n = 0; n < 55; n++) await records.payment(await records.invoice(invoice), '1.00');
    await link();
    await tamper('DELETE FROM document_chain WHERE company_id = $1', companyId);
    await tamper('DELETE FROM document_chain_heads WHERE company_id = $1', companyId);
    await tamper('UPDATE document_files SET content = NULL WHERE company_id = $1', companyId);
    await restartUpgrade();
    try {
      const added = await withCellOf(api.databaseUrl, companyId, async (other) => {
        await other.query(`SET session_replication_role = 'replica'`);
        await other.query('BEGIN');
        await other.query('DELETE FROM payment_allocations WHERE payment_id = $1', [payment]);
        await other.query('DELETE FROM payments WHERE id = $1', [payment]);
        const adopting = Promise.all([adopt(), adopt(), adopt()]);
        await eventually('a worker waits for the removed payment', async () => {
          const waiting = await sql(`SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%payments%'`);
          return waiting.length > 0 ? true : undefined;
        });
        await other.query('COMMIT');
        return adopting;
      });
      expect(added.reduce((sum, each) => sum + each)).toBe(61);
    } finally {
      await sql('DELETE FROM document_chain_upgrade');
    }
    expect(
      await sql(
        `SELECT FROM document_chain WHERE company_id = $1 GROUP BY resource, record_id, version HAVING count(*) > 1`,
        companyId,
      ),
    ).toEqual([]);
    expect(await link()).toBeGreaterThanOrEqual(61);
    expect(await verify()).toMatchObject({ entries: 61, uncovered: 0 });
  });
});

describe('its verification names', () => {
  let issued: Issued;
  beforeEach(async () => {
    issued = await issue();
    await link();
    expect(await verify()).toMatchObject({ error: null });
  });
  const named = async () => {
    const { error } = await verify();
    return error && [error.kind, error.where];
  };
  const numberOf = async (table: string, id: number) =>
    (await sql<{ number: string }>(`SELECT number FROM ${table} WHERE id = $1`, id))[0]?.number ?? '';

  it.each([
    ['amount', 'payable = payable + 1'],
    ['number', `number = number || '-1'`],
    ['date', `issue_date = issue_date - 1`],
    ['buyer', `client = jsonb_set(client, '{name}', '"Another buyer"')`],
    ['paid amount', 'amount_paid = 0'],
    ['note', `private_notes = 'x'`],
  ])('an issued invoice whose %s was changed in SQL', async (_, change) => {
    const number = await numberOf('invoices', issued.invoice);
    await sql(`UPDATE invoices SET ${change} WHERE id = $1`, issued.invoice);
    const { error } = await verify();
    expect(error).toMatchObject({ kind: 'record', says: expect.stringContaining('it was changed') });
    expect(error?.where).toMatch(new RegExp(`^invoice ${issued.invoice} \\(${number}`));
  });

  it('a line item, a credit note, a payment or an allocation that was changed in SQL', async () => {
    await sql('UPDATE invoice_lines SET unit_price = unit_price + 1 WHERE invoice_id = $1', issued.invoice);
    expect((await named())?.[1]).toMatch(new RegExp(`^invoice ${issued.invoice} `));
    await sql('UPDATE invoice_lines SET unit_price = unit_price - 1 WHERE invoice_id = $1', issued.invoice);
    await sql('UPDATE payments SET amount = 400 WHERE id = $1', issued.payment);
    expect(await named()).toEqual(['record', `payment ${issued.payment}`]);
    await sql('UPDATE payments SET amount = 500 WHERE id = $1', issued.payment);
    await sql('UPDATE payment_allocations SET amount = 499 WHERE payment_id = $1', issued.payment);
    expect(await named()).toEqual(['record', `payment ${issued.payment}`]);
    const number = await numberOf('credit_notes', issued.note);
    await sql(`UPDATE credit_notes SET reason = '{"code": "Discount", "text": null}' WHERE id = $1`, issued.note);
    expect(await named()).toEqual(['record', `credit note ${issued.note} (${number})`]);
  });

  it('a change with a higher version', async () => {
    await sql('UPDATE invoices SET payable = 1, version = version + 1 WHERE id = $1', issued.invoice);
    expect((await verify()).error).toMatchObject({ kind: 'record', says: expect.stringContaining('has no entry') });
  });

  it('a removed or an added record', async () => {
    await tamper('DELETE FROM payments WHERE id = $1', issued.payment);
    expect(await named()).toEqual(['removed', `payment ${issued.payment}`]);
    await tamper('DELETE FROM document_chain WHERE resource = $1 AND record_id = $2', 'payment', issued.payment);
    expect((await named())?.[0]).toBe('gap');
  });

  it('a changed or a removed PDF', async () => {
    const pdf = `PDF of invoice ${issued.invoice}`;
    await sql(
      `UPDATE document_files SET bytes = bytes || '\\x00' WHERE resource = 'invoice' AND record_id = $1`,
      issued.invoice,
    );
    expect(await named()).toEqual(['pdf', pdf]);
    await sql(
      `UPDATE document_files SET digest = encode(sha256(bytes), 'hex') WHERE resource = 'invoice' AND record_id = $1`,
      issued.invoice,
    );
    expect(await named()).toEqual(['pdf', pdf]);
    await sql(`DELETE FROM document_files WHERE resource = 'invoice' AND record_id = $1`, issued.invoice);
    expect(await named()).toEqual(['removed', pdf]);
  });

  it.each([
    ['digest', `digest = sha256('x')`],
    ['number', `number = 'INV-1'`],
    ['version', 'version = 9'],
    ['time', `at = at + interval '1 millisecond'`],
    ['action', `action = 'edit'`],
    ['hash', `hash = sha256('x')`],
  ])('an entry whose %s was changed', async (_, change) => {
    await tamper(`UPDATE document_chain SET ${change} WHERE company_id = $1 AND sequence = 3`, companyId);
    expect(await named()).toEqual(['changed', expect.stringMatching(/^entry 3, /)]);
  });

  it('a removed entry in the middle, and a removed end', async () => {
    const { entries } = await verify();
    await tamper('DELETE FROM document_chain WHERE company_id = $1 AND sequence = $2', companyId, entries);
    expect(await named()).toEqual(['cut_off', `entry ${entries - 1}`]);
    await tamper('DELETE FROM document_chain WHERE company_id = $1 AND sequence = 2', companyId);
    expect(await named()).toEqual(['gap', expect.stringMatching(/^entry 3, /)]);
  });

  it('a changed line, a missing line and a line too many of a file', async () => {
    const lines = await fetched();
    expect(await verifyFile(lines)).toMatchObject({
      code: 0,
      said: expect.stringContaining(`${lines.length} entries`),
    });
    const changed = lines.with(1, (lines[1] ?? '').replace(/"version":\d+/, '"version":77'));
    expect(await verifyFile(changed)).toMatchObject({ code: 1, said: expect.stringContaining('at entry 2, ') });
    expect(await verifyFile(lines.toSpliced(1, 1))).toMatchObject({
      code: 1,
      said: expect.stringContaining('at entry 3, '),
    });
    expect(await verifyFile(lines.toSpliced(1, 0, lines[1] ?? ''))).toMatchObject({ code: 1 });
  });

  it('the same in a file with the newest entry first, as an export has it, of any size', async () => {
    for (let n = 0; n < 5; n++) await records.payment(await records.invoice(issued.invoice), '1.00');
    await link();
    const lines = await fetched();
    // Spaces between the members: the file and each line are longer than the part that is read at a time.
    const padded = lines.map((line, n) => line.replace('{', `{${' '.repeat(n === 2 ? 150_000 : 20_000)}`)).reverse();
    const said = expect.stringContaining(`OK      ${join(folder, 'chain.jsonl')}: ${lines.length} entries`);
    expect(await verifyFile(padded)).toMatchObject({ code: 0, said });
    expect(await verifyFile([...lines.toReversed(), ''])).toMatchObject({ code: 0, said });
    expect(await verifyFile(lines.toSpliced(1, 1).reverse())).toMatchObject({
      code: 1,
      said: expect.stringContaining('at entry 3, '),
    });
  });
});
