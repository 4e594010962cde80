import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { MembersModule } from '../members/members.module.js';
import { CompanyKeysController } from './company-keys.controller.js';
import { KeyChanges } from './key-changes.js';
import { KeyExport } from './key-export.service.js';
import { KeyMinting } from './key-issuing.service.js';
import { KeyPolicies } from './key-policy.service.js';
import { KeyPolicyController } from './key-policy.controller.js';
import { KeyRevoking } from './key-revocation.service.js';
import { KeyTrial } from './key-trial.js';
import { KeysController } from './keys.controller.js';
import { KeysModule } from './keys.module.js';
import { MemberKeysController } from './member-keys.controller.js';

/** The keys in the settings. */
@Module({
  imports: [AuditModule, AuthModule, KeysModule, MembersModule],
  controllers: [KeysController, CompanyKeysController, MemberKeysController, KeyPolicyController],
  providers: [KeyMinting, KeyChanges, KeyRevoking, KeyExport, KeyPolicies, KeyTrial],
})
export class KeyPagesModule {}
