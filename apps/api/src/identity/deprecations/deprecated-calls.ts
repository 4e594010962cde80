import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { KeyPrincipal } from '../../request/principal.js';
import type { CallListener, NamedRoute } from '../../request/routes/deprecated-routes.js';
import { CLOCK, LOGGER } from '@billhook/platform/tokens';
import { WriteBehind } from '@billhook/platform/write-behind';
import type { DeprecatedCall } from '@billhook/identity/deprecations/deprecated-call.entity';
import { DeprecatedCallsRepository } from '@billhook/identity/deprecations/deprecated-calls.repository';

/** Counts which keys call routes that will be removed. */
@Injectable()
export class DeprecatedCalls extends WriteBehind<string, DeprecatedCall> implements CallListener {
  constructor(
    private readonly calls: DeprecatedCallsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'could not store calls of deprecated routes');
  }

  note({ company, key }: KeyPrincipal, { method, route }: NamedRoute): void {
    const now = this.clock.now();
    const call = { companyId: company.id, keyId: key.id, method, route, firstAt: now, lastAt: now, count: 1 };
    this.keep(`${key.id} ${method} ${route}`, call);
  }

  protected merge(older: DeprecatedCall, newer: DeprecatedCall): DeprecatedCall {
    return { ...older, lastAt: newer.lastAt, count: older.count + newer.count };
  }

  protected write(calls: readonly DeprecatedCall[]): Promise<void> {
    return this.calls.add(calls);
  }
}
