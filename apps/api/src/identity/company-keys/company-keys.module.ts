import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { CompanyKeysController } from './company-keys.controller.js';
import { KeyExportService } from './key-export.service.js';
import { MemberKeysController } from './member-keys.controller.js';

/** All keys of a company, for its administrators, and the keys of its service members. */
@Module({
  imports: [AuditModule, KeysModule],
  controllers: [CompanyKeysController, MemberKeysController],
  providers: [KeyExportService],
})
export class CompanyKeysModule {}
