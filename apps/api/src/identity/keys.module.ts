import { KeyTrafficRepository } from '@billhook/identity/key-traffic/key-traffic.repository';
import { KeyPoliciesRepository } from '@billhook/identity/keys/key-policies.repository';
import { KeyUsesRepository } from '@billhook/identity/keys/key-uses.repository';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';
import { Module } from '@nestjs/common';
import { KeyLookup } from '../access/lookups.js';
import { CompanyKeysController, MemberKeysController } from './company-keys/company-keys.controller.js';
import { KeyExportService } from './company-keys/key-export.service.js';
import { KeyPolicyController } from './key-policy/key-policy.controller.js';
import { KeyPolicyService } from './key-policy/key-policy.service.js';
import {
  HostCounts,
  PermissionUses,
  RequestCounts,
  KeyRequestCounterService,
} from './key-traffic/key-request-counter.service.js';
import { KeyTrafficController } from './key-traffic/key-traffic.controller.js';
import { KeyTrafficService } from './key-traffic/key-traffic.service.js';
import { KeyCreationService } from './keys/key-creation.service.js';
import { KeyRevocationService } from './keys/key-revocation.service.js';
import { KeyUseService } from './keys/key-use.service.js';
import { KeyVerificationService } from './keys/key-verification.service.js';
import { KeysController } from './keys/keys.controller.js';
import { KeysService } from './keys/keys.service.js';
import { KeyFormatController, LeakedKeysController } from './leaked-keys/leaked-keys.controller.js';
import { LeakedKeysService } from './leaked-keys/leaked-keys.service.js';
import { MembersModule } from './members.module.js';

/** API keys: creating, verifying, counting and revoking them, and what secret scanners use. */
@Module({
  imports: [MembersModule],
  controllers: [
    ...[KeyPolicyController, KeyTrafficController, KeysController, CompanyKeysController],
    ...[MemberKeysController, LeakedKeysController, KeyFormatController],
  ],
  providers: [
    ...[KeyPolicyService, KeyPoliciesRepository, KeyRequestCounterService, KeyTrafficService],
    ...[KeyTrafficRepository, RequestCounts, HostCounts, PermissionUses, KeysRepository, KeyUsesRepository],
    ...[KeysService, KeyCreationService, KeyRevocationService, KeyVerificationService, KeyUseService],
    ...[KeyExportService, LeakedKeysService],
    { provide: KeyLookup, useExisting: KeyVerificationService },
  ],
  exports: [KeyLookup, KeysService, KeyRevocationService, KeysRepository, KeyTrafficService],
})
export class KeysModule {}
