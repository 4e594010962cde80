import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { CompanyExportsRepository } from '@billhook/installation/company-exports/company-exports.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../../identity/audit/audit.module.js';
import { MembersModule } from '../../identity/members/members.module.js';
import { CompanyExportsController } from './company-exports.controller.js';
import { CompanyExportsService } from './company-exports.service.js';

@Module({
  imports: [AuditModule, MembersModule],
  controllers: [CompanyExportsController],
  providers: [CompanyExportsService, CompanyExportsRepository, CompaniesRepository],
})
export class CompanyExportsModule {}
