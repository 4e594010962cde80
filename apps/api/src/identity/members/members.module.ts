import { MembersRepository } from '@billhook/identity/members/members.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CallerRightsService } from './caller-rights.service.js';
import { MemberLockService } from './member-lock.service.js';
import { MemberStatusController } from './member-status.controller.js';
import { MemberStatusService } from './member-status.service.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';
import { OwnersController } from './owners.controller.js';

/** The members of a company, and what each may do now. */
@Module({
  imports: [AuditModule],
  controllers: [MembersController, MemberStatusController, OwnersController],
  providers: [MembersRepository, CallerRightsService, MemberLockService, MembersService, MemberStatusService],
  exports: [MembersRepository, CallerRightsService, MemberLockService],
})
export class MembersModule {}
