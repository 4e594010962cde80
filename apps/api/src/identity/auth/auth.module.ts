import { Module } from '@nestjs/common';
import { SessionLookup } from '../../access/lookups.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { MembersModule } from '../members/members.module.js';
import { AccountAudit } from './account-audit.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { SignInAttemptsRepository } from '@billhook/identity/auth/sign-in-attempts.repository';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { SessionsService } from './sessions.service.js';
import { CompanySwitchController } from './company-switch.controller.js';
import { CompanySwitchService } from './company-switch.service.js';
import { CredentialsService } from './credentials.service.js';
import { SessionCookieService } from './session-cookie.service.js';
import { FailedSignInsService } from './failed-sign-ins.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordResetsRepository } from '@billhook/identity/auth/password-resets.repository';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondFactorsRepository } from '@billhook/identity/auth/second-factors.repository';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from '@billhook/identity/auth/sessions.repository';
import { SignInThrottleService } from './sign-in-throttle.service.js';

/** How people sign in, and what they do about it. */
@Module({
  imports: [AccountsModule, AuditModule, CompaniesModule, MembersModule],
  controllers: [
    ...[AuthController, SessionsController, CompanySwitchController, AccountController],
    ...[SecondFactorController, PasswordResetController],
  ],
  providers: [
    ...[AuthService, SessionCookieService, SessionsService, SessionsRepository, CredentialsService, SignInThrottleService, SignInAttemptsRepository],
    ...[SecondFactorService, SecondFactorsRepository, PasswordResetService, PasswordResetsRepository],
    ...[AccountService, AccountAudit, CompanySwitchService, FailedSignInsService],
    { provide: SessionLookup, useExisting: AuthService },
  ],
  exports: [
    ...[SessionLookup, AuthService, SessionCookieService, SessionsService, CredentialsService, SignInThrottleService],
    ...[FailedSignInsService, SecondFactorService, PasswordResetService],
  ],
})
export class AuthModule {}
