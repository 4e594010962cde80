import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { KeyTrafficModule } from '../key-traffic/key-traffic.module.js';
import { MembersModule } from '../members/members.module.js';
import { OAuthModule } from '../oauth/oauth.module.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';
import { LogoLoader } from './logo-loader.js';

/** The applications that members of a company build. */
@Module({
  imports: [AuditModule, GrantsModule, KeyTrafficModule, MembersModule, OAuthModule],
  controllers: [ApplicationsController],
  providers: [ApplicationsService, LogoLoader],
})
export class ApplicationsModule {}
