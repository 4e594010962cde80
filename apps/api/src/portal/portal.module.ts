import { Module } from '@nestjs/common';
import { PortalLookup } from '../access/lookups.js';
import { AuditModule } from '../audit/audit.module.js';
import { PortalLinksController } from './portal-links.controller.js';
import { PortalController } from './portal.controller.js';
import { PortalRepository } from './portal.repository.js';
import { PortalService } from './portal.service.js';

@Module({
  imports: [AuditModule],
  controllers: [PortalController, PortalLinksController],
  providers: [PortalService, PortalRepository, { provide: PortalLookup, useExisting: PortalService }],
  exports: [PortalLookup],
})
export class PortalModule {}
