import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { PortalModule } from '../portal/portal.module.js';
import { PublicPageModule } from '../public-page/public-page.module.js';
import { AccessGate } from './access.gate.js';
import { BearerStrategy } from './bearer.strategy.js';

/** The gate, and the features that know its credentials. */
@Module({
  imports: [AuthModule, KeysModule, LimitsModule, PortalModule, PublicPageModule],
  providers: [AccessGate, BearerStrategy],
  exports: [AccessGate],
})
export class AccessModule {}
