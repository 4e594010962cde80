import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { AuditExport } from './audit.service.js';
import { AuditReader } from '@billhook/identity/audit/audit.repository';
import { AuditController } from './audit.controller.js';
import { AuditModule } from './audit.module.js';

/** Apart from AuditModule, since it needs the sessions, and these write to the audit log. */
@Module({ imports: [AuditModule, AuthModule], controllers: [AuditController], providers: [AuditReader, AuditExport] })
export class AuditPagesModule {}
