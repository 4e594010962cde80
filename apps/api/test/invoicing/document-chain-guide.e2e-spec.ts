import type { ChainEntryView } from '@billhook/contract/invoicing/chain-entry';
import type { CheckpointView } from '@billhook/contract/invoicing/checkpoint';
import { exampleLine } from '@billhook/contract/invoicing/document-line';
import type { ListOf } from '@billhook/contract/shared/page';
import { checkpointKeys } from '@billhook/invoicing/document-chain/checkpoint-signature.rules';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { linkChains, verifyChain } from '../support/document-chains.js';
import { signChains } from '../support/document-states.js';
import { Forger } from '../support/forger.js';
import { GuideBlocks } from '../support/guide-blocks.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
const blocks = await GuideBlocks.open();
afterAll(() => blocks.close());

let key: KeyCaller;
let records: Records;
beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
});

const list = async () => (await key.call<ListOf<CheckpointView>>('GET', '/v1/checkpoints')).body.data;
const entries = async () => (await key.call<ListOf<ChainEntryView>>('GET', '/v1/chain-entries?limit=100')).body.data;

describe('the chain of the guide', () => {
  it('has the same frozen digest in every entry of a record', async () => {
    const invoice = await records.sent({ dueDate: '2998-01-01' });
    const path = `/v1/invoices/${invoice.id}`;
    const { id: note } = await records.credit(invoice, {
      lines: [{ ...exampleLine, quantity: '1', unitPrice: '10.00' }],
    });
    const annotations = { privateNotes: 'Called', customFields: { ticket: '7' } };
    for (const each of [path, `/v1/credit-notes/${note}`]) {
      const changed = await key.call('PATCH', each, { body: { ...annotations, externalId: `erp-${each}` } });
      expect(changed.status).toBe(200);
    }
    await records.act(`${path}/postpone`, { dueDate: '2998-12-31', reason: 'Payment plan' });
    await records.act(`${path}/reject`, { code: 'WrongAmount' });
    await records.act(`${path}/reopen`);
    const { id: payment } = await records.payment(invoice, '5.00');
    await records.act(`/v1/payments/${payment}/allocate`, { allocations: [{ invoiceId: invoice.id, amount: '5.00' }] });
    expect((await key.call('DELETE', `/v1/payments/${payment}?reason=Twice`)).status).toBe(204);
    await records.act(`${path}/write-off`, { reason: 'Insolvent' });
    await records.act(`${path}/reopen`);
    await records.act(`${path}/void`);
    const rows = await new Forger(api.databaseUrl, key.companyId).sql<{
      resource: string;
      entries: number;
      digests: number;
    }>(
      `SELECT resource, count(*)::int AS entries, count(DISTINCT frozen_digest)::int AS digests FROM document_chain
        WHERE company_id = $1 AND (resource, record_id) IN (('invoice', $2), ('credit_note', $3), ('payment', $4))
          AND version IS NOT NULL GROUP BY resource ORDER BY resource`,
      ...[key.companyId, invoice.id, note, payment],
    );
    expect(rows.map(({ resource, digests }) => [resource, digests])).toEqual([
      ['credit_note', 1],
      ['invoice', 1],
      ['payment', 1],
    ]);
    expect(rows.map(({ entries }) => entries).every((entries) => entries > 1)).toBe(true);
    await linkChains(api);
    expect(await verifyChain(api, key.companyId)).toMatchObject({ error: null });
  });
});

describe('the program of the guide', () => {
  const run = async (
    chain: readonly ChainEntryView[],
    checkpoint: CheckpointView,
    publicKey = checkpoint.publicKey,
  ) => {
    await blocks.write('chain.json', JSON.stringify({ data: chain }));
    await blocks.write('checkpoint.json', JSON.stringify(checkpoint));
    return blocks.run('document-chain', 'verify-chain.mjs', {}, 'chain.json', 'checkpoint.json', publicKey);
  };

  it('verifies the chain up to a checkpoint without Billhook, and detects changes', async () => {
    const invoice = await records.sent({ externalId: 'order é "7"' });
    await records.paid(invoice, '10.00');
    await signChains(api);
    const [checkpoint] = await list();
    const chain = await entries();
    if (!checkpoint || chain.length !== 4) throw new Error('nothing was signed');
    expect(await run(chain, checkpoint)).toEqual({
      code: 0,
      stdout: '4 entries are unchanged up to the checkpoint.',
      stderr: '',
    });
    const changed = chain.map((entry) => (entry.sequence === 2 ? { ...entry, number: 'INV-1' } : entry));
    expect(await run(changed, checkpoint)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Entry 2 was changed'),
    });
    expect(await run(chain.slice(1), checkpoint)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not contain'),
    });
    expect(await run(chain, { ...checkpoint, sequence: 2 })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('signature'),
    });
    const other = checkpointKeys(new AppSecrets(['another secret of at least thirty-two characters']))[0];
    expect(await run(chain, checkpoint, other)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('another key'),
    });
  });

  it('detects a forged version and a second PDF, and verifies links of 0.1.0', async () => {
    const { id, number } = await records.sent();
    await key.call('GET', `/v1/invoices/${id}/pdf`);
    await signChains(api);
    const [checkpoint] = await list();
    if (!checkpoint) throw new Error('nothing was signed');
    const forger = new Forger(api.databaseUrl, key.companyId);
    const forged = { resource: 'invoice', recordId: id, digest: 'ab'.repeat(32) };
    await forger.add({ ...forged, action: 'update', version: 3, number });
    await forger.link(1);
    expect(await run(await entries(), checkpoint)).toMatchObject({ code: 0 });
    await forger.add({ ...forged, action: 'update', version: 4, number, frozenDigest: 'ab'.repeat(32) });
    await forger.link();
    expect(await run(await entries(), checkpoint)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Entry 5 changes what invoice ${id} must keep`),
    });
    await forger.sql('DELETE FROM document_chain WHERE company_id = $1 AND sequence = 5', key.companyId);
    await forger.sql(
      `UPDATE document_chain_heads h SET sequence = 4, hash = e.hash FROM document_chain e
        WHERE h.company_id = $1 AND e.company_id = $1 AND e.sequence = 4`,
      key.companyId,
    );
    await forger.add({ ...forged, action: 'render' });
    await forger.link();
    expect(await run(await entries(), checkpoint)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Entry 5 is of a second PDF of invoice ${id}`),
    });
  });
});
