import { Module } from '@nestjs/common';
import { KeyLookup } from '../access/lookups.js';
import { KeyListing } from './key-listing.js';
import { KeyUse } from './key-use.js';
import { KeyUsesRepository } from './key-uses.repository.js';
import { KeyVerifier } from './key-verifier.js';
import { KeysRepository } from './keys.repository.js';

/** What requests with a key need. How keys are made, changed and ended: `key-pages.module.ts`. */
@Module({
  providers: [KeysRepository, KeyListing, KeyUsesRepository, KeyUse, { provide: KeyLookup, useClass: KeyVerifier }],
  exports: [KeyLookup, KeyListing, KeysRepository, KeyUsesRepository],
})
export class KeysModule {}
