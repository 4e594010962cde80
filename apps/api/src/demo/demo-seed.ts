import { CreateSeries } from '@billhook/contract/series';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { insertRow } from '@billhook/db/row';
import type { KeyExpiry } from '@billhook/domain/api-key';
import { ROLE_PERMISSIONS, type Permission } from '@billhook/domain/permissions';
import type { ManualClock } from '@billhook/platform/clock';
import { insertCompany } from '@billhook/records/companies/insert-company';
import type { INestApplicationContext } from '@nestjs/common';
import { Account } from '../accounts/account.entity.js';
import { hashPassword } from '../auth/passwords.js';
import { KeysRepository } from '../keys/keys.repository.js';
import { KeysService } from '../keys/keys.service.js';
import { Member } from '../members/member.entity.js';
import { SeriesService } from '../series/series.service.js';
import { WebhookEndpointsService } from '../webhooks/webhook-endpoints.service.js';
import { ChroniclePlayer, type Actor } from './chronicle-player.js';
import { CHRONICLE } from './chronicle.js';
import { DEMO_CLIENTS, type DemoClient } from './clients.js';
import { DEMO_COMPANIES, type DemoCompany } from './people.js';

const DAY_MS = 86_400_000;

/** When the books begin, before the first day of the chronicle. */
const FIRST_DAY = 345;

export interface SeededMember {
  readonly email: string;
  readonly role: string;
  readonly company: string;
}

/**
 * Plays a year of two companies through the services, so that all of it is as real as what a user enters: numbers, events, timelines,
 * audit and deliveries included. Only the clock is moved.
 */
export class DemoSeed {
  private readonly today: Date;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly clock: ManualClock,
    private readonly password: string,
  ) {
    this.today = clock.now();
  }

  async run(): Promise<SeededMember[]> {
    const passwordHash = await hashPassword(this.password);
    const seeded: SeededMember[] = [];
    for (const company of DEMO_COMPANIES) {
      await this.company(company, passwordHash);
      this.goTo(0);
      for (const { active, email, role } of company.members)
        if (active) seeded.push({ email, role, company: company.name });
    }
    return seeded;
  }

  private goTo(daysAgo: number): void {
    this.clock.set(new Date(this.today.getTime() - daysAgo * DAY_MS));
  }

  private async company(demo: DemoCompany, passwordHash: string): Promise<void> {
    const [owner, ...others] = await this.people(demo, passwordHash);
    if (!owner) return;
    // Made before the clock is moved: it counts its days from now.
    const player = new ChroniclePlayer(this.app, this.clock, owner);
    this.goTo(FIRST_DAY - 1);
    if (demo.plan === 'Free') return player.client('minot');
    await this.series(owner);
    for (const name of Object.keys(DEMO_CLIENTS) as DemoClient[]) await player.client(name);
    await player.play(CHRONICLE);
    await this.keys([owner, ...others], owner);
    this.goTo(80);
    await this.endpoint(owner);
  }

  private async people(demo: DemoCompany, passwordHash: string): Promise<Actor[]> {
    const createdAt = new Date(this.today.getTime() - FIRST_DAY * DAY_MS);
    const { members, ...company } = demo;
    return this.app.get(UnitOfWork).run(async (tx) => {
      const id = await insertCompany(tx, { ...company, createdAt });
      const actors: Actor[] = [];
      for (const person of members) {
        const permissions: Permission[] = [...ROLE_PERMISSIONS[person.role]];
        const accountId = await insertRow(tx, Account, { email: person.email, passwordHash, locale: 'en', createdAt });
        const memberId = await insertRow(tx, Member, {
          companyId: id,
          accountId,
          kind: 'Person',
          name: person.name,
          role: person.role,
          status: person.active ? 'Active' : 'Deactivated',
          permissions,
          createdAt,
        });
        actors.push({
          kind: 'member',
          company: { id, name: company.name, plan: company.plan, timeZone: company.timeZone },
          memberId,
          accountId,
          permissions,
          label: `member ${person.email}`,
          session: { id: 0, idHash: Buffer.alloc(0), confirmedAt: this.today, expiresAt: this.today },
          origin: { ip: '127.0.0.1', userAgent: 'Billhook demo data', requestId: 'demo' },
        });
      }
      return actors;
    });
  }

  private async series(by: Actor): Promise<void> {
    const body = CreateSeries.parse({ kind: 'Invoice', code: 'export', pattern: 'EXP-{YYYY}-{####}' });
    await this.app.get(SeriesService).create(by, body);
  }

  private async endpoint(by: Actor): Promise<void> {
    await this.app.get(WebhookEndpointsService).create(by, {
      // A name that never resolves (RFC 2606), so that the portal has failures to show.
      url: 'https://erp.boreal.invalid/webhooks/billhook',
      description: 'The old ERP, switched off',
      eventTypes: ['invoice.paid', 'invoice.overdue', 'invoice.rejected'],
    });
  }

  /** A key in every state: active, expiring, expired, revoked, and suspended because its creator has left. */
  private async keys([owner, admin, accountant, , former]: readonly Actor[], by: Actor): Promise<void> {
    const make = async (
      actor: Actor | undefined,
      daysAgo: number,
      name: string,
      expiry: KeyExpiry,
    ): Promise<number> => {
      if (!actor) throw new RangeError('no such member of the demo');
      this.goTo(daysAgo);
      const confirmed = { ...actor, session: { ...actor.session, confirmedAt: this.clock.now() } };
      const { apiKey } = await this.app.get(KeysService).create(confirmed, { name, preset: 'readOnly', expiry });
      return apiKey.id;
    };
    const use = async (id: number, daysAgo: number): Promise<void> => {
      const at = new Date(this.today.getTime() - daysAgo * DAY_MS);
      const use = {
        id,
        firstAt: at,
        at,
        ip: '203.0.113.24',
        userAgent: 'billhook-sdk/1.0',
        rehash: undefined,
        succeeds: false,
      };
      await this.app.get(KeysRepository).recordUse([use]);
    };
    await use(await make(owner, 110, 'Data warehouse', '1y'), 0.1);
    await use(await make(owner, 100, 'Old export', '90d'), 12);
    await use(await make(owner, 82, 'Monthly report', '90d'), 2);
    await make(accountant, 30, 'Spreadsheet', 'none');
    await use(await make(former, 60, 'Bank matching', '1y'), 20);
    const lost = await make(admin, 50, 'Laptop script', 'none');
    await use(lost, 41);
    this.goTo(40);
    await this.app.get(KeysService).revoke(by, 'company', lost, { reason: 'The laptop was stolen' });
  }
}
