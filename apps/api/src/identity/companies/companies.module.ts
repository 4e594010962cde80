import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CompaniesController } from './companies.controller.js';
import { CompaniesService } from './companies.service.js';

@Module({
  imports: [AuditModule],
  controllers: [CompaniesController],
  providers: [CompaniesService, CompaniesRepository],
  exports: [CompaniesService],
})
export class CompaniesModule {}
