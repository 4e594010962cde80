import { createHash } from 'node:crypto';
import type { CheckpointView } from '@billhook/contract/invoicing/checkpoint';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ListOf } from '@billhook/contract/shared/page';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { adoptRecords, linkChains, verifyChain } from '../support/document-chains.js';
import { signChains } from '../support/document-states.js';
import { Forger } from '../support/forger.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const DAY = 86_400_000;

const { api, world } = await startWorld();

let key: KeyCaller;
let records: Records;
let companyId: number;
let invoice: InvoiceView;
let forger: Forger;
/** Knows the application secrets as well. */
let operator: Forger;
beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
  ({ companyId } = key);
  invoice = await records.sent();
  await key.call('GET', `/v1/invoices/${invoice.id}/pdf`);
  await linkChains(api);
  forger = new Forger(api.databaseUrl, companyId);
  operator = new Forger(api.databaseUrl, companyId, api.app.get(AppSecrets));
  expect(await verify()).toMatchObject({ entries: 3, error: null });
});

const verify = () => verifyChain(api, companyId);
/** As an auditor without the application secrets. */
const verifyWithout = () => verifyChain(api, companyId, { secrets: 'none' });

/** Divides the amounts of the invoice by ten, with another version and its digests. @returns the entry that fits it */
async function shrink() {
  await forger.sql(
    `UPDATE invoices SET version = version + 1, payable = 108,
      totals = totals || '{"lineNet": "90.00", "net": "90.00", "tax": "18.00", "gross": "108.00", "due": "108.00"}',
      tax_breakdown = '[{"category": "S", "rate": "20", "taxable": "90.00", "tax": "18.00", "exemptionReason": null}]' WHERE id = $1`,
    invoice.id,
  );
  const changed = await records.invoice(invoice.id);
  const { version, number } = changed;
  expect(changed.totals.due).toBe('108.00');
  return {
    ...{ resource: 'invoice', recordId: invoice.id, action: 'update', version, number },
    ...forger.digests('invoice', changed),
  };
}

const other = Buffer.from('%PDF-another');
const otherDigest = createHash('sha256').update(other).digest('hex');

/** Another PDF in the place of the stored one. @returns the entry that fits it */
async function replacePdf() {
  await forger.sql(
    `UPDATE document_files SET bytes = $2, digest = $3 WHERE resource = 'invoice' AND record_id = $1`,
    ...[invoice.id, other, otherDigest],
  );
  return { resource: 'invoice', recordId: invoice.id, action: 'render', digest: otherDigest };
}

/** Deletes the invoice with its lines and its PDF. @returns the entry of a deletion */
async function remove() {
  await forger.sql(`DELETE FROM document_files WHERE resource = 'invoice' AND record_id = $1`, invoice.id);
  await forger.sql('DELETE FROM invoice_lines WHERE invoice_id = $1', invoice.id);
  await forger.sql('DELETE FROM invoices WHERE id = $1', invoice.id);
  return { resource: 'invoice', recordId: invoice.id, action: 'delete', version: invoice.version + 1 };
}

