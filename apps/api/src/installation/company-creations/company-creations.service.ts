import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { CompanyCreations } from '@billhook/installation/company-creations/company-creations';
import { Injectable } from '@nestjs/common';

/** Creates companies: the first one, those of the operator, sandboxes and those of the demo data. */
@Injectable()
export class CompanyCreationsService extends CompanyCreations {
  constructor(uow: UnitOfWork, db: Database, audit: AuditLog) {
    super(uow, db, audit);
  }
}
