import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createDataSource } from '@billhook/db/data-source';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import type { DocumentRef } from '@billhook/invoicing/document-base/document-ref';
import { storedFile, type StoredFile } from '@billhook/invoicing/documents/document-files.repository';
import { MailOutbox } from '@billhook/mail/mail-outbox';
import { Mail } from '@billhook/mail/mail.entity';
import { systemClock } from '@billhook/platform/clock';
import { MailServer } from '@billhook/testing/mail-server';
import { eventually } from '@billhook/testing/patience';
import { end } from '@billhook/testing/program';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { spawnWorker, startWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

let world: World;
let source: DataSource;
let server: MailServer;
let running: ChildProcess[];

beforeEach(async () => {
  world = await World.create();
  source = await createDataSource({ url: world.url, poolSize: 2 }, [Mail]).initialize();
  server = await new MailServer().start();
  running = [];
});
afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
  await server.stop();
  await source.destroy();
  await world.close();
});

async function start(): Promise<void> {
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'Billhook <billing@bills.example>' };
  running.push(await spawnWorker(world.variables(mail)));
}

async function inserted(text: string, values: unknown[]): Promise<number> {
  const [row] = await world.source.query<{ id: number }[]>(`${text} RETURNING id`, values);
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}

/** An invoice as an API of 0.1.0 issues it: its PDF is requested, and its content is not stored. */
async function issue(number: string, notes: readonly string[] = []): Promise<DocumentRef> {
  const { companyId } = world;
  const address = JSON.stringify({ country: 'FR' });
  const clientId = await inserted(
    `INSERT INTO clients (company_id, status, kind, name, contacts, billing_address, custom_fields, version, created_at, updated_at)
      VALUES ($1, 'Active', 'Business', 'Atelier Lumen', '[]', $2, '{}', 1, now(), now())`,
    [companyId, address],
  );
  const zero = '0.00';
  const totals = {
    lineNet: zero,
    allowances: zero,
    charges: zero,
    net: zero,
    tax: zero,
    gross: zero,
    rounding: zero,
    due: zero,
  };
  const recordId = await inserted(
    `INSERT INTO invoices (company_id, client_id, number, status, issue_date, currency, prices_include_tax, allowances, charges, totals,
        tax_breakdown, payable, notes, custom_fields, version, created_at, updated_at, amount_paid, amount_credited, issued_at, sent_at,
        series, quote_line_ids, seller, client, delivery)
      VALUES ($1, $2, $3, 'Sent', '2026-11-21', 'EUR', false, '[]', '[]', $4, '[]', 0, $8, '{}', 2, now(), now(), 0, 0, now(), now(),
        'default', '[]', $5, $6, $7)`,
    [
      ...[companyId, clientId, number, JSON.stringify(totals)],
      JSON.stringify({ name: 'Nordlicht', address: { country: 'DE' } }),
      JSON.stringify({ name: 'Atelier Lumen', billingAddress: { country: 'FR' }, customFields: {} }),
      JSON.stringify({ channel: 'Email', to: ['a@example.com'], status: 'Pending', mailId: null, error: null, at: '' }),
      JSON.stringify(notes),
    ],
  );
  const ref: DocumentRef = { companyId, resource: 'invoice', recordId };
  await world.sql(
    `INSERT INTO document_files (company_id, resource, record_id, asked_at) VALUES ($1, 'invoice', $2, now())`,
    [companyId, recordId],
  );
  return ref;
}

const drawn = (ref: DocumentRef): Promise<StoredFile> =>
  eventually(`the PDF of invoice ${ref.recordId}`, () => storedFile(world.db, ref));

/** The digest in the document chain, once the worker has linked the entry. */
async function linkedDigest({ companyId, recordId }: DocumentRef): Promise<string | undefined> {
  const [row] = await world.source.query<{ digest: string }[]>(
    `SELECT encode(digest, 'hex') AS digest FROM document_chain
      WHERE company_id = $1 AND record_id = $2 AND action = 'render' AND sequence > 0`,
    [companyId, recordId],
  );
  return row?.digest;
}

/** An email about an invoice, linked as its document delivery. */
async function mailOf({ companyId, recordId }: DocumentRef, recipient: string): Promise<number> {
  const { id } = await new UnitOfWork(source).run((tx) =>
    new MailOutbox(true, systemClock).enqueue(tx, {
      ...{ companyId, recordId, resource: 'invoice', recipients: [recipient], replyTo: null, fromName: 'Nordlicht' },
      ...{ subject: 'Invoice', text: 'Hello', html: '<p>Hello</p>', locale: 'en', attachmentName: 'INV-1.pdf' },
      createdBy: 'system',
    }),
  );
  await world.sql(`UPDATE invoices SET delivery = delivery || jsonb_build_object('mailId', $2::bigint) WHERE id = $1`, [
    recordId,
    id,
  ]);
  return id;
}

interface Told {
  readonly version: number;
  readonly delivery: { readonly status: string; readonly error: string | null };
  readonly actions: string[];
}

