import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { CompanyKeysController, MemberKeysController } from './company-keys.controller.js';
import { KeyExportService } from './key-export.service.js';

/** All keys of a company, for its administrators, and the keys of its service members. */
@Module({
  imports: [AuditModule, KeysModule],
  controllers: [CompanyKeysController, MemberKeysController],
  providers: [KeyExportService],
})
export class CompanyKeysModule {}
