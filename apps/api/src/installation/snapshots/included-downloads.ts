import { SnapshotsRepository } from '@billhook/installation/snapshots/snapshots.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { IncludedRequests } from '../../access/rate-limits/included-requests.js';

/** The first downloads of each part, which belong to the request of the snapshot. */
@Injectable()
export class IncludedDownloads extends IncludedRequests {
  constructor(
    private readonly snapshots: SnapshotsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  take(companyId: number, id: number): Promise<boolean> {
    return this.snapshots.countDownload(companyId, id, this.clock.now());
  }
}