const delivered = ({ recordId }: DocumentRef): Promise<Told> =>
  eventually(`the mail of invoice ${recordId} is settled`, async () => {
    const [row] = await world.source.query<Told[]>(
      `SELECT version, delivery, (SELECT coalesce(json_agg(action ORDER BY id), '[]') FROM record_history h
          WHERE h.resource = 'invoice' AND h.record_id = i.id) AS actions FROM invoices i WHERE id = $1`,
      [recordId],
    );
    return row && row.delivery.status !== 'Pending' ? row : undefined;
  });

describe('a worker process', () => {
  it('renders PDFs of documents without stored content, once each, skips one that cannot be rendered, and leaves the others for their first request', async () => {
    const later = await issue('INV-3');
    await world.sql(`UPDATE document_files SET content = '{}' WHERE record_id = $1`, [later.recordId]);
    const broken = await issue('INV-0');
    await world.sql('DELETE FROM invoices WHERE id = $1', [broken.recordId]);
    const [first, second] = [await issue('INV-1'), await issue('INV-2')];
    await start();
    const [one, two] = [await drawn(first), await drawn(second)];
    for (const { bytes, digest } of [one, two]) {
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(digest);
    }
    expect(one.digest).not.toBe(two.digest);
    const entry = await eventually(`the linked entry of the PDF of ${first.recordId}`, () => linkedDigest(first));
    expect(entry).toBe(one.digest);
    expect(await storedFile(world.db, broken)).toBeUndefined();
    const untried = 'SELECT failed_at FROM document_files WHERE record_id = $1 AND bytes IS NULL';
    expect(await world.source.query(untried, [later.recordId])).toEqual([{ failed_at: null }]);
  });

  it('renders everything that waits in one round', async () => {
    const refs: DocumentRef[] = [];
    for (let n = 0; n < 55; n++) refs.push(await issue(`INV-${n}`));
    const worker = await startWorker(world.env());
    try {
      for (const ref of refs) await drawn(ref);
      expect(worker.threads.begun).toBe(refs.length);
      const rounds = worker.timers.lastRounds.filter(({ job }) => job.name === 'document-pdf');
      expect(rounds.find(({ cell }) => cell === world.cell)).toMatchObject({ number: 1 });
    } finally {
      await worker.stop();
    }
  });

  it('emails the stored PDF and records the result on the invoice, without an event', async () => {
    const [good, gone] = [await issue('INV-1'), await issue('INV-2')];
    server.recipients.set('gone@example.com', { code: 550, text: '5.1.1 No such user' });
    await mailOf(good, 'a@example.com');
    await mailOf(gone, 'gone@example.com');
    await start();
    expect(await delivered(good)).toMatchObject({ version: 3, delivery: { status: 'Sent' }, actions: ['mailed'] });
    const { delivery, actions } = await delivered(gone);
    expect(delivery).toMatchObject({ status: 'Failed', error: expect.stringContaining('No such user') });
    expect(actions).toEqual(['mailFailed']);
    const content = server.received[0]?.email.attachments[0]?.content as ArrayBuffer;
    const { digest } = await drawn(good);
    expect(createHash('sha256').update(Buffer.from(content)).digest('hex')).toBe(digest);
    expect(await world.bodies()).toEqual([]);
  });

  it('delivers webhooks while it renders, and begins no other round meanwhile', async () => {
    const endpoint = await world.createEndpoint('/beside');
    const large = Array.from({ length: 400 }, () => 'aعب汉😀한 '.repeat(100));
    const refs = [await issue('INV-1', large), await issue('INV-2', large)];
    // On a busy machine, a large document takes longer than the default.
    const worker = await startWorker(world.env({ PDF_TIME_LIMIT_MS: '600000' }));
    try {
      await eventually('a draw begins', async () => (worker.threads.begun > 0 ? true : undefined));
      await world.record(() => void worker.engine.poke());
      await eventually('the delivery', async () =>
        (await world.deliveries(endpoint))[0]?.status === 'Delivered' ? true : undefined,
      );
      expect(await Promise.all(refs.map((ref) => storedFile(world.db, ref)))).toContain(undefined);
      for (const ref of refs) await drawn(ref);
      expect(worker.threads.begun).toBe(2);
    } finally {
      await worker.stop();
    }
  });

  it('retries documents beyond the limits later, and renders the others', async () => {
    const [large, small] = [
      await issue(
        'INV-1',
        Array.from({ length: 400 }, () => 'aعب汉😀한 '.repeat(100)),
      ),
      await issue('INV-2'),
    ];
    const worker = await startWorker(world.env({ PDF_MEMORY_LIMIT_MB: '32', PDF_TIME_LIMIT_MS: '600000' }));
    try {
      await drawn(small);
      const failed = async (): Promise<boolean | undefined> => {
        const text = 'SELECT failed_at FROM document_files WHERE record_id = $1 AND failed_at IS NOT NULL';
        return (await world.source.query<unknown[]>(text, [large.recordId])).length > 0 ? true : undefined;
      };
      await eventually('the failure is noted', failed);
      expect(await storedFile(world.db, large)).toBeUndefined();
    } finally {
      await worker.stop();
    }
  });
});
