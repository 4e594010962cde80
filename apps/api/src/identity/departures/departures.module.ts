import { Module } from '@nestjs/common';
import { GrantsModule } from '../grants/grants.module.js';
import { KeyTrafficModule } from '../key-traffic/key-traffic.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { MembersModule } from '../members/members.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { DeparturesController } from './departures.controller.js';
import { DeparturesService } from './departures.service.js';

/** What stops working when a member leaves: above the members, whose keys and sessions it reads. */
@Module({
  imports: [KeysModule, KeyTrafficModule, MembersModule, GrantsModule, SessionsModule],
  controllers: [DeparturesController],
  providers: [DeparturesService],
})
export class DeparturesModule {}
