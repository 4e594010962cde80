import { InvitationsRepository } from '@billhook/identity/invitations/invitations.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { MembersModule } from '../members/members.module.js';
import { AcceptanceService } from './acceptance.service.js';
import { AcceptanceController, InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { OwnerInvitationsService } from './owner-invitations.service.js';

@Module({
  imports: [AuditModule, AuthModule, MembersModule],
  controllers: [InvitationsController, AcceptanceController],
  providers: [InvitationsService, AcceptanceService, OwnerInvitationsService, InvitationsRepository],
  exports: [OwnerInvitationsService],
})
export class InvitationsModule {}
