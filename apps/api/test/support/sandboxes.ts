import type { CreatedApiKey } from '@billhook/contract/identity/key';
import type { SessionView } from '@billhook/contract/identity/session';
import type { SandboxView } from '@billhook/contract/installation/sandbox';
import { GRANTABLE_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { TABLES_OF_COMPANIES } from '@billhook/testing/own-tables';
import { withClient } from '@billhook/testing/test-server';
import type { TestApi } from './api.js';
import type { KeyCaller, SessionCaller, World } from './world.js';

/** Creates and opens sandboxes as a browser does; any error ends the test. */
export class Sandboxes {
  constructor(
    private readonly api: TestApi,
    private readonly world: World,
  ) {}

  async create(by: SessionCaller, body: object = {}): Promise<SandboxView> {
    const answer = await by.call<SandboxView>('POST', '/app/sandboxes', { body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  }

  /** The browser after it has opened a sandbox. */
  async open(id: number, by: SessionCaller): Promise<SessionCaller> {
    const answer = await by.call<SessionView>('POST', `/app/sandboxes/${id}/open`);
    if (answer.body.company?.id !== id) throw new Error(answer.text);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return {
      cookie,
      call: (method, path, call) => this.api.call(method, path, { ...call, headers: { cookie, ...call?.headers } }),
    };
  }

  /** A key, with every permission unless scopes are given. */
  async key(
    by: SessionCaller,
    scopes: readonly Permission[] = GRANTABLE_PERMISSIONS,
  ): Promise<KeyCaller & Pick<CreatedApiKey, 'apiKey'>> {
    const body = { name: 'Trial', scopes, expiry: '90d' };
    const answer = await by.call<CreatedApiKey>('POST', '/app/api-keys', { body });
    if (answer.status !== 201) throw new Error(answer.text);
    const { apiKey, secret } = answer.body;
    const { company } = (await by.call<SessionView>('GET', '/app/session')).body;
    return { ...this.world.bearer(secret), id: apiKey.id, secret, companyId: company.id, apiKey };
  }

  /** A new sandbox, the browser in it, and a key of it. */
  async ready(session: SessionCaller, body: object = {}) {
    const sandbox = await this.create(session, body);
    const within = await this.open(sandbox.id, session);
    return { ...sandbox, within, key: await this.key(within) };
  }

  rows(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    return withClient(
      this.api.databaseUrl,
      async (client) => (await client.query<Record<string, unknown>>(text, values)).rows,
    );
  }

  /** The rows of a company by table, without the request log, which is written later. */
  async inTables(companyId: number): Promise<Record<string, number>> {
    const tables = await this.rows(`${TABLES_OF_COMPANIES} AND relname NOT LIKE 'api_requests%'`, []);
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await this.rows(`SELECT count(*)::int AS count FROM "${String(name)}" WHERE company_id = $1`, [
        companyId,
      ]);
      counts[String(name)] = Number(row?.count);
    }
    return counts;
  }
}
