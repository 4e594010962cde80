import { Readable } from 'node:stream';
import type { CreateSnapshot, SnapshotView } from '@billhook/contract/installation/snapshot';
import { keepingCell } from '@billhook/db/current-cell';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { RECORD_NAMES, RESOURCES } from '@billhook/domain/shared/resources';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { Snapshot } from '@billhook/installation/snapshots/snapshot.entity';
import { SnapshotsRepository, type ShownSnapshotPart } from '@billhook/installation/snapshots/snapshots.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '../../access/permission.rules.js';
import type { Principal } from '../../request/principal.js';
import { ChangeLog } from '../../webhooks/changes/change-log.service.js';
import type { ByteRange } from '../ranged-files/byte-range.rules.js';

/** A part of a file that is in memory at a time. */
const CHUNK = 1024 * 1024;

/** Requests of snapshots, and their parts. The worker writes them. */
@Injectable()
export class SnapshotsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly snapshots: SnapshotsRepository,
    private readonly companies: CompaniesRepository,
    private readonly log: ChangeLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 409 too_many_snapshots */
  create(by: Principal, { resources: names = [...RECORD_NAMES] }: CreateSnapshot): Promise<SnapshotView> {
    const companyId = by.company.id;
    const mayRead = (name: (typeof names)[number]): boolean => by.permissions.includes(RESOURCES[name].read);
    const [resources, leftOut] = [names.filter(mayRead), names.filter((name) => !mayRead(name))];
    return this.uow.run(async (tx) => {
      await this.companies.get(companyId, tx, 'FOR NO KEY UPDATE');
      const createdAt = this.clock.now();
      const row = await this.snapshots.insert(tx, { companyId, resources, leftOut, requestedBy: by.label, createdAt });
      return this.present(row, []);
    });
  }

  /** @throws Problem not_found */
  async get(by: Principal, id: number): Promise<SnapshotView> {
    const row = await this.snapshots.find(by.company.id, id);
    return this.present(row, row.status === 'Completed' ? await this.snapshots.parts(by.company.id, row) : []);
  }

  /** @throws Problem not_found, 403 without the permission to read its records now, 410 snapshot_expired */
  async part(by: Principal, id: number) {
    const { resource, expiresAt, isStored, ...part } = await this.snapshots.part(by.company.id, id);
    requirePermission(by, RESOURCES[resource].read);
    if (!isStored || expiresAt === null || expiresAt <= this.clock.now()) throw new Problem('snapshot_expired');
    const read = (range: ByteRange = { from: 0, to: part.bytes - 1 }) =>
      Readable.from(keepingCell(this.chunks(by.company.id, id, range)), { objectMode: false });
    return { ...part, read };
  }

  private async *chunks(companyId: number, id: number, { from, to }: ByteRange): AsyncGenerator<Buffer> {
    for (let at = from; at <= to; at += CHUNK) {
      const bytes = await this.snapshots.bytes(companyId, id, at, Math.min(CHUNK, to + 1 - at));
      // The response breaks off, so that it does not look complete.
      if (!bytes) throw new Error(`part ${id} of a snapshot expired during its download`);
      yield bytes;
    }
  }

  private present(row: Snapshot, parts: readonly ShownSnapshotPart[]): SnapshotView {
    const { id, status, resources, total, done, requestedBy, position, companyId } = row;
    const isReady = status === 'Completed' && position !== null;
    return {
      ...{ id, status, resources, total, done, requestedBy },
      leftOut: row.leftOut.map((resource) => ({ resource, missingPermission: RESOURCES[resource].read })),
      after: isReady ? this.log.mark(companyId, position) : null,
      parts: parts.map(({ number: _, ...part }) => part),
      createdAt: row.createdAt.toISOString(),
      completedAt: row.completedAt?.toISOString() ?? null,
      expiresAt: row.expiresAt?.toISOString() ?? null,
    };
  }
}
