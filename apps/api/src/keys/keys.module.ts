import { Module } from '@nestjs/common';
import { KeyLookup } from '../access/lookups.js';
import { AuditModule } from '../audit/audit.module.js';
import { CompanyKeysController } from './company-keys.controller.js';
import { KeyUse } from './key-use.js';
import { KeyVerifier } from './key-verifier.js';
import { KeysController } from './keys.controller.js';
import { KeysRepository } from './keys.repository.js';
import { KeysService } from './keys.service.js';

@Module({
  imports: [AuditModule],
  controllers: [KeysController, CompanyKeysController],
  providers: [KeysService, KeysRepository, KeyUse, { provide: KeyLookup, useClass: KeyVerifier }],
  exports: [KeyLookup, KeysService],
})
export class KeysModule {}
