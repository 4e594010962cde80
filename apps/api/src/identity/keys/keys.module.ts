import { KeyPoliciesRepository } from '@billhook/identity/keys/key-policies.repository';
import { KeyUsesRepository } from '@billhook/identity/keys/key-uses.repository';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';
import { Module } from '@nestjs/common';
import { KeyLookup } from '../../access/lookups.js';
import { AuditModule } from '../audit/audit.module.js';
import { MembersModule } from '../members/members.module.js';
import { CompanyKeysController } from '../company-keys/company-keys.controller.js';
import { KeyExportService } from '../company-keys/key-export.service.js';
import { KeyFormatController } from '../leaked-keys/key-format.controller.js';
import { KeyIssuingService } from './key-issuing.service.js';
import { KeyPolicyController } from '../key-policy/key-policy.controller.js';
import { KeyPolicyService } from '../key-policy/key-policy.service.js';
import { KeyRevocationService } from './key-revocation.service.js';
import { KeyUseService } from './key-use.service.js';
import { KeyVerificationService } from './key-verification.service.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';
import { LeakedKeysController } from '../leaked-keys/leaked-keys.controller.js';
import { LeakedKeysService } from '../leaked-keys/leaked-keys.service.js';
import { MemberKeysController } from '../company-keys/member-keys.controller.js';

/** API keys: issuing, verifying and revoking them, and the company's policy. */
@Module({
  imports: [AuditModule, MembersModule],
  controllers: [
    ...[KeysController, CompanyKeysController, MemberKeysController, KeyPolicyController],
    ...[LeakedKeysController, KeyFormatController],
  ],
  providers: [
    ...[KeysRepository, KeyUsesRepository, KeyPoliciesRepository],
    ...[KeysService, KeyIssuingService, KeyRevocationService, KeyVerificationService, KeyUseService],
    ...[KeyPolicyService, KeyExportService, LeakedKeysService],
    { provide: KeyLookup, useExisting: KeyVerificationService },
  ],
  exports: [KeyLookup, KeysService, KeyRevocationService, KeysRepository],
})
export class KeysModule {}