describe('with SQL alone, audit-verify names', () => {
  it('an appended version and its PDF', async () => {
    await forger.add(await shrink());
    await forger.add(await replacePdf());
    expect(await linkChains(api)).toBe(0);
    const { waiting, error } = await verify();
    expect(waiting).toBe(2);
    expect(error).toEqual({
      kind: 'hmac',
      where: `an entry that is not linked, invoice ${invoice.id} (${invoice.number})`,
      says: 'it has no HMAC: Billhook did not write it',
    });
  });

  it('a removed invoice, with entries of its deletion', async () => {
    const deletion = await remove();
    for (const version of [deletion.version, null]) await forger.add({ ...deletion, version });
    await linkChains(api);
    expect((await verify()).error).toMatchObject({ kind: 'hmac' });
  });

  it('a version for which the time of adoption was opened again', async () => {
    await forger.sql(`INSERT INTO document_chain_adoption VALUES (now() + interval '1 day')`);
    await forger.sql(
      `INSERT INTO document_chain_upgrade (started_at, ends_at, secret_version, hmac)
        SELECT now(), now() + interval '1 day', secret_version, hmac FROM document_chain_heads WHERE company_id = $1`,
      companyId,
    );
    try {
      await forger.sql('UPDATE invoices SET payable = 1, version = version + 1 WHERE id = $1', invoice.id);
      await forger.sql(`DELETE FROM document_chain WHERE company_id = $1 AND version IS NOT NULL`, companyId);
      expect(await adoptRecords(api, companyId, '')).toBe(0);
      expect((await verify()).error).not.toBeNull();
    } finally {
      await forger.sql('DELETE FROM document_chain_adoption');
      await forger.sql('DELETE FROM document_chain_upgrade');
    }
  });

  it('the time of an upgrade that was asked for again', async () => {
    await forger.sql('INSERT INTO document_chain_upgrade (one) VALUES (true)');
    try {
      await forger.add(await shrink());
      expect(await linkChains(api)).toBe(0);
      expect((await verify()).error).toMatchObject({ kind: 'hmac' });
    } finally {
      await forger.sql('DELETE FROM document_chain_upgrade');
    }
  });

  it('a backdated entry', async () => {
    await forger.add({ ...(await shrink()), at: '2020-01-01T00:00:01.000Z' });
    await forger.link();
    const { error, notes } = await verify();
    expect(error).toMatchObject({ kind: 'hmac', where: expect.stringMatching(/^entry 4, /) });
    expect(notes.listed).toContainEqual({
      ...{ kind: 'back', sequence: 4, at: '2020-01-01T00:00:01.000Z' },
      where: `invoice ${invoice.id} (${invoice.number}), update`,
    });
  });

  it('an entry that pretends to be from before the upgrade, also with a head that does', async () => {
    await forger.add({ ...(await shrink()), at: '2020-01-01T00:00:00.000Z' });
    await forger.link(1);
    expect((await verify()).error).toMatchObject({ kind: 'hmac', where: expect.stringMatching(/^entry 4, /) });
    await forger.sql('UPDATE document_chain_heads SET old_entries = 4 WHERE company_id = $1', companyId);
    expect((await verify()).error).toMatchObject({ kind: 'head', says: expect.stringContaining('does not match') });
    await forger.sql('UPDATE document_chain_heads SET confirmed_sequence = 4 WHERE company_id = $1', companyId);
    expect((await verify()).error).toMatchObject({ kind: 'head' });
    await forger.sql(
      `UPDATE document_chain_heads SET confirmed_sequence = NULL, confirmed_at = NULL, old_entries = NULL, hmac = NULL
        WHERE company_id = $1`,
      companyId,
    );
    expect((await verify()).error).toMatchObject({ kind: 'head', says: 'its head has no HMAC' });
    await records.sent();
    expect(await linkChains(api)).toBe(0);
  });

  it('a copy of an entry that Billhook wrote', async () => {
    await records.act(`/v1/invoices/${invoice.id}/write-off`, { reason: 'Insolvent' });
    await linkChains(api);
    await forger.sql(
      `INSERT INTO document_chain (company_id, resource, record_id, version, number, action, at, digest, digest_version,
          frozen_digest, secret_version, hmac)
        SELECT company_id, resource, record_id, version, number, action, at, digest, digest_version, frozen_digest,
          secret_version, hmac FROM document_chain WHERE company_id = $1 AND version = 2`,
      companyId,
    );
    expect(await linkChains(api)).toBe(1);
    expect((await verify()).error).toMatchObject({ kind: 'entry', says: expect.stringContaining('follows that of') });
  });

  it('entries with the name of a secret that is not configured', async () => {
    const away = new AppSecrets(['a secret that was removed long ago, of thirty-two']);
    await new Forger(api.databaseUrl, companyId, away).add(await shrink());
    expect(await linkChains(api)).toBe(0);
    expect((await verify()).error).toMatchObject({ says: expect.stringContaining(`(${away.versions[0]})`) });
  });

  it('a rewritten chain, of which no worker signs a checkpoint', async () => {
    await forger.sql('DELETE FROM document_chain WHERE company_id = $1 AND sequence = 1', companyId);
    await forger.sql('UPDATE document_chain SET sequence = NULL, hash = NULL WHERE company_id = $1', companyId);
    await forger.sql('UPDATE document_chain_heads SET sequence = 0, hash = NULL WHERE company_id = $1', companyId);
    await forger.link();
    expect((await verify()).error).toMatchObject({ kind: 'head' });
    api.clock.advance(DAY);
    await signChains(api);
    expect(await forger.sql('SELECT FROM checkpoints WHERE company_id = $1', companyId)).toEqual([]);
  });

  it('a row that is no longer a record', async () => {
    await forger.sql(`UPDATE invoices SET totals = totals || '{"due": "x"}' WHERE id = $1`, invoice.id);
    expect((await verify()).error).toMatchObject({ kind: 'record', says: expect.stringContaining('it was changed') });
  });
});

describe('with SQL alone and its own links, a verifier without the application secrets names', () => {
  it('an appended version', async () => {
    await forger.add({ ...(await shrink()) });
    await forger.link();
    expect((await verifyWithout()).error).toMatchObject({
      kind: 'entry',
      says: `version ${invoice.version + 1} changed what cannot change after issue`,
    });
  });

  it('a second PDF', async () => {
    await forger.add(await replacePdf());
    await forger.link();
    expect((await verifyWithout()).error).toMatchObject({
      kind: 'pdf',
      where: `PDF of invoice ${invoice.id}`,
      says: 'it has a second entry: a PDF is stored once',
    });
  });

  it('a removed invoice', async () => {
    await forger.add(await remove());
    await forger.link();
    expect((await verifyWithout()).error).toMatchObject({
      kind: 'entry',
      says: expect.stringContaining('never deleted'),
    });
  });

  it('a removed payment', async () => {
    const payment = await records.paid(invoice);
    await linkChains(api);
    await forger.sql('DELETE FROM payments WHERE id = $1', payment.id);
    await forger.add({ resource: 'payment', recordId: payment.id, action: 'delete', version: payment.version + 1 });
    await forger.link();
    expect((await verifyWithout()).error).toMatchObject({ kind: 'entry', where: `payment ${payment.id}` });
  });

  it('a backdated entry, and a version without a frozen digest', async () => {
    await forger.add({ ...(await shrink()), frozenDigest: null, at: '2020-01-01T00:00:01.000Z' });
    await forger.link();
    const { notes, error } = await verifyWithout();
    expect(notes.listed.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['back', 4],
      ['upgrade', 4],
    ]);
    expect(error).toMatchObject({ kind: 'record', says: 'what cannot change after issue differs from its entries' });
  });
});

