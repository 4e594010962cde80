import { Readable } from 'node:stream';
import type { AuditEntryView, AuditFilters, AuditRow, ExportAudit, ListAudit } from '@billhook/contract/identity/audit';
import type { ListOf } from '@billhook/contract/shared/page';
import { keepingCell } from '@billhook/db/current-cell';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { presentEntry } from '@billhook/identity/audit/audit-entry.presenter';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { AuditRepository, type Extent } from '@billhook/identity/audit/audit.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { SessionRecheckService } from '../../access/session-recheck.service.js';
import { PagingService } from '../../request/paging/paging.service.js';
import type { Principal, SignedInMember } from '../../request/principal.js';
import { actorOf } from './actor-of.rules.js';
import { EXPORT_WRITERS, presentRow } from './audit.presenter.js';

/** About 500 KB in memory, whatever the size of the file. */
const BATCH = 1000;

/** Lists and exports the audit log of a company. */
@Injectable()
export class AuditService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly entries: AuditRepository,
    private readonly audit: AuditLog,
    private readonly sessions: SessionRecheckService,
    private readonly paging: PagingService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Newest first. */
  list(by: Principal, query: ListAudit): Promise<ListOf<AuditRow>> {
    const { id } = by.company;
    const { limit: _, cursor: __, ...filters } = query;
    return this.paging.page('audit', id, query, (window) => this.entries.list(id, filters, window), presentRow);
  }

  /**
   * What the filters match at this moment, newest first. The export itself is audited, after the entries of the file.
   * @param sessionId of the caller: it is checked again after each batch
   */
  async export(by: SignedInMember, sessionId: string, { format, ...filters }: ExportAudit): Promise<StreamableFile> {
    const { id, timeZone } = by.company;
    const at = this.clock.now();
    const global = await this.entries.globalExtent(id, filters);
    const extent = await this.uow.run(async (tx) => {
      const own = await this.entries.extent(tx, id, filters);
      const found = global ? { ...own, count: own.count + global.count, lastGlobalId: global.lastId } : own;
      await this.audit.record(tx, actorOf(by), 'audit_log.exported', null, { format, filters, entries: found.count });
      return found;
    });
    const writer = EXPORT_WRITERS[format];
    const text = writer.write({ companyId: id, exportedAt: at, entries: this.batches(by, sessionId, filters, extent) });
    return new StreamableFile(Readable.from(keepingCell(text), { objectMode: false }), {
      type: writer.type,
      disposition: `attachment; filename="audit-log-${dateInZone(at, timeZone)}.${format}"`,
    });
  }

  private async *batches(
    by: Principal,
    sessionId: string,
    filters: AuditFilters,
    extent: Extent,
  ): AsyncGenerator<AuditEntryView[]> {
    let isFirst = true;
    for await (const rows of this.entries.within(by.company.id, filters, extent, BATCH)) {
      if (!isFirst) await this.sessions.require(by, sessionId, 'audit.read');
      isFirst = false;
      yield rows.map(presentEntry);
    }
  }
}
