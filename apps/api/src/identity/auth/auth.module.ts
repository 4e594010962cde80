import { Module } from '@nestjs/common';
import { SessionLookup } from '../../access/lookups.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { MembersModule } from '../members/members.module.js';
import { AccountAudit } from './account-audit.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { AttemptsRepository } from '@billhook/identity/auth/sign-in-attempts.repository';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { BrowserSessions } from './sessions.service.js';
import { CompanySwitchController } from './company-switch.controller.js';
import { CompanySwitchService } from './company-switch.service.js';
import { Credentials } from './credentials.service.js';
import { Entrance } from './session-cookie.service.js';
import { FailedSignIns } from './failed-sign-ins.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordResetsRepository } from '@billhook/identity/auth/password-resets.repository';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondFactorsRepository } from '@billhook/identity/auth/second-factors.repository';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from '@billhook/identity/auth/sessions.repository';
import { SignInThrottle } from './sign-in-throttle.service.js';

/** How people sign in, and what they do about it. */
@Module({
  imports: [AccountsModule, AuditModule, CompaniesModule, MembersModule],
  controllers: [
    ...[AuthController, SessionsController, CompanySwitchController, AccountController],
    ...[SecondFactorController, PasswordResetController],
  ],
  providers: [
    ...[AuthService, Entrance, BrowserSessions, SessionsRepository, Credentials, SignInThrottle, AttemptsRepository],
    ...[SecondFactorService, SecondFactorsRepository, PasswordResetService, PasswordResetsRepository],
    ...[AccountService, AccountAudit, CompanySwitchService, FailedSignIns],
    { provide: SessionLookup, useExisting: AuthService },
  ],
  exports: [
    ...[SessionLookup, AuthService, Entrance, BrowserSessions, Credentials, SignInThrottle],
    ...[FailedSignIns, SecondFactorService, PasswordResetService],
  ],
})
export class AuthModule {}
