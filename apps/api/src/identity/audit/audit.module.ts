import { AuditLog } from '@billhook/identity/audit/audit-log';
import { AuditRepository } from '@billhook/identity/audit/audit.repository';
import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';

/** Writing, listing and exporting the audit log. */
@Module({
  controllers: [AuditController],
  providers: [AuditLog, AuditRepository, AuditService],
  exports: [AuditLog],
})
export class AuditModule {}
