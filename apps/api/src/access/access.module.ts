import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AccessGate } from './access.gate.js';
import { BearerStrategy } from './bearer.strategy.js';
import { LimitsModule } from './limits/limits.module.js';

/** The access gate. It imports no feature: the application passes the modules that bind the look-ups of credentials. */
@Module({})
export class AccessModule {
  /** @param features export KeyLookup, SessionLookup, PortalLookup and DocumentLookup between them */
  static with(...features: Type[]): DynamicModule {
    return {
      module: AccessModule,
      imports: [LimitsModule, ...features],
      providers: [AccessGate, BearerStrategy],
      exports: [AccessGate],
    };
  }
}
