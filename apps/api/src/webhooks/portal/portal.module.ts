import { PortalRepository } from '@billhook/webhooks/portal/portal.repository';
import { Module } from '@nestjs/common';
import { PortalLookup } from '../../access/lookups.js';
import { AuditModule } from '../../identity/audit/audit.module.js';
import { AuthModule } from '../../identity/auth/auth.module.js';
import { PortalClosingEffect } from './portal-closing.effect.js';
import { PortalLinksController, PortalController } from './portal.controller.js';
import { PortalService } from './portal.service.js';

@Module({
  imports: [AuditModule, AuthModule],
  controllers: [PortalController, PortalLinksController],
  providers: [
    PortalService,
    PortalRepository,
    PortalClosingEffect,
    { provide: PortalLookup, useExisting: PortalService },
  ],
  exports: [PortalLookup, PortalClosingEffect],
})
export class PortalModule {}
