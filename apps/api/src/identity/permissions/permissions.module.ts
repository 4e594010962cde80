import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { MembersModule } from '../members/members.module.js';
import { MeController, PermissionCatalogueController } from './me.controller.js';
import { PermissionsService } from './permissions.service.js';

@Module({
  imports: [KeysModule, MembersModule],
  controllers: [MeController, PermissionCatalogueController],
  providers: [PermissionsService],
})
export class PermissionsModule {}
