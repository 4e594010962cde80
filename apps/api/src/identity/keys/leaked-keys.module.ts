import { Module } from '@nestjs/common';
import { KeysModule } from './keys.module.js';
import { GithubKeys } from './github-keys.js';
import { KeyFormatController } from './key-format.controller.js';
import { LeakedKeysController } from './leaked-keys.controller.js';
import { LeakedKeysService } from './leaked-keys.service.js';

@Module({
  imports: [KeysModule],
  controllers: [LeakedKeysController, KeyFormatController],
  providers: [LeakedKeysService, GithubKeys],
})
export class LeakedKeysModule {}
