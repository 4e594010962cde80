import { Readable } from 'node:stream';
import type { AuditEntryView, AuditFilters, ExportAudit } from '@billhook/contract/identity/audit';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { dateInZone } from '@billhook/domain/shared/calendar';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { SessionLookup } from '../../access/lookups.js';
import type { MemberPrincipal, Principal } from '../../request/principal.js';
import { requireStill } from '../../access/session-recheck.service.js';
import { CLOCK } from '@billhook/platform/tokens';
import { actorOf } from './actor-of.js';
import { AuditLog } from './audit-log.js';
import { AuditRepository } from '@billhook/identity/audit/audit.repository';
import { EXPORT_WRITERS, presentEntry } from './audit.presenter.js';

/** Some 500 KB at once, whatever the size of the whole. */
const BATCH = 1000;

/** The audit log as a file. */
@Injectable()
export class AuditService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly reader: AuditRepository,
    private readonly sessions: SessionLookup,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * What the filters let through at this moment, newest first. That it was exported is an entry by itself, after those of the file.
   * @param sessionId with which it is asked for: it is looked up again on the way
   */
  async file(
    by: MemberPrincipal & Principal,
    sessionId: string,
    { format, ...filters }: ExportAudit,
  ): Promise<StreamableFile> {
    const { id, timeZone } = by.company;
    const at = this.clock.now();
    const extent = await this.uow.run(async (tx) => {
      const found = await this.reader.extent(tx, id, filters);
      await this.audit.record(tx, actorOf(by), 'audit_log.exported', null, { format, filters, entries: found.count });
      return found;
    });
    const writer = EXPORT_WRITERS[format];
    const text = writer.write({ companyId: id, exportedAt: at, entries: this.batches(by, sessionId, filters, extent) });
    return new StreamableFile(Readable.from(text, { objectMode: false }), {
      type: writer.type,
      disposition: `attachment; filename="audit-log-${dateInZone(at, timeZone)}.${format}"`,
    });
  }

  private async *batches(
    by: Principal,
    sessionId: string,
    filters: AuditFilters,
    { lastId }: { readonly lastId: number | null },
  ): AsyncGenerator<AuditEntryView[]> {
    let next = lastId;
    while (next !== null) {
      const rows = await this.reader.upTo(by.company.id, filters, next, BATCH);
      yield rows.map(presentEntry);
      const last = rows.length < BATCH ? undefined : rows.at(-1);
      if (!last) return;
      next = last.id - 1;
      await requireStill(this.sessions, by, sessionId, 'audit.read');
    }
  }
}
