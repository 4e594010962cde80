import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AccessGate } from './access.gate.js';
import { BearerLookupService } from './bearer-lookup.service.js';
import { BearerStrategy } from './bearer.strategy.js';
import { RateLimitsModule } from './rate-limits/rate-limits.module.js';
import { SessionRecheckService } from './session-recheck.service.js';

/** The access gate. It imports no feature: the application passes the modules that bind the look-ups of credentials. */
@Module({})
export class AccessModule {
  /** @param features export KeyLookup, TokenLookup, SessionLookup, PortalLookup and DocumentLookup between them */
  static with(...features: Type[]): DynamicModule {
    return {
      module: AccessModule,
      // Global, so that features below the sessions can check a session again.
      global: true,
      imports: [RateLimitsModule, ...features],
      providers: [AccessGate, BearerLookupService, BearerStrategy, SessionRecheckService],
      exports: [AccessGate, BearerLookupService, SessionRecheckService],
    };
  }
}
