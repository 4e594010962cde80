import type { MeView } from '@billhook/contract/identity/me';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { Permission } from '@billhook/domain/identity/permissions';
import { describe, expect, it } from '@jest/globals';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type FetchLike,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { Log } from '../support/api.js';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { Assistant, rpc } from '../support/mcp.js';
import {
  authorize,
  bearer,
  PUBLIC_URL,
  REDIRECT,
  registerApplication,
  TestBrowser,
  type TestApplication,
} from '../support/oauth.js';
import { startWorld } from '../support/start.js';

const MCP = `${PUBLIC_URL}/mcp`;
const METADATA = `${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp`;
const log = new Log();
const { api, world } = await startWorld({}, log);
const member = await world.member(await world.company());
const session = await world.session(member);
const application = await registerApplication(session, { name: 'Assistant' });

const tokenFor = async (scope: string, resource = MCP): Promise<string> =>
  (await authorize(api, session, application, { scope, resource })).accessToken;

const listTools = (token: string) => {
  const { body, headers } = rpc('tools/list');
  return api.call('POST', '/mcp', { body, headers: { ...headers, ...bearer(token).headers } });
};

describe('the challenge of /mcp', () => {
  it('401 names the metadata of the resource, also with a wrong token and for another method', async () => {
    const refused = [
      await api.call('POST', '/mcp', rpc('tools/list')),
      await api.call('GET', '/mcp'),
      await listTools(`bho_${'x'.repeat(46)}`),
    ];
    for (const { status, headers } of refused) {
      expect([status, headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining(`resource_metadata="${METADATA}"`),
      ]);
    }
    const metadata = await api.call('GET', new URL(METADATA).pathname);
    expect(metadata.body).toMatchObject({ resource: MCP, authorization_servers: [PUBLIC_URL] });
  });

  it('401 for a token of another resource, in both directions', async () => {
    const [forApi, forMcp] = [await tokenFor('client.read', `${PUBLIC_URL}/v1`), await tokenFor('client.read')];
    expect((await listTools(forApi)).body).toMatchObject({ status: 401, code: 'token_for_another_resource' });
    const direct = await api.call('GET', '/v1/clients', bearer(forMcp));
    expect(direct.body).toMatchObject({ status: 401, code: 'token_for_another_resource' });
    expect((await listTools(forMcp)).status).toBe(200);
  });

  it('accepts the address with a query as the resource', async () => {
    const token = await tokenFor('client.read', `${MCP}?utm_source=directory`);
    expect((await listTools(token)).status).toBe(200);
    await expect(tokenFor('client.read', `${PUBLIC_URL}/v1?utm_source=directory`)).rejects.toThrow();
  });
});

/** What the official client stores between its steps. */
class Storage implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: 'Assistant', redirect_uris: [REDIRECT] };
  asked: URL | undefined;
  private stored: StoredOAuthTokens | undefined;
  private verifier = '';
  private found: OAuthDiscoveryState | undefined;

  constructor(private readonly as: TestApplication) {}

  clientInformation(): StoredOAuthClientInformation {
    return {
      client_id: this.as.clientId,
      ...(this.as.secret !== null && { client_secret: this.as.secret }),
      token_endpoint_auth_method: this.as.secret === null ? 'none' : 'client_secret_post',
    };
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.stored;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.stored = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.found = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.found;
  }

  codeVerifier(): string {
    return this.verifier;
  }
}

describe('the official client', () => {
  it('finds the server from the 401, gets the consent of the member, and calls tools with its token', async () => {
    const authProvider = new Storage(application);
    const connection = () => {
      const fetch: FetchLike = (url, init) => globalThis.fetch(String(url).replace(PUBLIC_URL, api.url), init);
      const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      return { client, transport: new StreamableHTTPClientTransport(new URL(MCP), { authProvider, fetch }) };
    };
    const first = connection();
    await expect(first.client.connect(first.transport)).rejects.toThrow(UnauthorizedError);
    expect(authProvider.asked?.searchParams.get('resource')).toBe(MCP);

    const browser = new TestBrowser(api, session);
    const scopes: Permission[] = ['client.read', 'invoice.read', 'invoice.write'];
    const callback = await browser.allow(await browser.begin(authProvider.asked ?? ''), { scopes });
    await first.transport.finishAuth(callback.searchParams);

    const { client, transport } = connection();
    await client.connect(transport);
    try {
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['clients_list', 'invoices_create']));
      expect(names).not.toContain('payments_create');
      const called = await client.callTool({ name: 'me_get' });
      expect(called.structuredContent).toMatchObject({ result: { key: null, application: { id: application.id } } });
    } finally {
      await client.close();
    }
  });
});

describe('a call with an access token', () => {
  it('writes in the name of the application, once, and is in the log with its name', async () => {
    const key = await world.key({ member });
    const { body } = await key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody });
    const token = await tokenFor('invoice.read invoice.write');
    log.text = '';
    await Assistant.during(api, token, async (assistant) => {
      const call = { ...invoiceBody(body.id), confirm: true };
      const created = await assistant.call<InvoiceView>('invoices_create', call);
      const timeline = await key.call('GET', `/v1/invoices/${created.result.id}/timeline`);
      expect(timeline.body).toMatchObject({ data: [{ by: expect.stringContaining('Assistant') }] });
      expect((await assistant.call<InvoiceView>('invoices_create', call)).result.id).toBe(created.result.id);
      const refused = await assistant.call('payments_list');
      expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('This requires payment.read')]);
    });
    const lines = log.text.split('\n').filter((line) => line.includes('MCP tool call'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ tool: 'invoices_create', status: 201, by: 'application Assistant' }),
      expect.objectContaining({ tool: 'invoices_create', status: 201, by: 'application Assistant' }),
      expect.objectContaining({ tool: 'payments_list', status: 403, by: 'application Assistant' }),
    ]);
    expect(log.text).not.toContain(token);
  });

  it('401 from the next message on when the member revokes the access', async () => {
    const token = await tokenFor('client.read');
    await Assistant.during(api, token, async (assistant) => {
      const { result } = await assistant.call<MeView>('me_get');
      expect(result.application).toMatchObject({ name: 'Assistant' });
      const grants = await session.call<{ data: { id: number }[] }>('GET', '/app/oauth/grants');
      const revoked = await session.call('POST', `/app/oauth/grants/${grants.body.data[0]?.id}/revoke`, { body: {} });
      expect(revoked.status).toBe(200);
      await expect(assistant.call('me_get')).rejects.toThrow();
    });
    expect((await listTools(token)).body).toMatchObject({ status: 401, code: 'token_revoked' });
  });
});
