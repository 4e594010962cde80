import type { Database } from '@billhook/db/database';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import { ImportsRepository } from '@billhook/installation/imports/imports.repository';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import type { Meter } from '@billhook/platform/metrics/meter';
import { ClientImportWriter } from './client-import-writer.js';
import { mayStillWrite } from './import-permission.js';
import { ImportsJob } from './imports.job.js';
import { Imports } from './imports.js';

interface ImportsJobNeeds {
  readonly db: Database;
  readonly uow: UnitOfWork;
  readonly records: RecordContext;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly meter: Meter;
}

/** The job of imports, with the writer of each resource. */
export function importsJob({ db, uow, records, clock, logger, meter }: ImportsJobNeeds): ImportsJob {
  const imports = new ImportsRepository(records.source, db);
  const companies = new CompaniesRepository(records.source, db);
  const sources = {
    members: new MembersRepository(records.source, db),
    keys: new KeysRepository(records.source, db),
    grants: new OAuthGrantsRepository(db),
  };
  const writer = new Imports({
    ...{ uow, clock, meter, imports },
    writers: { clients: new ClientImportWriter(new ClientsRepository(records)) },
    mayStillWrite: (tx, job, permission, now) => mayStillWrite(tx, sources, job, permission, now),
    companyOf: (tx, companyId) => companies.get(companyId, tx),
  });
  return new ImportsJob({ imports, writer, db: db.autocommit, clock, logger });
}
