import { Module } from '@nestjs/common';
import { AuthModule } from './auth.module.js';
import { DeparturesController } from './departures/departures.controller.js';
import { DeparturesService } from './departures/departures.service.js';
import { KeysModule } from './keys.module.js';
import { MembersModule } from './members.module.js';
import { OAuthModule } from './oauth.module.js';
import { MeController, PermissionCatalogueController } from './permissions/me.controller.js';
import { PermissionsService } from './permissions/permissions.service.js';

/** What callers may do, and what stops working when a member leaves. */
@Module({
  imports: [AuthModule, KeysModule, MembersModule, OAuthModule],
  controllers: [MeController, PermissionCatalogueController, DeparturesController],
  providers: [PermissionsService, DeparturesService],
})
export class PermissionsModule {}
