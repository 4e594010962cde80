import { KeyPoliciesRepository } from '@billhook/identity/keys/key-policies.repository';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MembersModule } from '../members/members.module.js';
import { KeyPolicyController } from './key-policy.controller.js';
import { KeyPolicyService } from './key-policy.service.js';

/** The rules of a company for the lifetimes and networks of its keys. */
@Module({
  imports: [AuditModule, MembersModule],
  controllers: [KeyPolicyController],
  providers: [KeyPolicyService, KeyPoliciesRepository],
  exports: [KeyPolicyService],
})
export class KeyPolicyModule {}
