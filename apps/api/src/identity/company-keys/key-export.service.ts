import { Readable } from 'node:stream';
import type { ExportCompanyKeys } from '@billhook/contract/identity/key';
import type { Edge } from '@billhook/db/lists/sort';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { KEY_COLUMNS, keyLine } from '@billhook/identity/keys/key-export.presenter';
import { withoutSecrets, type KeyFilter } from '@billhook/identity/keys/key-filter';
import { presentApiKey } from '@billhook/identity/keys/key.presenter';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { CSV_TYPE, writeCsv } from '@billhook/platform/csv';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { SessionRecheckService } from '../../access/session-recheck.service.js';
import type { Principal, SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';

/** About 500 KB in memory, whatever the size of the file. */
const BATCH = 1000;

/** Exports the keys of a company. */
@Injectable()
export class KeyExportService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly keys: KeysRepository,
    private readonly audit: AuditLog,
    private readonly sessions: SessionRecheckService,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  /**
   * What the filters match, newest first, as the keys are at this moment.
   * @param sessionId of the caller: it is checked again after each batch
   */
  async file(
    by: SignedInMember,
    sessionId: string,
    { format, ...rawFilters }: ExportCompanyKeys,
  ): Promise<StreamableFile> {
    const { id, timeZone } = by.company;
    const now = this.clock.now();
    const filters = withoutSecrets(rawFilters);
    await this.uow.run(async (tx) => {
      const counted = await this.keys.count(id, filters, now, tx);
      const keys = counted.reduce((sum, { count }) => sum + count, 0);
      await this.audit.record(tx, actorOf(by), 'api_key.exported', null, { format, filters, keys });
    });
    const text = writeCsv(KEY_COLUMNS, this.batches(by, sessionId, filters, now));
    return new StreamableFile(Readable.from(text, { objectMode: false }), {
      type: CSV_TYPE,
      disposition: `attachment; filename="api-keys-${dateInZone(now, timeZone)}.${format}"`,
    });
  }

  private async *batches(
    by: Principal,
    sessionId: string,
    filter: KeyFilter,
    now: Date,
  ): AsyncGenerator<ReturnType<typeof keyLine>[]> {
    let from: Edge | undefined;
    for (;;) {
      const { entries, hasMore } = await this.keys.list(by.company.id, filter, { from, limit: BATCH }, now);
      yield entries.map(({ row }) => keyLine(presentApiKey(row, now)));
      const last = entries.at(-1);
      if (!hasMore || !last) return;
      from = { ...last.position, back: false, including: false };
      await this.sessions.require(by, sessionId, 'api_key.manage');
    }
  }
}
