import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { AuditService } from './audit.service.js';
import { AuditRepository } from '@billhook/identity/audit/audit.repository';
import { AuditController } from './audit.controller.js';
import { AuditModule } from './audit.module.js';

/** Apart from AuditModule, since it needs the sessions, and these write to the audit log. */
@Module({ imports: [AuditModule, AuthModule], controllers: [AuditController], providers: [AuditRepository, AuditService] })
export class AuditPagesModule {}
