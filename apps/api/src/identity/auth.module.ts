import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { PasswordResetsRepository } from '@billhook/identity/auth/password-resets.repository';
import { SecondFactorsRepository } from '@billhook/identity/auth/second-factors.repository';
import { SessionsRepository } from '@billhook/identity/auth/sessions.repository';
import { SignInAttemptsRepository } from '@billhook/identity/auth/sign-in-attempts.repository';
import { InvitationsRepository } from '@billhook/identity/invitations/invitations.repository';
import { Module } from '@nestjs/common';
import { SessionLookup } from '../access/lookups.js';
import { AccountController, PasswordResetController } from './account/account.controller.js';
import { AccountService } from './account/account.service.js';
import { PasswordResetService } from './account/password-reset.service.js';
import { AccountAuditService } from './auth/account-audit.service.js';
import { AuthController, CompanySwitchController } from './auth/auth.controller.js';
import { AuthService, CompanySwitchService } from './auth/auth.service.js';
import { CredentialsService } from './auth/credentials.service.js';
import { FailedSignInsService } from './auth/failed-sign-ins.service.js';
import { SecondFactorController } from './auth/second-factor.controller.js';
import { SecondFactorService } from './auth/second-factor.service.js';
import { SessionCookieService } from './auth/session-cookie.service.js';
import { SignInThrottleService } from './auth/sign-in-throttle.service.js';
import { AcceptanceService } from './invitations/acceptance.service.js';
import { AcceptanceController, InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { OwnerInvitationsService } from './invitations/owner-invitations.service.js';
import { MembersModule } from './members.module.js';
import { MemberSessionsController, SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';

/** Signing in and out, sessions, accounts and invitations. */
@Module({
  imports: [MembersModule],
  controllers: [
    ...[SessionsController, MemberSessionsController, AuthController, CompanySwitchController],
    ...[SecondFactorController, AccountController, PasswordResetController, InvitationsController],
    AcceptanceController,
  ],
  providers: [
    ...[SessionsService, SessionsRepository, AccountsRepository, SecondFactorsRepository],
    ...[SignInAttemptsRepository, AuthService, SessionCookieService, CredentialsService, AccountAuditService],
    ...[SignInThrottleService, FailedSignInsService, SecondFactorService, CompanySwitchService],
    ...[AccountService, PasswordResetService, PasswordResetsRepository, InvitationsService],
    ...[AcceptanceService, OwnerInvitationsService, InvitationsRepository],
    { provide: SessionLookup, useExisting: AuthService },
  ],
  exports: [
    ...[
      SessionLookup,
      AuthService,
      SessionCookieService,
      CredentialsService,
      FailedSignInsService,
      SignInThrottleService,
    ],
    ...[SessionsService, SessionsRepository, AccountsRepository, OwnerInvitationsService],
  ],
})
export class AuthModule {}
