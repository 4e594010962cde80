import { inCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';
import { ENV, type Env } from '@billhook/platform/env';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { withinTime } from '@billhook/platform/within-time';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HEALTH_CHECKS, type HealthCheck, type HealthFinding, type HealthParts } from './health-checks.js';
import { RedisProbe } from './redis-probe.js';

/** The longest wait for a check. Probes of load balancers have their own, shorter ones. */
const CHECK_MS = 5_000;

/** The result of a check, with its name. */
export interface NamedFinding extends HealthFinding {
  readonly name: string;
}

/** Whether this process can serve requests, and what else the operator should know. */
@Injectable()
export class HealthService implements OnApplicationShutdown {
  private readonly parts: HealthParts;
  private running: Promise<NamedFinding[]> | undefined;

  constructor(
    db: Database,
    @Inject(ENV) env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { cells } = db;
    const lookUps: ReadRunner = { query: (statement) => inCell(undefined, () => db.lookUp(statement)) };
    const inside = (number: number): ReadRunner => ({
      query: (statement) =>
        cells.areOne ? db.lookUp(statement) : inCell(number, () => cells.readBeside(statement, 'cell')),
    });
    const all = () => cells.numbers.map((number) => ({ number, db: inside(number) }));
    this.parts = {
      db: lookUps,
      cells: all,
      isUndivided: () => cells.areOne,
      env,
      redis: env.REDIS_URL === undefined ? undefined : new RedisProbe(env.REDIS_URL),
    };
  }

  onApplicationShutdown(): void {
    this.parts.redis?.close();
  }

  /** Runs all checks. Requests at the same time share a run, because the route is public. */
  findings(): Promise<NamedFinding[]> {
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  private async run(): Promise<NamedFinding[]> {
    const findings = await Promise.all(HEALTH_CHECKS.map((check) => this.finding(check)));
    return findings.filter((finding) => finding !== undefined);
  }

  private async finding({ name, check, otherwise }: HealthCheck): Promise<NamedFinding | undefined> {
    try {
      const finding = await withinTime(CHECK_MS, check(this.parts));
      return finding && { name, ...finding };
    } catch (error) {
      // A warning repeats with each probe, and what it is about is logged elsewhere.
      const finding = otherwise(error);
      const level = finding.status === 'failing' ? 'warn' : 'debug';
      this.logger[level]({ err: error, check: name }, finding.detail);
      return { name, ...finding };
    }
  }
}
