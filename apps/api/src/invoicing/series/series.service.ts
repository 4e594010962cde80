import type { CreateSeries, SeriesAuditView, SeriesView, UpdateSeries } from '@billhook/contract/invoicing/series';
import type { Target } from '@billhook/db/target';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { checkPattern } from '@billhook/domain/invoicing/series';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import type { NumberSeries } from '@billhook/invoicing/series/number-series.entity';
import { SeriesAuditRepository } from '@billhook/invoicing/series/series-gaps.repository';
import { MOST_LISTED, presentSeries, presentSeriesAudit } from '@billhook/invoicing/series/series.presenter';
import { SeriesRepository } from '@billhook/invoicing/series/series.repository';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import type { Principal } from '../../request/principal.js';

/** The members of a series that can be changed. */
const CHANGEABLE = ['pattern', 'reset', 'start'] as const;

@Injectable()
export class SeriesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly series: SeriesRepository,
    private readonly numbers: SeriesAuditRepository,
    private readonly auditLog: AuditLog,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
  ) {}

  async list(by: Principal): Promise<SeriesView[]> {
    const today = this.today(by);
    return (await this.series.list(by.company.id, today)).map((series) => presentSeries(series, today));
  }

  get(by: Principal, id: number): Promise<SeriesView> {
    return this.view(by, id);
  }

  async audit(by: Principal, id: number): Promise<SeriesAuditView> {
    const series = await this.series.find(by.company.id, id, this.today(by));
    return presentSeriesAudit(id, await this.numbers.audit(by.company.id, series, MOST_LISTED));
  }

  create(by: Principal, body: CreateSeries): Promise<SeriesView> {
    const now = this.clock.now();
    return this.uow.run(async (tx) => {
      const series = { ...body, companyId: by.company.id, version: 1, createdAt: now, updatedAt: now };
      const id = await this.series.insert(tx, series);
      await this.rejectRepeats(tx, { ...series, id });
      await this.auditLog.record(tx, actorOf(by), 'series.created', String(id), { ...body });
      return this.view(by, id, tx);
    });
  }

  /** Locks the series until it is changed: the next number must have the new form. */
  update(by: Principal, target: Target, body: UpdateSeries): Promise<SeriesView> {
    return this.uow.run(async (tx) => {
      const before = await this.series.lock(tx, by.company.id, target);
      const after: NumberSeries = {
        ...before,
        pattern: body.pattern ?? before.pattern,
        reset: body.reset ?? before.reset,
        start: body.start ?? before.start,
        version: before.version + 1,
        updatedAt: this.clock.now(),
      };
      const changed = CHANGEABLE.filter((name) => after[name] !== before[name]);
      if (changed.length === 0) return this.view(by, before.id, tx);
      const error = checkPattern(after.pattern, after.reset);
      if (error !== undefined) throw patternProblem('custom', error);
      if (changed.includes('start') && (await this.series.inUse(tx, before.id))) throw new Problem('series_in_use');
      await this.series.write(tx, after);
      await this.rejectRepeats(tx, after);
      await this.auditLog.record(tx, actorOf(by), 'series.updated', String(before.id), {
        kind: before.kind,
        code: before.code,
        changed: changesOf(before, after, CHANGEABLE),
      });
      return this.view(by, before.id, tx);
    });
  }

  private async view(by: Principal, id: number, tx?: Tx): Promise<SeriesView> {
    const today = this.today(by);
    return presentSeries(await this.series.find(by.company.id, id, today, tx), today);
  }

  /** A future number that already exists would block the series permanently: every send would be rejected. */
  private async rejectRepeats(tx: Tx, series: NumberSeries): Promise<void> {
    const number = await this.series.repeated(tx, series);
    if (number === undefined) return;
    throw patternProblem('number_exists', `would repeat the number ${number}: choose a pattern with other numbers`);
  }

  private today(by: Principal): string {
    return dateInZone(this.clock.now(), by.company.timeZone);
  }
}

function patternProblem(code: string, message: string): Problem {
  return invalidBody('/pattern', code, message);
}
