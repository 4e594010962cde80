import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { MembersModule } from '../members/members.module.js';
import { CompanyKeysController } from './company-keys.controller.js';
import { KeyChanges } from './key-changes.js';
import { KeyExportService } from './key-export.service.js';
import { KeyIssuingService } from './key-issuing.service.js';
import { KeyPolicyService } from './key-policy.service.js';
import { KeyPolicyController } from './key-policy.controller.js';
import { KeyRevocationService } from './key-revocation.service.js';
import { KeyTrial } from './key-trial.js';
import { KeysController } from './keys.controller.js';
import { KeysModule } from './keys.module.js';
import { MemberKeysController } from './member-keys.controller.js';

/** The keys in the settings. */
@Module({
  imports: [AuditModule, AuthModule, KeysModule, MembersModule],
  controllers: [KeysController, CompanyKeysController, MemberKeysController, KeyPolicyController],
  providers: [KeyIssuingService, KeyChanges, KeyRevocationService, KeyExportService, KeyPolicyService, KeyTrial],
})
export class KeyPagesModule {}
