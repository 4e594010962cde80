import { AuditLog } from '@billhook/identity/audit/audit-log';
import { AuditRepository } from '@billhook/identity/audit/audit.repository';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { SandboxesRepository } from '@billhook/identity/companies/sandboxes.repository';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { Module } from '@nestjs/common';
import { AuditController } from './audit/audit.controller.js';
import { AuditService } from './audit/audit.service.js';
import { CompaniesController } from './companies/companies.controller.js';
import { CompaniesService } from './companies/companies.service.js';
import { LogosController } from './companies/logos.controller.js';
import { CallerRightsService } from './members/caller-rights.service.js';
import { MemberLockService } from './members/member-lock.service.js';
import { MemberStatusService } from './members/member-status.service.js';
import { MemberStatusController, MembersController, OwnersController } from './members/members.controller.js';
import { MembersService } from './members/members.service.js';

/** Companies, their members, what each may do now, and the audit log. */
@Module({
  controllers: [
    ...[
      AuditController,
      MembersController,
      MemberStatusController,
      OwnersController,
      CompaniesController,
      LogosController,
    ],
  ],
  providers: [
    ...[AuditLog, AuditRepository, AuditService, MembersRepository, CallerRightsService, MemberLockService],
    ...[MembersService, MemberStatusService, CompaniesService, CompaniesRepository, SandboxesRepository],
  ],
  exports: [
    ...[AuditLog, MembersRepository, CallerRightsService, MemberLockService, CompaniesService, SandboxesRepository],
  ],
})
export class MembersModule {}
