import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../../identity/audit/audit.module.js';
import { MembersModule } from '../../identity/members/members.module.js';
import { CompanyDeletionsController } from './company-deletions.controller.js';
import { CompanyDeletionsService } from './company-deletions.service.js';

@Module({
  imports: [AuditModule, MembersModule],
  controllers: [CompanyDeletionsController],
  providers: [CompanyDeletionsService, CompanyDeletionsRepository, CompaniesRepository],
  exports: [CompanyDeletionsRepository],
})
export class CompanyDeletionsModule {}
