import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { KeysRepository } from '../keys/keys.repository.js';
import { GithubKeys } from './github-keys.js';
import { KeyFormatController } from './key-format.controller.js';
import { LeakedKeysController } from './leaked-keys.controller.js';
import { LeakedKeysService } from './leaked-keys.service.js';

@Module({
  imports: [AuditModule],
  controllers: [LeakedKeysController, KeyFormatController],
  providers: [LeakedKeysService, KeysRepository, GithubKeys],
})
export class LeakedKeysModule {}
