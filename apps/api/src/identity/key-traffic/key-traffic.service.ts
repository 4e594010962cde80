import type {
  AskKeyActivity,
  AskKeyTraffic,
  KeyActivityView,
  KeyTrafficView,
} from '@billhook/contract/identity/key-traffic';
import type { Tx } from '@billhook/db/unit-of-work';
import { daysUntil, utcDay } from '@billhook/domain/shared/calendar';
import { Problem } from '@billhook/domain/shared/problems';
import { KeyTrafficRepository, type EndedKeyCalls } from '@billhook/identity/key-traffic/key-traffic.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import type { CompanyPrincipal } from '../../request/principal.js';
import type { KeyOwnership } from '../keys/key-ownership.rules.js';
import { KeyRequestCounterService } from './key-request-counter.service.js';
import { presentActivity, presentTraffic } from './key-traffic.presenter.js';

const SPARKLINE_DAYS = 30;
/** A caller that has not used an ended key for this long has been changed. */
const ENDED_KEY_CALLS_MS = 7 * 86_400_000;

@Injectable()
export class KeyTrafficService {
  constructor(
    private readonly traffic: KeyRequestCounterService,
    private readonly rows: KeyTrafficRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(COMPANY_TIME) private readonly time: Clock,
  ) {}

  /** @throws Problem not_found, also for a key that the caller may not see */
  async ofKey(by: CompanyPrincipal, reach: KeyOwnership, id: number, { days }: AskKeyTraffic): Promise<KeyTrafficView> {
    const [key] = await this.rows.known(by.company.id, ownerOf(by, reach), [id]);
    if (!key) throw new Problem('not_found', 'There is no such key.');
    await this.traffic.flush();
    const window = daysUntil(utcDay(this.clock.now()), days);
    const [since = ''] = window;
    const rows = {
      days: await this.rows.days([id], since),
      routes: await this.rows.routes(id, since),
      hosts: await this.rows.hosts(id),
      permissions: await this.rows.permissions(id),
    };
    return presentTraffic(rows, window, key.scopes);
  }

  /** The requests of each key in the last days, today included; keys without any are left out. */
  async requestsOf(keyIds: readonly number[], days: number): Promise<ReadonlyMap<number, number>> {
    await this.traffic.flush();
    const [since = ''] = daysUntil(utcDay(this.clock.now()), days);
    return this.rows.requestsSince(keyIds, since);
  }

  /** Requests per day of grants together, over the last 30 days, while they worked. */
  async daysOfGrants(grantIds: readonly number[]): Promise<number[]> {
    await this.traffic.flush();
    const window = daysUntil(utcDay(this.clock.now()), SPARKLINE_DAYS);
    const rows = await this.rows.days(grantIds.map(numberOfGrant), window[0] ?? '');
    const sumOn = (day: string): number =>
      rows.reduce((sum, row) => (row.day === day && row.outcome !== 'dead' ? sum + row.count : sum), 0);
    return window.map(sumOn);
  }

  /**
   * Requests per day of each application, of all companies, over the last 30 days, while its access worked.
   * @param tx of a change, whose response may lack the requests of the last seconds
   */
  async daysOfApplications(ids: readonly number[], tx?: Tx): Promise<ReadonlyMap<number, number[]>> {
    if (!tx) await this.traffic.flush();
    const window = daysUntil(utcDay(this.clock.now()), SPARKLINE_DAYS);
    const rows = await this.rows.applicationDays(ids, window[0] ?? '', tx);
    const counts = new Map(rows.map(({ applicationId, day, count }) => [`${applicationId} ${day}`, count]));
    return new Map(ids.map((id) => [id, window.map((day) => counts.get(`${id} ${day}`) ?? 0)]));
  }

  /** The requests of each grant in the last days, today included. */
  async requestsOfGrants(grantIds: readonly number[], days: number): Promise<ReadonlyMap<number, number>> {
    const requests = await this.requestsOf(grantIds.map(numberOfGrant), days);
    return new Map([...requests].map(([number, count]) => [-number, count]));
  }

  /** Keys that the caller may not see are left out. */
  async ofKeys(by: CompanyPrincipal, reach: KeyOwnership, { ids }: AskKeyActivity): Promise<KeyActivityView> {
    await this.traffic.flush();
    const now = this.clock.now();
    const owner = ownerOf(by, reach);
    const known = (await this.rows.known(by.company.id, owner, ids)).map(({ id }) => id);
    const window = daysUntil(utcDay(now), SPARKLINE_DAYS);
    const [since = ''] = window;
    const days = await this.rows.days(known, since);
    return presentActivity(known, days, window, await this.endedKeyCalls(by, reach));
  }

  /** The ended keys that were called in the last days, the most called first. May lack the requests of the last seconds. */
  endedKeyCalls(by: CompanyPrincipal, reach: KeyOwnership): Promise<EndedKeyCalls[]> {
    // Calls have the time of the machine, and keys end by that of the company.
    const since = new Date(this.clock.now().getTime() - ENDED_KEY_CALLS_MS);
    return this.rows.endedKeyCalls(by.company.id, ownerOf(by, reach), since, this.time.now());
  }
}

/** As in `callerNumber`. */
const numberOfGrant = (id: number): number => -id;

const ownerOf = (by: CompanyPrincipal, reach: KeyOwnership): number | undefined =>
  reach === 'own' ? by.memberId : undefined;
