import type { SnapshotsRepository } from '@billhook/installation/snapshots/snapshots.repository';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import type { SnapshotWriter } from './snapshot-writer.js';

interface SnapshotsJobParts {
  readonly snapshots: Pick<SnapshotsRepository, 'running' | 'expire'>;
  readonly writer: Pick<SnapshotWriter, 'write'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Writes requested snapshots, the oldest first, and deletes the parts of expired ones. */
export class SnapshotsJob {
  constructor(private readonly parts: SnapshotsJobParts) {}

  /** @param stop ends the round after the current page */
  async run(stop: AbortSignal): Promise<void> {
    const { snapshots, writer, logger } = this.parts;
    for (const snapshot of await snapshots.running()) {
      if (stop.aborted) return;
      try {
        await writer.write(snapshot, stop);
      } catch (error) {
        // One snapshot that fails must not keep the others waiting.
        if (!stop.aborted) logger.error({ err: error, snapshotId: snapshot.id }, 'a snapshot will begin again');
      }
    }
  }

  expire(): Promise<void> {
    return this.parts.snapshots.expire(this.parts.clock.now());
  }
}
