import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { KeyFormatController, LeakedKeysController } from './leaked-keys.controller.js';
import { LeakedKeysService } from './leaked-keys.service.js';

/** What secret scanners use: the format of a key, and leak reports. */
@Module({
  imports: [KeysModule],
  controllers: [LeakedKeysController, KeyFormatController],
  providers: [LeakedKeysService],
})
export class LeakedKeysModule {}
