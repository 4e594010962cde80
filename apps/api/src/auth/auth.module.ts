import { Module } from '@nestjs/common';
import { SessionLookup } from '../access/lookups.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { MembersModule } from '../members/members.module.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { SessionsRepository } from './sessions.repository.js';

@Module({
  imports: [AccountsModule, AuditModule, CompaniesModule, MembersModule],
  controllers: [AuthController],
  providers: [AuthService, SessionsRepository, { provide: SessionLookup, useExisting: AuthService }],
  exports: [SessionLookup],
})
export class AuthModule {}
