import { Module } from '@nestjs/common';
import { KeyLookup } from '../../access/lookups.js';
import { AuditModule } from '../audit/audit.module.js';
import { KeyEnding } from './key-ending.js';
import { KeyListing } from './keys.service.js';
import { KeyUse } from './key-use.service.js';
import { KeyUsesRepository } from './key-uses.repository.js';
import { KeyVerifier } from './key-verification.service.js';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';

/** What requests with a key need, and what ends keys. How keys are made and changed: `key-pages.module.ts`. */
@Module({
  imports: [AuditModule],
  providers: [
    ...[KeysRepository, KeyListing, KeyEnding, KeyUsesRepository, KeyUse],
    { provide: KeyLookup, useClass: KeyVerifier },
  ],
  exports: [KeyLookup, KeyListing, KeyEnding, KeysRepository, KeyUsesRepository],
})
export class KeysModule {}
