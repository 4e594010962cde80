import { MembersRepository } from '@billhook/identity/members/members.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CallerRightsService } from './caller-rights.service.js';
import { MemberStatusController, MembersController, OwnersController } from './members.controller.js';
import { MemberStatusService, MembersService } from './members.service.js';
import { MemberRules } from './member.rules.js';

/** The members of a company, and what each may do now. */
@Module({
  imports: [AuditModule],
  controllers: [MembersController, MemberStatusController, OwnersController],
  providers: [MembersRepository, CallerRightsService, MemberRules, MembersService, MemberStatusService],
  exports: [MembersRepository, CallerRightsService, MemberRules],
})
export class MembersModule {}
