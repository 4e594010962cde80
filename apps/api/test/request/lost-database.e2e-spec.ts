import { API_REFERENCE } from '@billhook/domain/identity/application';
import { grantTables } from '@billhook/testing/own-tables';
import { eventually } from '@billhook/testing/patience';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { withClient } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { TestApi, type Answer } from '../support/api.js';
import { callOAuth, expectOAuthFailure, OAUTH_CALLS } from '../support/oauth-endpoints.js';
import { authorizationPath, PUBLIC_URL, TestBrowser } from '../support/oauth.js';
import { SeveredDatabase } from '../support/severed-database.js';
import { startApi } from '../support/start.js';
import { World, type KeyCaller } from '../support/world.js';

const DOCS_REDIRECT = `${PUBLIC_URL}/docs/assets/oauth2-redirect.html`;
const api = await startApi();

describe('a database that accepts no more connections, or is lost during a request', () => {
  const ROLE = 'narrow_api';
  /** One for the limits, two for look-ups, and one for all transactions. With two cells, also one for look-ups there and the first of the process. */
  const FEWEST = HAS_TWO_CELLS ? 6 : 4;

  /** Another process, whose role may have this many connections. */
  async function withConnections(most: number, settings: Readonly<Record<string, string>> = {}): Promise<TestApi> {
    await withClient(api.databaseUrl, async (client) => {
      await client.query(`DO $$ BEGIN CREATE ROLE ${ROLE} LOGIN PASSWORD 'narrow'; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
        ${grantTables('ALL', ROLE)};
        ALTER ROLE ${ROLE} CONNECTION LIMIT ${most}`);
    });
    const url = new URL(api.databaseUrl);
    [url.username, url.password] = [ROLE, 'narrow'];
    return TestApi.beside(api, { DATABASE_URL: url.href, ...settings });
  }

  const bodies = { kind: 'Business', name: 'Atelier', billingAddress: { country: 'FR' } };
  const write = (process: TestApi, { secret }: KeyCaller): Promise<Answer> =>
    process.call('POST', '/v1/clients', { headers: { authorization: `Bearer ${secret}` }, body: bodies });

  function expectUnavailable({ path, isPage }: (typeof OAUTH_CALLS)[number], answer: Answer): void {
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5']);
    expectOAuthFailure(answer, isPage, 'temporarily_unavailable');
  }

  function expectReadyOrNot(answers: readonly Answer[], ready: number): void {
    for (const { status, headers, body } of answers) {
      if (status === ready) continue;
      expect([status, body['code']]).toEqual([503, 'not_ready']);
      expect(headers.get('retry-after')).toBe('5');
    }
  }

  it('503 with Retry-After for requests without a connection', async () => {
    const key = await new World(api).key();
    const narrow = await withConnections(FEWEST);
    try {
      const answers = await Promise.all(Array.from({ length: 40 }, () => write(narrow, key)));
      expectReadyOrNot(answers, 201);
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(201);
      expect(statuses).toContain(503);
      // PostgreSQL counts a connection for a moment after its client has closed it.
      await eventually('a write succeeds again', async () => (await write(narrow, key)).status === 201 || undefined);
    } finally {
      await narrow.stop();
    }
  });

  it('503 with Retry-After from OAuth, as JSON for programs and as a page for people', async () => {
    // The limits take the only connection.
    const narrow = await withConnections(4, { OAUTH_DYNAMIC_REGISTRATION: 'true' });
    try {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => OAUTH_CALLS)
          .flat()
          .map(async (call) => ({ call, answer: await callOAuth(narrow, call.path, call.method) })),
      );
      const refused = answers.filter(({ answer }) => answer.status >= 500);
      expect(refused.length).toBeGreaterThan(0);
      for (const { call, answer } of refused) expectUnavailable(call, answer);
    } finally {
      await narrow.stop();
    }
  });

  it('503 with Retry-After from OAuth while PostgreSQL is stopped', async () => {
    const front = await SeveredDatabase.before(api.databaseUrl);
    const cut = await TestApi.beside(api, { DATABASE_URL: front.url, OAUTH_DYNAMIC_REGISTRATION: 'true' });
    const member = await new World(api).member(await new World(api).company());
    const browser = new TestBrowser(cut, await new World(api).session(member));
    const uid = await browser.begin(
      authorizationPath({ client_id: API_REFERENCE.clientId, redirect_uri: DOCS_REDIRECT }),
    );
    try {
      await front.close();
      const [page] = OAUTH_CALLS.filter(({ isPage }) => isPage);
      if (page) expectUnavailable(page, await browser.open(`/oauth/authorize/${uid}`));
      for (const call of OAUTH_CALLS) {
        const answer = await callOAuth(cut, call.path, call.method);
        // The metadata are in no table, and without its cookie a request does not continue.
        const needsNone = call.path.startsWith('/.well-known/') || call.path.startsWith('/oauth/authorize/');
        if (needsNone) expect([call.path, answer.status]).toEqual([call.path, call.isPage ? 400 : 200]);
        else expectUnavailable(call, answer);
      }
      expect((await cut.call('GET', '/.well-known/oauth-protected-resource/mcp')).status).toBe(200);
    } finally {
      await cut.stop();
    }
  });

  it('503 with Retry-After for requests whose connection is cut, and recovers', async () => {
    const key = await new World(api).key();
    const second = await TestApi.beside(api);
    const cut = (): Promise<unknown> =>
      withClient(api.databaseUrl, (client) =>
        client.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        ),
      );
    try {
      for (let round = 0; round < 5; round++) {
        const writes = Array.from({ length: 30 }, () => write(second, key));
        await Promise.all([writes[round * 5], cut()]);
        await cut();
        expectReadyOrNot(await Promise.all(writes), 201);
      }
      for (let status = 0; status !== 201;) ({ status } = await write(second, key));
    } finally {
      await second.stop();
    }
  });
});
