import { Module } from '@nestjs/common';
import { KeyLookup } from '../../access/lookups.js';
import { AuditModule } from '../audit/audit.module.js';
import { KeyEnding } from './key-ending.js';
import { KeysService } from './keys.service.js';
import { KeyUseService } from './key-use.service.js';
import { KeyUsesRepository } from './key-uses.repository.js';
import { KeyVerificationService } from './key-verification.service.js';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';

/** What requests with a key need, and what ends keys. How keys are made and changed: `key-pages.module.ts`. */
@Module({
  imports: [AuditModule],
  providers: [
    ...[KeysRepository, KeysService, KeyEnding, KeyUsesRepository, KeyUseService],
    { provide: KeyLookup, useClass: KeyVerificationService },
  ],
  exports: [KeyLookup, KeysService, KeyEnding, KeysRepository, KeyUsesRepository],
})
export class KeysModule {}
