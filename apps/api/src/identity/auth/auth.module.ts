import { SignInAttemptsRepository } from '@billhook/identity/auth/sign-in-attempts.repository';
import { Module } from '@nestjs/common';
import { SessionLookup } from '../../access/lookups.js';
import { AuditModule } from '../audit/audit.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { MembersModule } from '../members/members.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountAuditService } from './account-audit.service.js';
import { AuthController, CompanySwitchController } from './auth.controller.js';
import { AuthService, CompanySwitchService } from './auth.service.js';
import { CredentialsService } from './credentials.service.js';
import { FailedSignInsService } from './failed-sign-ins.service.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorService } from './second-factor.service.js';
import { SessionCookieService } from './session-cookie.service.js';
import { SignInThrottleService } from './sign-in-throttle.service.js';

/** Signing in and out, with a password and two-factor authentication. */
@Module({
  imports: [AuditModule, CompaniesModule, MembersModule, SessionsModule],
  controllers: [AuthController, CompanySwitchController, SecondFactorController],
  providers: [
    ...[SignInAttemptsRepository, AuthService, SessionCookieService, CredentialsService, AccountAuditService],
    ...[SignInThrottleService, FailedSignInsService, SecondFactorService, CompanySwitchService],
    { provide: SessionLookup, useExisting: AuthService },
  ],
  exports: [
    ...[SessionsModule, SessionLookup, AuthService, SessionCookieService, CredentialsService, AccountAuditService],
    ...[SignInThrottleService, FailedSignInsService, SecondFactorService],
  ],
})
export class AuthModule {}
