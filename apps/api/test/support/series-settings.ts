import type { SeriesView } from '@billhook/contract/invoicing/series';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { beforeEach, expect, it } from '@jest/globals';
import { Records } from './records.js';
import { startWorld } from './start.js';
import type { KeyCaller, SeededMember, SessionCaller } from './world.js';

export const SERIES_NOW = '2026-11-21T10:30:00.000Z';

/** The response of a route of a series: the series, or the error. */
type SeriesAnswer = SeriesView & ProblemView;

/** The numbering of a company that is new for each test. */
export class SeriesSettings {
  owner!: SeededMember;
  session!: SessionCaller;
  key!: KeyCaller;
  records!: Records;

  private constructor(private readonly started: Awaited<ReturnType<typeof startWorld>>) {}

  static async start(): Promise<SeriesSettings> {
    const settings = new SeriesSettings(await startWorld());
    const { api, world } = settings.started;
    beforeEach(async () => {
      api.clock.set(SERIES_NOW);
      settings.owner = await world.member(await world.company());
      settings.session = await world.session(settings.owner);
      settings.key = await world.key({ member: settings.owner });
      settings.records = new Records(settings.key);
    });
    return settings;
  }

  get api() {
    return this.started.api;
  }

  get world() {
    return this.started.world;
  }

  create(body: object, by = this.session) {
    return by.call<SeriesAnswer>('POST', '/app/series', { body });
  }

  patch(id: number, body: object, by = this.session) {
    return by.call<SeriesAnswer>('PATCH', `/app/series/${id}`, { body });
  }

  async list(by = this.session): Promise<SeriesView[]> {
    return (await by.call<{ data: SeriesView[] }>('GET', '/app/series')).body.data;
  }

  async get(id: number): Promise<SeriesView> {
    return (await this.session.call<SeriesView>('GET', `/app/series/${id}`)).body;
  }

  /** The series that invoices use by default. */
  async ofInvoices(by = this.session): Promise<SeriesView> {
    const found = (await this.list(by)).find(({ kind }) => kind === 'Invoice');
    if (!found) throw new Error('the company has no series');
    return found;
  }

  /** Sends invoices in sequence. @returns their numbers */
  async send(count: number, body: { series?: string; issueDate?: string } = {}): Promise<(string | null)[]> {
    const numbers: (string | null)[] = [];
    for (let n = 0; n < count; n++) numbers.push((await this.records.sent(body)).number);
    return numbers;
  }

  /** Declares the tests of a route: changes of numbering require a person with company.manage. */
  itIsForAdministrators(method: string, path: string): void {
    it('401 without a session, also with a key', async () => {
      expect((await this.api.call(method, `/app${path}`)).status).toBe(401);
      expect((await this.key.call(method, `/app${path}`)).status).toBe(401);
    });

    it('403 without company.manage', async () => {
      const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'company.manage');
      const by = await this.world.session(await this.world.member(this.owner.companyId, { permissions }));
      const answer = await by.call(method, `/app${path}`);
      expect(answer).toMatchObject({ status: 403, body: { missing: ['company.manage'] } });
    });

    it('405 under /v1: numbering is not for keys', async () => {
      const answer = await this.key.call(method, `/v1${path}`);
      expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    });
  }
}

/** A second series of invoices. */
export const EXPORT_SERIES = { kind: 'Invoice', code: 'export', pattern: 'EXP-{YYYY}-{####}' };
