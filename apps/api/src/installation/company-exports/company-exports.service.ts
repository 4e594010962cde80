import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { READY_EXPORT_STATUSES } from '@billhook/domain/identity/company-export';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { Problem } from '@billhook/domain/shared/problems';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';
import { CompanyExportsRepository } from '@billhook/installation/company-exports/company-exports.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { SessionRecheckService } from '../../access/session-recheck.service.js';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import { CallerRightsService } from '../../identity/members/caller-rights.service.js';
import type { Principal, SignedInMember } from '../../request/principal.js';
import { archiveOf } from './export-archive.js';

export const ARCHIVE_TYPE = 'application/zip';

/** Requests and downloads of exports. The worker writes them. */
@Injectable()
export class CompanyExportsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly db: Database,
    private readonly exports: CompanyExportsRepository,
    private readonly companies: CompaniesRepository,
    private readonly rights: CallerRightsService,
    private readonly audit: AuditLog,
    private readonly sessions: SessionRecheckService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(by: Principal): Promise<CompanyExport[]> {
    return this.exports.list(by.company.id);
  }

  /** @throws Problem 409 export_running */
  request(by: SignedInMember): Promise<CompanyExport> {
    const companyId = by.company.id;
    return this.uow.run(async (tx) => {
      await this.companies.get(companyId, tx, 'FOR UPDATE');
      await this.rights.currentInCell(tx, by, 'company.manage');
      const { memberId, label: requestedBy } = by;
      const row = await this.exports.insert(tx, { companyId, memberId, requestedBy, createdAt: this.clock.now() });
      await this.audit.record(tx, actorOf(by), 'company.export_requested', `export ${row.id}`);
      return row;
    });
  }

  /**
   * The files of a completed or incomplete export as a ZIP file.
   * @param sessionId of the caller: it is checked again while the file is sent
   * @throws Problem not_found, export_not_ready
   */
  async archive(by: SignedInMember, sessionId: string, id: number): Promise<StreamableFile> {
    const companyId = by.company.id;
    const now = this.clock.now();
    const row = await this.exports.find(companyId, id);
    const { status, expiresAt, completedAt } = row;
    const isReady = READY_EXPORT_STATUSES.some((one) => one === status);
    if (!isReady || !expiresAt || expiresAt <= now || !completedAt) throw new Problem('export_not_ready');
    await this.uow.run((tx) =>
      this.audit.record(tx, actorOf(by), 'company.export_downloaded', `export ${id}`, { digest: row.digest }),
    );
    const check = () => this.sessions.require(by, sessionId, 'company.manage');
    return new StreamableFile(archiveOf(this.db, row, completedAt, check), {
      type: ARCHIVE_TYPE,
      disposition: `attachment; filename="billhook-export-${id}-${dateInZone(completedAt, by.company.timeZone)}.zip"`,
    });
  }
}
