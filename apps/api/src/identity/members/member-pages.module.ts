import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { KeyTrafficModule } from '../key-traffic/key-traffic.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { DeparturesService } from '../departures/departures.service.js';
import { MemberKeys } from './member-keys.js';
import { MemberStatusController } from './member-status.controller.js';
import { MemberStatusService } from './member-status.service.js';
import { MemberRules } from './member.rules.js';
import { MembersController } from './members.controller.js';
import { MembersModule } from './members.module.js';
import { MembersService } from './members.service.js';
import { OwnersController } from './owners.controller.js';

/** The members in the settings. */
@Module({
  imports: [AuditModule, AuthModule, KeysModule, KeyTrafficModule, MembersModule],
  controllers: [MembersController, MemberStatusController, OwnersController],
  providers: [...[MembersService, MemberStatusService, DeparturesService], ...[MemberRules, MemberKeys]],
})
export class MemberPagesModule {}
