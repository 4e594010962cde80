import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEachSide } from '@billhook/db/cell-connections';
import { migrate } from '@billhook/db/migrate';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { LogicalServer } from '@billhook/testing/logical-server';
import { withClient } from '@billhook/testing/test-server';
import type { QueryResultRow } from 'pg';
import { auditedLogOf, verifyAuditLog } from '../../src/identity/audit/audit-verify.command.js';
import { verifyDocuments } from '../../src/invoicing/document-chain/document-chain-verify.command.js';
import { TestApi } from './api.js';
import { cellShape } from './cell-shape.js';
import {
  BEGIN_NUMBERS,
  errorOf,
  WRITTEN,
  type CellWriters,
  type WritersOutcome,
  type WrittenCell,
} from './cell-writers.js';
import { chainContext, linkChains } from './document-chains.js';
import { Links, tokenOf } from './document-link.js';
import { Records } from './records.js';
import { World, type KeyCaller } from './world.js';

const SCHEMA = 'cell_1';

/** A load that a target follows while it copies. */
const INVOICE_PAUSE_MS = 100;

/** Large rows, so that copying them takes a while. */
const FILLING = `INSERT INTO record_tombstones (company_id, resource, record_id, deleted_at, version)
  SELECT $1, 'invoice', 1000000 + n, now(), 1 FROM generate_series(1, $2::int) n`;

/** Daily tables, as a worker creates them. The request log has rows of today. */
const DAYS = `SELECT create_attempts_day(day), create_requests_day(day) FROM to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD') AS day`;

/** An installation with records in one cell, on the first of two servers. */
export class CellInstallation {
  private constructor(
    private readonly folder: string,
    readonly first: LogicalServer,
    readonly second: LogicalServer,
    readonly api: TestApi,
    readonly cell: WrittenCell,
    readonly key: KeyCaller,
    /** Of a document in the cell. */
    readonly token: string,
    private readonly records: Records,
  ) {}

  static async create(rows: number): Promise<CellInstallation> {
    const folder = mkdtempSync(join(tmpdir(), 'billhook-cells-'));
    // As root, the servers run as another user.
    chmodSync(folder, 0o755);
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) => LogicalServer.create(join(folder, name))),
    );
    if (!first || !second) throw new Error('unreachable: both have started');
    await migrate(first.url);
    const api = await TestApi.on(first.url);
    const world = new World(api);
    const key = await world.key();
    const records = new Records(key);
    const { record } = await new Links(world, key, records).invoice();
    const invoice = await records.sent();
    await records.paid(invoice);
    await records.draft();
    const { id: clientId } = await records.client();
    await linkChains(api);
    await withClient(first.url, async (client) => {
      await client.query(BEGIN_NUMBERS, [key.companyId]);
      await client.query(DAYS);
      await client.query(FILLING, [key.companyId, rows]);
    });
    const cell = { directoryUrl: first.url, schema: SCHEMA, companyId: key.companyId, clientId };
    return new CellInstallation(folder, first, second, api, cell, key, tokenOf(record), records);
  }

  async close(): Promise<void> {
    await this.api.stop();
    await Promise.all([this.first.stop(), this.second.stop()]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Issues invoices through the API until it is stopped. `stop` returns how many, and throws the first error of a request. */
  issueInvoices(): { readonly stop: () => Promise<number> } {
    let isRunning = true;
    let count = 0;
    const issue = async (): Promise<void> => {
      while (isRunning) {
        await this.records.sent();
        count += 1;
        await sleep(INVOICE_PAUSE_MS);
      }
    };
    const loops = [issue(), issue()].map((loop) => loop.catch(errorOf));
    const stop = async (): Promise<number> => {
      isRunning = false;
      for (const failure of await Promise.all(loops)) if (failure) throw failure;
      return count;
    };
    return { stop };
  }

  /** The server to which programs go. */
  async home(): Promise<LogicalServer> {
    const [cell] = await this.rows<{ url: string | null }>(this.first, 'SELECT url FROM public.cells WHERE number = 1');
    return cell?.url === this.second.url ? this.second : this.first;
  }

  rows<T extends QueryResultRow>({ url }: LogicalServer, text: string): Promise<T[]> {
    return withClient(url, async (client) => (await client.query<T>(text)).rows);
  }

  /** What is left of moves: objects of replication, rows of the directory, schemas. */
  async leftovers(): Promise<string[]> {
    const replication = `SELECT 'slot ' || slot_name AS name FROM pg_replication_slots UNION ALL SELECT 'publication ' || pubname FROM pg_publication
      UNION ALL SELECT 'subscription ' || subname FROM pg_subscription UNION ALL SELECT 'origin ' || roname FROM pg_replication_origin`;
    const found = await Promise.all([
      this.rows<{ name: string }>(this.first, replication),
      this.rows<{ name: string }>(this.second, replication),
      this.rows<{ name: string }>(this.first, `SELECT 'move of ' || cell AS name FROM public.cell_moves`),
    ]);
    return found.flat().map(({ name }) => name);
  }

  /** What a command that fails has not changed. */
  async state() {
    return {
      schemas: [await this.schemas(this.first), await this.schemas(this.second)],
      leftovers: await this.leftovers(),
      cells: await this.rows(this.first, 'SELECT number, url, schema, state FROM public.cells'),
    };
  }

  shape({ url }: LogicalServer): Promise<string[]> {
    return cellShape(url, SCHEMA);
  }

  /** Those with tables. */
  async schemas(server: LogicalServer): Promise<string[]> {
    const text = `SELECT nspname::text AS name FROM pg_namespace WHERE nspname ~ '^cell_'
      AND EXISTS (SELECT FROM pg_class WHERE relnamespace = pg_namespace.oid AND relkind = 'r') ORDER BY 1`;
    return (await this.rows<{ name: string }>(server, text)).map(({ name }) => name);
  }

  /** Whether every confirmed write is there once, the numbers have no gap, and the chains fit. Empty if all is right. */
  async faults(writers: readonly CellWriters[]): Promise<string[]> {
    const { url } = await this.home();
    const [written] = await withClient(url, async (client) => (await client.query<WritersOutcome>(WRITTEN)).rows);
    if (!written) throw new Error('unreachable: the statement returns one row');
    const { keys, numbers, last, taken } = written;
    const lost = writers.flatMap(({ acknowledged }) => [...acknowledged]).filter((key) => !keys.includes(key));
    const counts = [keys.length, new Set(keys).size, numbers, last, taken];
    return [
      ...(lost.length > 0 ? [`lost: ${lost.join(', ')}`] : []),
      ...(new Set(counts).size === 1 ? [] : [`keys, different keys, numbers, last, taken: ${counts.join(', ')}`]),
      ...(written.gaps > 0 ? [`series with a gap: ${written.gaps}`] : []),
      ...(await this.chainFaults()),
    ];
  }

  /** What the command of the operator finds. */
  private async chainFaults(): Promise<string[]> {
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    const context = chainContext(this.api, 'https://other.example');
    const options = { now: new Date(), secrets: this.api.app.get(AppSecrets) };
    await onEachSide({ connectionString: this.first.url }, async (sides) => {
      await verifyAuditLog(sides.map(auditedLogOf), [], say);
      await verifyDocuments(sides, context, options, say);
    });
    const isThere = lines.some((line) => /^OK +documents of company \d+ \(.*\): [1-9]/.test(line));
    return [...lines.filter((line) => !/^(?:OK| )/.test(line)), ...(isThere ? [] : ['the document chain is empty'])];
  }
}
