import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { PasswordResetsRepository } from '@billhook/identity/auth/password-resets.repository';
import { SecondFactorsRepository } from '@billhook/identity/auth/second-factors.repository';
import { SessionsRepository } from '@billhook/identity/auth/sessions.repository';
import { SignInAttemptsRepository } from '@billhook/identity/auth/sign-in-attempts.repository';
import { Module } from '@nestjs/common';
import { SessionLookup } from '../../access/lookups.js';
import { AuditModule } from '../audit/audit.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { MembersModule } from '../members/members.module.js';
import { AccountAudit } from './account-audit.service.js';
import { AccountController } from '../account/account.controller.js';
import { AccountService } from '../account/account.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { CompanySwitchController } from './company-switch.controller.js';
import { CompanySwitchService } from './company-switch.service.js';
import { CredentialsService } from './credentials.service.js';
import { FailedSignInsService } from './failed-sign-ins.service.js';
import { MemberSessionsController } from '../sessions/member-sessions.controller.js';
import { PasswordResetController } from '../account/password-reset.controller.js';
import { PasswordResetService } from '../account/password-reset.service.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorService } from './second-factor.service.js';
import { SessionCookieService } from './session-cookie.service.js';
import { SessionsController } from '../sessions/sessions.controller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInThrottleService } from './sign-in-throttle.service.js';

/** Accounts: signing in, sessions, passwords and second factors. */
@Module({
  imports: [AuditModule, CompaniesModule, MembersModule],
  controllers: [
    ...[AuthController, SessionsController, MemberSessionsController, CompanySwitchController, AccountController],
    ...[SecondFactorController, PasswordResetController],
  ],
  providers: [
    ...[AccountsRepository, SessionsRepository, SignInAttemptsRepository, SecondFactorsRepository],
    ...[PasswordResetsRepository, AuthService, SessionCookieService, SessionsService, CredentialsService],
    ...[SignInThrottleService, FailedSignInsService, SecondFactorService, PasswordResetService],
    ...[AccountService, AccountAudit, CompanySwitchService],
    { provide: SessionLookup, useExisting: AuthService },
  ],
  exports: [
    ...[SessionLookup, AccountsRepository, AuthService, SessionCookieService, SessionsService, CredentialsService],
    ...[SignInThrottleService, FailedSignInsService, SecondFactorService, PasswordResetService],
  ],
})
export class AuthModule {}
