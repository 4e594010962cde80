import type { CreateImport } from '@billhook/contract/installation/import';
import { Database } from '@billhook/db/database';
import type { Kept, PageOf, Window } from '@billhook/db/lists/list-records';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { IMPORTABLE, IMPORT_RESULT_DAYS } from '@billhook/domain/shared/import';
import { Problem } from '@billhook/domain/shared/problems';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { addParts } from '@billhook/installation/imports/import-parts.repository';
import type { Import } from '@billhook/installation/imports/import.entity';
import { ImportsRepository, type ShownImport } from '@billhook/installation/imports/imports.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '../../access/permission.rules.js';
import type { CompanyPrincipal } from '../../request/principal.js';
import { importContent } from './import-content.rules.js';
import { ImportResultsFile } from './import-results.js';

/** Parts that one statement stores: about 3 MB. */
const PARTS_AT_ONCE = 50;

/** Requests of imports, and their results. The worker writes them. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly db: Database,
    private readonly imports: ImportsRepository,
    private readonly companies: CompaniesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(by: CompanyPrincipal, window: Window): Promise<PageOf<Kept<ShownImport>>> {
    return this.imports.list(by.company.id, window);
  }

  get(by: CompanyPrincipal, id: number): Promise<ShownImport> {
    return this.imports.find(by.company.id, id);
  }

  /** @throws Problem 422 invalid_body, 409 too_many_imports */
  async create(by: CompanyPrincipal, body: CreateImport): Promise<Import> {
    requirePermission(by, IMPORTABLE[body.resource].write);
    const companyId = by.company.id;
    // Before the content is split, and again with the company locked.
    await this.imports.requireRoom(this.db, companyId);
    const { reading, parts, total } = importContent(body);
    return this.uow.run(async (tx) => {
      await this.companies.get(companyId, tx, 'FOR NO KEY UPDATE');
      const { resource, format, dryRun } = body;
      const row = await this.imports.insert(tx, {
        ...{ companyId, resource, format, reading, dryRun, total },
        memberId: by.memberId,
        keyId: by.kind === 'key' ? by.key.id : null,
        grantId: by.kind === 'app' ? by.grant.id : null,
        requestedBy: by.label,
        createdAt: this.clock.now(),
      });
      for (let from = 0; from < parts.length; from += PARTS_AT_ONCE) {
        addParts(tx, row, from, parts.slice(from, from + PARTS_AT_ONCE));
      }
      return row;
    });
  }

  /** Records that are written stay. @throws Problem not_found, 409 import_ended */
  cancel(by: CompanyPrincipal, id: number): Promise<Import> {
    return this.uow.run(async (tx) => {
      const row = await this.imports.lock(tx, by.company.id, id);
      if (row.status !== 'Running') throw new Problem('import_ended');
      const completedAt = this.clock.now();
      const expiresAt = new Date(completedAt.getTime() + IMPORT_RESULT_DAYS * DAY_MS);
      const cancelled: Import = { ...row, status: 'Cancelled', completedAt, expiresAt };
      await this.imports.write(tx, cancelled);
      return cancelled;
    });
  }

  /** @throws Problem not_found, 409 import_not_ready */
  async results(by: CompanyPrincipal, id: number): Promise<ImportResultsFile> {
    const row = await this.get(by, id);
    if (row.expiresAt === null || row.expiresAt <= this.clock.now()) throw new Problem('import_not_ready');
    return ImportResultsFile.open(this.db, row);
  }
}
