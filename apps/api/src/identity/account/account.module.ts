import { PasswordResetsRepository } from '@billhook/identity/auth/password-resets.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { MembersModule } from '../members/members.module.js';
import { AccountController, PasswordResetController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { PasswordResetService } from './password-reset.service.js';

/** The account of a person: their details, their password, and its reset. */
@Module({
  imports: [AuditModule, AuthModule, MembersModule],
  controllers: [AccountController, PasswordResetController],
  providers: [AccountService, PasswordResetService, PasswordResetsRepository],
})
export class AccountModule {}
