import { CompanyCreationsService } from '@billhook/api/installation/company-creations/company-creations.service';
import { SeriesService } from '@billhook/api/invoicing/series/series.service';
import type { TestApi } from '@billhook/api/test/support/api';
import {
  addWaitingDeliveries,
  advanceSandbox,
  misplacedDeliveries,
  setClocks,
} from '@billhook/api/test/support/sandbox-clocks';
import { CreateSeries } from '@billhook/contract/invoicing/series';
import { ROLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { DAY_MS } from '@billhook/domain/shared/durations';
import type { NewCompany } from '@billhook/identity/companies/companies.repository';
import { companyTime, inCompanyTime } from '@billhook/platform/company-time';
import { ChroniclePlayer, ClockOfPrograms, type ChronicleActor, type ChronicleTime } from '../src/chronicle-player.js';
import { CHRONICLE, type Step } from '../src/chronicle.js';
import { DEMO_CLIENTS, type DemoClient } from '../src/clients.js';
import { DEMO_COMPANIES } from '../src/people.js';

/** How the time passes: the clocks of programs and database are set at each midnight, or the clock of a sandbox is advanced. */
export type Passing = 'clocks set day by day' | 'daily advances' | 'one advance';

const ZONES = ['Europe/Paris', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu', 'America/Santiago'];
const QUARTER_MS = 900_000;

/** The clocks of programs and database, at which a worker looks at each midnight of the company. */
class DailyClock extends ClockOfPrograms {
  constructor(
    private readonly api: TestApi,
    private readonly zone: string,
  ) {
    super(api.app, api.clock);
  }

  override async goTo(moment: Date): Promise<void> {
    let day = dateInZone(this.now(), this.zone);
    // Midnights are at whole quarters of an hour in every time zone.
    const first = Math.floor(this.now().getTime() / QUARTER_MS) * QUARTER_MS + QUARTER_MS;
    for (let at = first; at < moment.getTime(); at += QUARTER_MS) {
      const next = dateInZone(new Date(at), this.zone);
      if (next !== day) await this.set(new Date(at));
      day = next;
    }
    await this.set(moment);
  }

  private async set(moment: Date): Promise<void> {
    await setClocks(this.api, moment);
    await super.goTo(moment);
  }
}

/** The deliveries that wait in a sandbox. */
const WAITING = 7;

/**
 * The clock of a sandbox, which the worker advances. The clocks of programs and database stand still. A transaction marks and moves only a
 * few, so that most moments need several. Daily advances stop at the times of deliveries.
 */
class AdvancedClock implements ChronicleTime {
  private clockOffset = 0;

  constructor(
    private readonly api: TestApi,
    private readonly by: ChronicleActor,
    private readonly isDaily: boolean,
    private readonly seed: number,
  ) {}

  now(): Date {
    return companyTime(this.api.clock.now(), { clockOffset: this.clockOffset });
  }

  async goTo(moment: Date): Promise<void> {
    if (this.isDaily) {
      for (let at = this.now().getTime() + DAY_MS; at < moment.getTime(); at += DAY_MS)
        await this.advance(new Date(at));
    }
    await this.advance(moment);
  }

  take<T>(step: () => Promise<T>): Promise<T> {
    return inCompanyTime(this.clockOffset, step);
  }

  private async advance(to: Date): Promise<void> {
    if (to <= this.now()) return;
    const limits = { overdueInvoices: 1 + (this.seed % 3), movedDeliveries: 1 + (this.seed % 4) };
    const options = { delivers: this.isDaily, limits };
    this.clockOffset = await advanceSandbox(this.api, this.by, to, options);
  }
}

interface ChronicleSettings {
  readonly seed: number;
  readonly today: Date;
  /** How many days ago the chronicle ends. */
  readonly end: number;
  readonly ownerOf: (companyId: number) => Promise<{ readonly id: number }>;
}

/**
 * Plays the chronicle in a new company.
 * @returns its events in their order, without what is random in them
 * @throws an Error if deliveries of a sandbox did not follow its clock
 */
export async function playChronicle(
  api: TestApi,
  passing: Passing,
  { seed, today, end, ownerOf }: ChronicleSettings,
): Promise<string[]> {
  const timeZone = ZONES[seed % ZONES.length] ?? 'UTC';
  const first = new Date(today.getTime() - 344 * DAY_MS - (seed % 24) * 3_600_000);
  await setClocks(api, first);
  const isSandbox = passing !== 'clocks set day by day';
  const by = await actor(api, timeZone, isSandbox, ownerOf);
  const time = isSandbox
    ? new AdvancedClock(api, by, passing === 'daily advances', seed)
    : new DailyClock(api, timeZone);
  if (isSandbox) await addWaitingDeliveries(api, by.company.id, WAITING);
  const player = new ChroniclePlayer(api.app, time, by, today);
  await api.within(by.company.id, () => play(api, player, by, { seed, end }));
  const lost = await misplacedDeliveries(api, by.company.id);
  if (lost > 0) throw new Error(`${lost} of ${WAITING} deliveries do not wait for their time`);
  const rows = await api.database.query<{ body: string; at: Date }>({
    name: 'test_events_of_chronicle',
    text: 'SELECT body, created_at AS at FROM events WHERE company_id = $1 ORDER BY position',
    values: [by.company.id],
  });
  return rows.map(({ body, at }) => `${at.toISOString()} ${JSON.stringify(JSON.parse(body), withoutRandom)}`);
}

async function play(
  api: TestApi,
  player: ChroniclePlayer,
  by: ChronicleActor,
  { seed, end }: Pick<ChronicleSettings, 'seed' | 'end'>,
): Promise<void> {
  const series = CreateSeries.parse({ kind: 'Invoice', code: 'export', pattern: 'EXP-{YYYY}-{####}' });
  await api.app.get(SeriesService, { strict: false }).create(by, series);
  for (const name of Object.keys(DEMO_CLIENTS) as DemoClient[]) await player.client(name);
  // Without some orders, which nothing depends on, so that each seed stops the clock at other times.
  const isPlayed = (step: Step, n: number): boolean => step.does !== 'order' || (n * 7 + seed * 13) % 5 < 2;
  await player.play(
    CHRONICLE.filter((step, n) => step.day >= end && isPlayed(step, n)),
    end,
  );
}

/** Ids and tokens differ from one company to the next. */
const withoutRandom = (name: string, value: unknown): unknown =>
  /^id$|Ids?$|token|url|link|hash/i.test(name) ? undefined : value;

async function actor(
  api: TestApi,
  timeZone: string,
  isSandbox: boolean,
  ownerOf: (companyId: number) => Promise<{ id: number }>,
): Promise<ChronicleActor> {
  const [demo] = DEMO_COMPANIES;
  if (!demo) throw new Error('the demo has a company');
  const { members: _, ...details } = demo;
  const createdAt = api.clock.now();
  const create = async (more: Partial<NewCompany> = {}): Promise<number> => {
    const describe = () => ({ ...details, timeZone, createdAt, ...more });
    return (
      await api.app
        .get(CompanyCreationsService)
        .create({ describe, global: () => Promise.resolve(), beside: more.sandboxOf ?? undefined })
    ).id;
  };
  const sandboxOf = await create();
  const id = isSandbox ? await create({ kind: 'Sandbox', sandboxOf }) : sandboxOf;
  const { id: memberId } = await ownerOf(id);
  const kind = isSandbox ? 'Sandbox' : 'Production';
  return {
    kind: 'member',
    company: { id, name: details.name, kind, plan: 'Pro', timeZone, clockOffset: 0, cell: 1, deletesAt: null },
    ...{ memberId, accountId: 0, permissions: [...ROLE_PERMISSIONS.Owner], label: 'member ada@example.com' },
    session: { id: 0, idHash: Buffer.alloc(0), confirmedAt: createdAt, expiresAt: createdAt },
    origin: { ip: '127.0.0.1', userAgent: null, requestId: 'chronicle' },
  };
}
