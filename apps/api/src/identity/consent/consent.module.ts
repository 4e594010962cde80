import { ConsentCompaniesRepository } from '@billhook/identity/oauth/consent-companies.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { MembersModule } from '../members/members.module.js';
import { OAuthModule } from '../oauth/oauth.module.js';
import { ConsentController } from './consent.controller.js';
import { ConsentService } from './consent.service.js';
import { PendingConsentsService } from './pending-consents.service.js';

/** The page on which a member authorises an application or a device. */
@Module({
  imports: [AuditModule, AuthModule, GrantsModule, MembersModule, OAuthModule],
  controllers: [ConsentController],
  providers: [ConsentCompaniesRepository, ConsentService, PendingConsentsService],
})
export class ConsentModule {}
