import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log.js';

/** For whoever writes to the audit log. Those who read it: `audit-pages.module.ts`. */
@Module({ providers: [AuditLog], exports: [AuditLog] })
export class AuditModule {}
