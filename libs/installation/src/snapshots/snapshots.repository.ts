import { Database } from '@billhook/db/database';
import { insertRow, selectColumns } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import {
  MOST_RUNNING_SNAPSHOTS,
  MOST_STORED_SNAPSHOTS,
  SNAPSHOT_HOURS,
  UNCOUNTED_DOWNLOADS,
} from '@billhook/domain/shared/snapshot';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Snapshot, type SnapshotPart } from './snapshot.entity.js';

/** Attempts at one snapshot. Then it has failed. */
const MOST_ATTEMPTS = 20;

/** The row of an expired snapshot, so that its address returns 410 and not 404. */
const KEPT_DAYS = 30;

/** A part without its content. */
export type ShownSnapshotPart = Omit<SnapshotPart, 'content' | 'companyId' | 'attempt' | 'snapshotId' | 'downloads'>;

export type StoredSnapshotPart = Pick<SnapshotPart, 'resource' | 'bytes' | 'digest'> &
  Pick<Snapshot, 'expiresAt'> & { readonly isStored: boolean };

export type NewSnapshotPart = Omit<SnapshotPart, 'id' | 'companyId' | 'snapshotId' | 'attempt' | 'downloads'>;

/** Requests and progress of snapshots. */
@Injectable()
export class SnapshotsRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = selectColumns(source, Snapshot, 's');
  }

  /** @throws Problem not_found, also for another company's snapshot */
  async find(companyId: number, id: number): Promise<Snapshot> {
    const [found] = await this.db.query<Snapshot>({
      name: 'snapshot_get',
      text: `SELECT ${this.columns} FROM snapshots s WHERE s.company_id = $1 AND s.id = $2`,
      values: [companyId, id],
    });
    if (!found) throw new Problem('not_found', 'There is no such snapshot.');
    return found;
  }

  /** The caller holds the lock of the company. @throws Problem 409 too_many_snapshots */
  async insert(
    tx: Tx,
    request: Pick<Snapshot, 'companyId' | 'resources' | 'leftOut' | 'requestedBy' | 'createdAt'>,
  ): Promise<Snapshot> {
    const [running] = await tx.query<{ count: number }>({
      name: 'snapshot_running_count',
      text: `SELECT count(*)::int AS count FROM snapshots WHERE company_id = $1 AND status = 'Running'`,
      values: [request.companyId],
    });
    if ((running?.count ?? 0) >= MOST_RUNNING_SNAPSHOTS) throw new Problem('too_many_snapshots');
    const row = {
      ...request,
      ...{ status: 'Running' as const, position: null, attempt: 0, total: 0, done: 0 },
      ...{ completedAt: null, expiresAt: null },
    };
    return { ...row, id: await insertRow(tx, Snapshot, row) };
  }

  /** The parts of an ended snapshot, in their order. */
  parts(companyId: number, { id, attempt }: Pick<Snapshot, 'id' | 'attempt'>): Promise<ShownSnapshotPart[]> {
    return this.db.query<ShownSnapshotPart & Record<string, unknown>>({
      name: 'snapshot_parts',
      text: `SELECT id, number, resource, records, bytes, digest FROM snapshot_parts
        WHERE company_id = $1 AND snapshot_id = $2 AND attempt = $3 ORDER BY number`,
      values: [companyId, id, attempt],
    });
  }

  /** A part of an ended snapshot. @throws Problem not_found */
  async part(companyId: number, id: number): Promise<StoredSnapshotPart> {
    const [found] = await this.db.query<StoredSnapshotPart & Record<string, unknown>>({
      name: 'snapshot_part_get',
      text: `SELECT p.resource, p.bytes, p.digest, p.content IS NOT NULL AS "isStored", s.expires_at AS "expiresAt"
        FROM snapshot_parts p JOIN snapshots s ON s.company_id = p.company_id AND s.id = p.snapshot_id
        WHERE p.company_id = $1 AND p.id = $2 AND p.attempt = s.attempt AND s.status IN ('Completed', 'Expired')`,
      values: [companyId, id],
    });
    if (!found) throw new Problem('not_found', 'There is no such part.');
    return found;
  }

  /** Bytes of a part, from 0; undefined if it has expired. */
  async bytes(companyId: number, id: number, from: number, count: number): Promise<Buffer | undefined> {
    const [found] = await this.db.query<{ content: Buffer | null }>({
      name: 'snapshot_part_bytes',
      text: `SELECT substring(content FROM $3::int + 1 FOR $4::int) AS content FROM snapshot_parts
        WHERE company_id = $1 AND id = $2`,
      values: [companyId, id, from, count],
    });
    return found?.content ?? undefined;
  }

  /** Counts a request for a part. @returns false if there is no such part, or it has been requested often */
  async countDownload(companyId: number, id: number, now: Date): Promise<boolean> {
    const counted = await this.db.autocommit.query({
      name: 'snapshot_part_downloaded',
      text: `UPDATE snapshot_parts p SET downloads = p.downloads + 1 FROM snapshots s
        WHERE p.company_id = $1 AND p.id = $2 AND p.downloads < ${UNCOUNTED_DOWNLOADS} AND s.company_id = p.company_id
          AND s.id = p.snapshot_id AND s.attempt = p.attempt AND s.status = 'Completed' AND s.expires_at > $3
        RETURNING p.id`,
      values: [companyId, id, now],
    });
    return counted.length > 0;
  }

  /** Those that a worker has to write, the oldest first. */
  running(): Promise<Pick<Snapshot, 'id' | 'companyId'>[]> {
    return this.db.query<{ id: number; companyId: number }>({
      name: 'snapshots_running',
      text: `SELECT id, company_id AS "companyId" FROM snapshots WHERE status = 'Running' ORDER BY id`,
    });
  }

  /**
   * Begins an attempt with its position, and deletes the parts of earlier ones.
   * @returns undefined if the snapshot has ended, or fails with this attempt
   */
  async begin(runner: Runner, id: number, position: number, total: number, now: Date): Promise<Snapshot | undefined> {
    const [begun] = await runner.query<Snapshot>({
      name: 'snapshot_begin',
      text: `WITH begun AS (
          UPDATE snapshots s SET attempt = attempt + 1, position = $2, total = $3, done = 0,
            status = CASE WHEN attempt >= ${MOST_ATTEMPTS} THEN 'Failed' ELSE status END,
            completed_at = CASE WHEN attempt >= ${MOST_ATTEMPTS} THEN $4::timestamptz END
          WHERE s.id = $1 AND status = 'Running' RETURNING ${this.columns}
        ), old AS (DELETE FROM snapshot_parts WHERE snapshot_id IN (SELECT id FROM begun))
        SELECT * FROM begun`,
      values: [id, position, total, now],
    });
    return begun?.status === 'Running' ? begun : undefined;
  }

  /** Adds a part and its records to the progress. @returns false if another attempt has begun */
  async addPart(
    runner: Runner,
    { id, companyId, attempt }: Pick<Snapshot, 'id' | 'companyId' | 'attempt'>,
    { number, resource, records, bytes, digest, content }: NewSnapshotPart,
  ): Promise<boolean> {
    const added = await runner.query({
      name: 'snapshot_part_add',
      text: `WITH counted AS (
          UPDATE snapshots SET done = done + $6 WHERE id = $2 AND attempt = $3 AND status = 'Running' RETURNING id
        ) INSERT INTO snapshot_parts (company_id, snapshot_id, attempt, number, resource, records, bytes, digest, content)
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM counted RETURNING id`,
      values: [companyId, id, attempt, number, resource, records, bytes, digest, content],
    });
    return added.length > 0;
  }

  async complete(runner: Runner, { id, attempt }: Pick<Snapshot, 'id' | 'attempt'>, now: Date): Promise<void> {
    await runner.query({
      name: 'snapshot_complete',
      text: `UPDATE snapshots SET status = 'Completed', total = done, completed_at = $3,
          expires_at = $3::timestamptz + interval '${SNAPSHOT_HOURS} hours'
        WHERE id = $1 AND attempt = $2 AND status = 'Running'`,
      values: [id, attempt, now],
    });
  }

  /** Deletes the content of expired snapshots, and later their rows. */
  async expire(now: Date): Promise<void> {
    const { autocommit } = this.db;
    await autocommit.query({
      name: 'snapshots_expire',
      text: `WITH over AS (
          UPDATE snapshots s SET status = 'Expired' WHERE status = 'Completed' AND (expires_at <= $1 OR id <= (
            SELECT n.id FROM snapshots n WHERE n.company_id = s.company_id AND n.status = 'Completed'
            ORDER BY n.id DESC OFFSET ${MOST_STORED_SNAPSHOTS} LIMIT 1)) RETURNING id
        ) UPDATE snapshot_parts SET content = NULL WHERE snapshot_id IN (SELECT id FROM over)`,
      values: [now],
    });
    await autocommit.query({
      name: 'snapshot_parts_forget',
      text: `DELETE FROM snapshot_parts WHERE snapshot_id IN (SELECT id FROM snapshots WHERE ${FORGOTTEN})`,
      values: [now],
    });
    await autocommit.query({
      name: 'snapshots_forget',
      text: `DELETE FROM snapshots s WHERE ${FORGOTTEN}
        AND NOT EXISTS (SELECT FROM snapshot_parts p WHERE p.snapshot_id = s.id)`,
      values: [now],
    });
  }
}

const FORGOTTEN = `status IN ('Expired', 'Failed') AND completed_at <= $1::timestamptz - interval '${KEPT_DAYS} days'`;
