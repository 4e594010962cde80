import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { ImportsRepository } from '@billhook/installation/imports/imports.repository';
import { Module } from '@nestjs/common';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';

@Module({
  controllers: [ImportsController],
  providers: [ImportsService, ImportsRepository, CompaniesRepository],
})
export class ImportsModule {}
