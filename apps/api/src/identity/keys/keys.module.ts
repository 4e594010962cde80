import { KeyUsesRepository } from '@billhook/identity/keys/key-uses.repository';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';
import { Module } from '@nestjs/common';
import { KeyLookup } from '../../access/lookups.js';
import { AuditModule } from '../audit/audit.module.js';
import { KeyPolicyModule } from '../key-policy/key-policy.module.js';
import { MembersModule } from '../members/members.module.js';
import { KeyCreationService } from './key-creation.service.js';
import { KeyRevocationService } from './key-revocation.service.js';
import { KeyUseService } from './key-use.service.js';
import { KeyVerificationService } from './key-verification.service.js';
import { KeysController } from './keys.controller.js';
import { KeysService } from './keys.service.js';

/** API keys: creating, verifying and revoking them. */
@Module({
  imports: [AuditModule, KeyPolicyModule, MembersModule],
  controllers: [KeysController],
  providers: [
    ...[KeysRepository, KeyUsesRepository],
    ...[KeysService, KeyCreationService, KeyRevocationService, KeyVerificationService, KeyUseService],
    { provide: KeyLookup, useExisting: KeyVerificationService },
  ],
  exports: [KeyLookup, KeysService, KeyCreationService, KeyRevocationService, KeysRepository],
})
export class KeysModule {}
