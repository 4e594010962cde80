import { hashPassword } from '@billhook/api/identity/auth/password-hashing';
import { InvitationsService } from '@billhook/api/identity/invitations/invitations.service';
import { KeyCreationService } from '@billhook/api/identity/keys/key-creation.service';
import { KeyRevocationService } from '@billhook/api/identity/keys/key-revocation.service';
import { MemberStatusService } from '@billhook/api/identity/members/member-status.service';
import { MembersService } from '@billhook/api/identity/members/members.service';
import { CompanyCreationsService } from '@billhook/api/installation/company-creations/company-creations.service';
import { SeriesService } from '@billhook/api/invoicing/series/series.service';
import { CreateApiKey } from '@billhook/contract/identity/key';
import { CreateSeries } from '@billhook/contract/invoicing/series';
import { FIRST_CELL } from '@billhook/db/cell-rows';
import { currentCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import { insertRow } from '@billhook/db/row';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { presetOf } from '@billhook/domain/identity/member';
import { ROLE_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { Account } from '@billhook/identity/accounts/account.entity';
import { inCellOf } from '@billhook/identity/companies/tenants.repository';
import { Member } from '@billhook/identity/members/member.entity';
import type { ManualClock } from '@billhook/platform/clock';
import type { INestApplicationContext } from '@nestjs/common';
import { ChroniclePlayer, ClockOfPrograms, type ChronicleActor } from './chronicle-player.js';
import { CHRONICLE } from './chronicle.js';
import { DEMO_CLIENTS, type DemoClient } from './clients.js';
import { DEMO_KEYS, playTraffic, type DemoKey } from './demo-keys.js';
import { NO_RECEIVER } from './demo-receivers.js';
import { planWebhooks } from './demo-webhooks.js';
import { DEMO_COMPANIES, type DemoCompany } from './people.js';
import { Timetable } from './timetable.js';

/** The start of the books, before the first day of the chronicle. */
const FIRST_DAY = 345;

/**
 * Plays a year of two companies through the services, which create everything that a user's input creates: numbers, events, timelines,
 * audit log and deliveries. Only the clock is changed.
 */
export class DemoSeed {
  private readonly today: Date;

  /** @param receiverUrl the URL of a running webhook receiver, if any */
  constructor(
    private readonly app: INestApplicationContext,
    private readonly clock: ManualClock,
    private readonly password: string,
    private readonly receiverUrl: string = NO_RECEIVER,
  ) {
    this.today = clock.now();
  }

  async run(): Promise<void> {
    const passwordHash = await hashPassword(this.password);
    for (const company of DEMO_COMPANIES) {
      await this.company(company, passwordHash);
      this.goTo(0);
    }
  }

  private goTo(daysAgo: number): void {
    this.clock.set(new Date(this.today.getTime() - daysAgo * DAY_MS));
  }

  private async company(demo: DemoCompany, passwordHash: string): Promise<void> {
    const { members: _, ...company } = demo;
    const createdAt = new Date(this.today.getTime() - FIRST_DAY * DAY_MS);
    const { id } = await this.app.get(CompanyCreationsService).create({
      describe: () => ({ ...company, createdAt }),
      global: () => Promise.resolve(),
    });
    await inCellOf(this.app.get(Database), id, () => this.fill(demo, id, createdAt, passwordHash));
  }

  private async fill(demo: DemoCompany, id: number, createdAt: Date, passwordHash: string): Promise<void> {
    const [owner, ...others] = await this.people(demo, id, createdAt, passwordHash);
    if (!owner) return;
    // Created before the clock is changed, because it counts its days from now.
    const player = new ChroniclePlayer(this.app, new ClockOfPrograms(this.app, this.clock), owner);
    this.goTo(FIRST_DAY - 1);
    if (demo.plan === 'Free') return player.client('minot');
    await this.series(owner);
    for (const name of Object.keys(DEMO_CLIENTS) as DemoClient[]) await player.client(name);
    await player.play(CHRONICLE);
    const timetable = new Timetable(this.clock, this.today);
    this.keys(timetable, [owner, ...others], owner);
    const [, accountant, , former] = others;
    if (accountant && former) planMembers(this.app, this.clock, timetable, { owner, accountant, former });
    planWebhooks(this.app, timetable, owner, this.receiverUrl);
    await timetable.play();
  }

  private people(
    { members, ...company }: DemoCompany,
    id: number,
    createdAt: Date,
    passwordHash: string,
  ): Promise<ChronicleActor[]> {
    return this.app.get(UnitOfWork).run(async (tx) => {
      const actors: ChronicleActor[] = [];
      for (const person of members) {
        const permissions: Permission[] = [...ROLE_PERMISSIONS[person.role]];
        const accountId = await insertRow(tx, Account, {
          ...{ email: person.email, passwordHash, locale: 'en', createdAt },
          lastMemberId: null,
        });
        const memberId = await insertRow(tx, Member, {
          companyId: id,
          accountId,
          ...{ lastSeenAt: null, deactivatedWithCompany: false },
          kind: 'Person',
          name: person.name,
          role: person.role,
          status: 'Active',
          permissions,
          createdAt,
        });
        actors.push({
          kind: 'member',
          company: {
            id,
            name: company.name,
            kind: 'Production',
            plan: company.plan,
            timeZone: company.timeZone,
            clockOffset: 0,
            cell: currentCell() ?? FIRST_CELL,
            deletesAt: null,
          },
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

  private async series(by: ChronicleActor): Promise<void> {
    const body = CreateSeries.parse({ kind: 'Invoice', code: 'export', pattern: 'EXP-{YYYY}-{####}' });
    await this.app.get(SeriesService).create(by, body);
  }

  /** A key in every state: active, expiring, expired, revoked, and suspended because its creator has left. */
  private keys(
    timetable: Timetable,
    [owner, admin, accountant, , former]: readonly ChronicleActor[],
    by: ChronicleActor,
  ): void {
    const make = (actor: ChronicleActor | undefined, key: DemoKey, then?: (id: number) => void): void => {
      if (!actor) throw new RangeError('the demo has no such member');
      const { name, expiry, made } = key;
      timetable.plan(made, async () => {
        const confirmed = { ...actor, session: { ...actor.session, confirmedAt: this.clock.now() } };
        const { apiKey } = await this.app
          .get(KeyCreationService)
          .create(confirmed, { name, preset: 'readOnly', expiry });
        timetable.plan(0, () => playTraffic(this.app, this.clock, apiKey.id, key));
        then?.(apiKey.id);
      });
    };
    make(owner, DEMO_KEYS.warehouse);
    make(owner, DEMO_KEYS.expired);
    make(owner, DEMO_KEYS.expiring);
    make(accountant, DEMO_KEYS.unused);
    make(former, DEMO_KEYS.suspended);
    make(admin, DEMO_KEYS.lost, (lost) => {
      timetable.plan(40, async () => {
        await this.app.get(KeyRevocationService).revoke(by, 'company', lost, { reason: 'The laptop was stolen' });
      });
    });
  }
}

const CONNECTOR = {
  name: 'ERP sync',
  expiry: '1y',
  made: 70,
  lastUse: 0.02,
  caller: {
    ip: '198.51.100.40',
    userAgent: 'erp-connector/2.9',
    perDay: 320,
    routes: ['/v1/invoices', '/v1/events', '/v1/clients/{id}'],
  },
} as const satisfies DemoKey;

/**
 * A service member with a key, an accountant with one permission more than accountants have, a member who left, and an invited one.
 */
export function planMembers(
  app: INestApplicationContext,
  clock: ManualClock,
  timetable: Timetable,
  { owner, accountant, former }: Readonly<Record<'owner' | 'accountant' | 'former', ChronicleActor>>,
): void {
  const members = app.get(MembersService);
  timetable.plan(CONNECTOR.made, async () => {
    const service = await members.createService(owner, { name: 'ERP connector', role: 'Accountant' });
    const { name, expiry } = CONNECTOR;
    const body = CreateApiKey.parse({ name, expiry, preset: 'readOnly' });
    const confirmed = { ...owner, session: { ...owner.session, confirmedAt: clock.now() } };
    const { apiKey } = await app.get(KeyCreationService).createForService(confirmed, service.id, body);
    timetable.plan(0, () => playTraffic(app, clock, apiKey.id, CONNECTOR));
  });
  timetable.plan(20, async () => {
    await app.get(MemberStatusService).deactivate(owner, former.memberId);
    const permissions = [...presetOf('Person', 'Accountant'), 'integration.write' as const];
    await members.update(owner, accountant.memberId, { permissions });
  });
  timetable.plan(2, async () => {
    const invitee = { name: 'Hugo Marchetti', email: 'hugo@boreal.example', role: 'Sales', locale: 'fr' } as const;
    await app.get(InvitationsService).create(owner, invitee);
  });
}
