import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { asReturned } from '@billhook/contract/resource-views';
import { countRows, ownRows } from '@billhook/db/company-rows';
import { lockOfCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import type { Window } from '@billhook/db/lists/list-records';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { RESOURCES, type RecordName } from '@billhook/domain/shared/resources';
import type { Snapshot } from '@billhook/installation/snapshots/snapshot.entity';
import type { SnapshotsRepository } from '@billhook/installation/snapshots/snapshots.repository';
import type { ChangeLogRepository } from '@billhook/invoicing/changes/change-log.repository';
import { RECORD_REPOSITORIES, type RecordReader } from '@billhook/invoicing/record-repositories';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import type { Clock } from '@billhook/platform/clock';
import type { DataSource } from 'typeorm';
import { jsonLines, presentEach } from '../json-lines.js';

/** Records per query. A document with many line items has some 100 KB. */
const PAGE = 100;

/** Characters of a part before compression, which are about a tenth as many bytes after it. Only these are in memory. */
const PART_CHARACTERS = 8 * 1024 * 1024;

/** The class of the advisory locks of snapshots: one worker writes a snapshot. */
const SNAPSHOT_LOCK = 7_301_947;

interface SnapshotWriterParts {
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly records: RecordContext;
  readonly snapshots: SnapshotsRepository;
  readonly changes: Pick<ChangeLogRepository, 'end'>;
  /** A data source with one connection, for the transaction that reads: the pool of the worker may have only one as well. */
  readonly open: () => DataSource;
}

/** The worker stops, or another attempt has begun: the snapshot begins again, with a new position. */
class Superseded extends Error {}

/**
 * Writes a snapshot: all records in one transaction that reads one state, and the parts in others, so that their progress is visible. The
 * position in the log is read before that transaction begins: what is committed between both is in the records and after the position.
 */
export class SnapshotWriter {
  constructor(private readonly parts: SnapshotWriterParts) {}

  async write({ id, companyId }: Pick<Snapshot, 'id' | 'companyId'>, stop: AbortSignal): Promise<void> {
    const position = await this.parts.changes.end(companyId);
    const source = await this.parts.open().initialize();
    try {
      await this.#read(source, id, companyId, position, stop);
    } finally {
      await source.destroy();
    }
  }

  #read(source: DataSource, id: number, companyId: number, position: number, stop: AbortSignal): Promise<void> {
    const { uow, snapshots, clock } = this.parts;
    const records = { ...this.parts.records, db: new Database(source) };
    return new UnitOfWork(source).around(async (tx) => {
      await tx.query({ name: '', text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY' });
      // The lock ends with the connection, so the snapshot of a killed worker is free immediately.
      const [lock] = await tx.query<{ isFree: boolean }>({
        name: 'snapshot_lock',
        text: 'SELECT pg_try_advisory_xact_lock($1::integer, ($2::bigint % 2147483648)::integer) AS "isFree"',
        values: [lockOfCell(SNAPSHOT_LOCK), id],
      });
      if (!lock?.isFree) return;
      const { resources } = await snapshots.find(companyId, id);
      let total = 0;
      for (const name of resources) total += await countRows(records.db, ownRows(RESOURCES[name].table), companyId);
      const begun = await uow.run((own) => snapshots.begin(own, id, position, total, clock.now()));
      if (!begun) return;
      let number = 0;
      for (const resource of resources) {
        const repository = new RECORD_REPOSITORIES[resource](records);
        number = await this.#writeAll(repository, begun, resource, number, stop);
      }
      await uow.run((own) => snapshots.complete(own, begun, clock.now()));
    });
  }

  /** @returns the number of the next part */
  async #writeAll(
    repository: RecordReader,
    snapshot: Snapshot,
    resource: RecordName,
    first: number,
    stop: AbortSignal,
  ): Promise<number> {
    let number = first;
    let part: PartContent | undefined;
    for (let from: Window['from'], more = true; more;) {
      if (stop.aborted) throw new Superseded('the worker stops');
      const { entries, hasMore } = await repository.list(snapshot.companyId, {}, { limit: PAGE, from });
      const rows = entries.flatMap((entry) => ('row' in entry ? [entry.row] : []));
      const lines = await jsonLines(presentEach(rows, (row) => asReturned(resource, repository.presented(row))));
      if (lines.length > 0) await (part ??= new PartContent()).add(lines);
      const last = entries.at(-1)?.position;
      more = hasMore && last !== undefined;
      if (last) from = { ...last, back: false, including: false };
      if (part && (!more || part.characters >= PART_CHARACTERS)) {
        await this.#addPart(snapshot, resource, number, part);
        number++;
        part = undefined;
      }
    }
    return number;
  }

  async #addPart(snapshot: Snapshot, resource: RecordName, number: number, written: PartContent): Promise<void> {
    const content = await written.end();
    const digest = createHash('sha256').update(content).digest('hex');
    const part = { number, resource, records: written.records, bytes: content.length, digest, content };
    const isOurs = await this.parts.uow.run((own) => this.parts.snapshots.addPart(own, snapshot, part));
    if (!isOurs) throw new Superseded('another attempt has begun');
  }
}

/** The lines of a part, compressed as they come: kept until its end, they would outlive the collections that cost little. */
class PartContent {
  records = 0;
  characters = 0;
  readonly #gzip = createGzip();
  readonly #content = buffer(this.#gzip);

  async add(lines: readonly string[]): Promise<void> {
    const text = lines.join('');
    this.records += lines.length;
    this.characters += text.length;
    if (!this.#gzip.write(text)) await once(this.#gzip, 'drain');
  }

  end(): Promise<Buffer> {
    this.#gzip.end();
    return this.#content;
  }
}
