import { OAuthPoliciesRepository } from '@billhook/identity/oauth/application-policies.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { KeyTrafficModule } from '../key-traffic/key-traffic.module.js';
import { MembersModule } from '../members/members.module.js';
import { ApplicationPolicyService } from './application-policy.service.js';
import { CompanyApplicationsController } from './company-applications.controller.js';
import { CompanyApplicationsService } from './company-applications.service.js';

/** The applications that members of a company use, and the policy of the company. */
@Module({
  imports: [AuditModule, GrantsModule, KeyTrafficModule, MembersModule],
  controllers: [CompanyApplicationsController],
  providers: [OAuthPoliciesRepository, CompanyApplicationsService, ApplicationPolicyService],
})
export class CompanyApplicationsModule {}
