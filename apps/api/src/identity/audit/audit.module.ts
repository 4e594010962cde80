import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log.js';

/** For features that write to the audit log. `audit-pages.module.ts` reads it. */
@Module({ providers: [AuditLog], exports: [AuditLog] })
export class AuditModule {}