describe('with SQL and the application secrets, audit-verify names', () => {
  it('an appended version, a second PDF and a removed invoice', async () => {
    const version = await shrink();
    await operator.add(version);
    expect(await linkChains(api)).toBe(1);
    expect((await verify()).error).toMatchObject({
      kind: 'entry',
      says: expect.stringContaining('cannot change after'),
    });
    await operator.sql('DELETE FROM document_chain WHERE company_id = $1 AND sequence = 4', companyId);
    await operator.sql('DELETE FROM document_chain_heads WHERE company_id = $1', companyId);
    await operator.sql(
      'UPDATE document_chain SET sequence = NULL, hash = NULL, hash_version = NULL WHERE company_id = $1',
      companyId,
    );
    await operator.add(await remove());
    await linkChains(api);
    expect((await verify()).error).toMatchObject({ kind: 'entry', says: expect.stringContaining('never deleted') });
  });
});

describe('only a checkpoint that is stored elsewhere reveals', () => {
  /** Signs the head of the chain. @returns the checkpoint */
  async function stored(): Promise<CheckpointView> {
    await signChains(api);
    const { body } = await key.call<ListOf<CheckpointView>>('GET', '/v1/checkpoints');
    const [checkpoint] = body.data;
    if (!checkpoint) throw new Error('nothing was signed');
    await forger.sql('DELETE FROM checkpoints WHERE company_id = $1', companyId);
    return checkpoint;
  }

  it('with SQL alone, a payment that was left out when workers linked the chain again', async () => {
    const payment = await records.payment(invoice, '5.00');
    const checkpoint = await stored();
    expect(checkpoint.sequence).toBe(4);
    await forger.sql('DELETE FROM payments WHERE id = $1', payment.id);
    await forger.sql(`DELETE FROM document_chain WHERE company_id = $1 AND resource = 'payment'`, companyId);
    await forger.sql('DELETE FROM document_chain_heads WHERE company_id = $1', companyId);
    await forger.sql(
      'UPDATE document_chain SET sequence = NULL, hash = NULL, hash_version = NULL WHERE company_id = $1',
      companyId,
    );
    await linkChains(api);
    expect(await verify()).toMatchObject({ entries: 3, error: null });
    const { error } = await verifyChain(api, companyId, { checkpoints: [checkpoint] });
    expect(error).toMatchObject({ kind: 'cut_off', where: 'entry 3' });
  });

  it('with the application secrets as well, a chain that was written again', async () => {
    const checkpoint = await stored();
    for (const table of ['document_chain', 'document_chain_heads'])
      await operator.sql(`DELETE FROM ${table} WHERE company_id = $1`, companyId);
    await operator.add({ ...(await shrink()), action: 'send' });
    await operator.sql(`UPDATE document_files SET content = '%PDF-another' WHERE company_id = $1`, companyId);
    await operator.add({ resource: 'invoice', recordId: invoice.id, action: 'compose', digest: otherDigest });
    await operator.add(await replacePdf());
    await linkChains(api);
    expect(await verify()).toMatchObject({ entries: 3, error: null });
    const { error } = await verifyChain(api, companyId, { checkpoints: [checkpoint] });
    expect(error).toMatchObject({ kind: 'checkpoint', says: expect.stringContaining('rewritten') });
  });
});

describe('nothing reveals', () => {
  it('with SQL and the application secrets, another version that changes what may change after issue', async () => {
    await operator.sql(`UPDATE invoices SET private_notes = 'x', version = version + 1 WHERE id = $1`, invoice.id);
    const changed = await records.invoice(invoice.id);
    const { version, number } = changed;
    const entry = { resource: 'invoice', recordId: invoice.id, action: 'update', version, number };
    await operator.add({ ...entry, ...operator.digests('invoice', changed) });
    await linkChains(api);
    expect(await verify()).toMatchObject({ entries: 4, error: null });
  });
});

describe('the number series', () => {
  it('names a number whose document was removed with its entries', async () => {
    const second = await records.sent();
    await forger.sql('DELETE FROM invoice_lines WHERE invoice_id = $1', second.id);
    await forger.sql('DELETE FROM invoices WHERE id = $1', second.id);
    await forger.sql(`DELETE FROM document_chain WHERE company_id = $1 AND record_id = $2`, companyId, second.id);
    await forger.sql(`DELETE FROM document_files WHERE record_id = $1 AND resource = 'invoice'`, second.id);
    expect((await verify()).error).toEqual({
      ...{ kind: 'numbers', where: 'number series default (Invoice)' },
      says: `numbers have no document: ${second.number}`,
    });
  });
});
