import type { ResetSandbox, SandboxReset } from '@billhook/contract/installation/sandbox';
import { deleteRows } from '@billhook/db/company-rows';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { expireChanges } from '@billhook/invoicing/changes/expire-changes';
import { lockDeliveriesOf } from '@billhook/webhooks/deliveries/delivery-actions.sql';
import { Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import { CallerRightsService } from '../../identity/members/caller-rights.service.js';
import type { SignedInMember } from '../../request/principal.js';
import { SandboxExamplesService } from './sandbox-examples.service.js';
import { RESET_ROWS } from './sandbox-rows.js';

/** Deletes the records of a sandbox, in one transaction: an error leaves all of them. */
@Injectable()
export class SandboxResetService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly companies: CompaniesRepository,
    private readonly rights: CallerRightsService,
    private readonly examples: SandboxExamplesService,
    private readonly audit: AuditLog,
  ) {}

  /** @throws Problem 404 in a production company; 422 for another name, or for examples when the company cannot issue an invoice */
  run(by: SignedInMember, { name, examples }: ResetSandbox): Promise<SandboxReset> {
    const companyId = by.company.id;
    return this.uow.around(async (tx) => {
      // Until the commit, no row that refers to the company is inserted.
      const company = await this.companies.get(companyId, tx, 'FOR UPDATE');
      await this.rights.currentInCell(tx, by, 'company.manage');
      if (company.kind !== 'Sandbox') throw new Problem('not_found', 'The company is not a sandbox.');
      if (name !== company.name) throw invalidBody('/name', 'wrong_name', 'must be the name of the sandbox');
      // No worker claims a locked delivery, which would add an attempt to it.
      await lockDeliveriesOf(tx, companyId);
      await expireChanges(tx, companyId);
      let deletedRows = 0;
      for (const rows of RESET_ROWS) {
        for (let some = -1; some !== 0; deletedRows += some) some = await deleteRows(tx, rows, companyId);
      }
      await this.audit.record(tx, actorOf(by), 'sandbox.reset', null, { deletedRows });
      if (examples) await this.examples.create(by, company);
      return { deletedRows };
    });
  }
}
