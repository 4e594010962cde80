import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { SecondFactorsRepository } from '@billhook/identity/auth/second-factors.repository';
import { SessionsRepository } from '@billhook/identity/auth/sessions.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MembersModule } from '../members/members.module.js';
import { MemberSessionsController, SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

/** Sessions: how they start and end. */
@Module({
  imports: [AuditModule, MembersModule],
  controllers: [SessionsController, MemberSessionsController],
  providers: [SessionsService, SessionsRepository, AccountsRepository, SecondFactorsRepository],
  exports: [SessionsService, SessionsRepository, AccountsRepository, SecondFactorsRepository],
})
export class SessionsModule {}
