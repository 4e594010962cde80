import { Module } from '@nestjs/common';
import { PortalLookup } from '../access/lookups.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { PortalLinksController } from './portal-links.controller.js';
import { PortalController } from './portal.controller.js';
import { PortalRepository } from './portal.repository.js';
import { PortalService } from './portal.service.js';

@Module({
  imports: [AccountsModule, AuditModule, AuthModule],
  controllers: [PortalController, PortalLinksController],
  providers: [PortalService, PortalRepository, { provide: PortalLookup, useExisting: PortalService }],
  exports: [PortalLookup],
})
export class PortalModule {}
