import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Origin } from '../access/principal.js';
import { CLOCK, LOGGER } from '../platform/tokens.js';
import { WriteBehind } from '../platform/write-behind.js';
import { KeysRepository } from './keys.repository.js';

interface Use {
  readonly id: number;
  readonly at: Date;
  readonly ip: string;
  readonly userAgent: string | null;
}

/** When and from where each key was last used. The first use of all is written at once, so that "never used" turns immediately. */
@Injectable()
export class KeyUse extends WriteBehind<number, Use> {
  constructor(
    private readonly keys: KeysRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'the last use of keys could not be written');
  }

  note(id: number, origin: Origin, isFirst: boolean): void {
    this.keep(id, { id, at: this.clock.now(), ip: origin.ip, userAgent: origin.userAgent });
    if (isFirst) void this.flush();
  }

  protected merge(_older: Use, newer: Use): Use {
    return newer;
  }

  protected write(uses: readonly Use[]): Promise<void> {
    return this.keys.recordUse(uses.toSorted((a, b) => a.id - b.id));
  }
}
