import type { GrantList } from '@billhook/contract/identity/oauth/grant';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GuideBlocks } from '../support/guide-blocks.js';
import { form, registerApplication, TestBrowser, type TestApplication } from '../support/oauth.js';
import { Records } from '../support/records.js';
import { WebhookWorld } from '../support/webhooks.js';
import type { SessionCaller } from '../support/world.js';

const GUIDE = 'build-an-application';

let world: WebhookWorld;
let blocks: GuideBlocks;
let session: SessionCaller;
let application: TestApplication;
let appUrl: string;

beforeAll(async () => {
  world = await WebhookWorld.start();
  blocks = await GuideBlocks.open();
  session = await world.world.session(await world.world.member(world.key.companyId));
  appUrl = `http://127.0.0.1:${await freePort()}`;
  const redirectUris = ['http://127.0.0.1:4000/callback'];
  application = await registerApplication(session, { redirectUris, scopes: ['invoice.read', 'integration.write'] });
});
afterAll(async () => {
  await blocks.close();
  await world.stop();
});

/** Runs the program of the guide to its end. */
async function runApp() {
  await blocks.save(GUIDE, 'oauth.mjs');
  return blocks.run(GUIDE, 'app.mjs', {
    BILLHOOK_URL: world.api.url,
    BILLHOOK_CLIENT_ID: application.clientId,
    BILLHOOK_CLIENT_SECRET: application.secret ?? '',
    APP_URL: appUrl,
  });
}

/** Opens the program as a user does, once it listens. @returns where it sends the browser */
const openApp = () =>
  eventually('the program listens', async () => {
    const response = await fetch(appUrl, { redirect: 'manual' }).catch(() => undefined);
    return response?.headers.get('location') ?? undefined;
  });

describe('the guide on building an application', () => {
  it('leads from the registration to the first webhook', async () => {
    const ended = runApp();
    const browser = new TestBrowser(world.api, session);
    const callback = await browser.allow(await browser.begin(await openApp()));
    expect(callback.href).toMatch(new RegExp(`^${appUrl}/callback\\?`));
    expect(await (await fetch(callback)).text()).toBe('Connected. Create an invoice in Billhook.');

    await new Records(world.key).draft();
    await world.engine.sweep();
    const { stdout, stderr, code } = await ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      `open ${appUrl}`,
      expect.stringMatching(/^connected: Company /),
      'waiting for an invoice',
      'received: invoice.created',
      expect.stringMatching(/^read: invoice of [\d.]+ EUR$/),
      'revoked',
    ]);
    const [grant] = (await session.call<GrantList>('GET', '/app/oauth/grants')).body.data;
    expect(grant).toMatchObject({ status: 'revoked', application: { id: application.id } });
  });

  it('names the request of the device flow', async () => {
    const fields = { client_id: application.clientId, client_secret: application.secret ?? '', scope: 'invoice.read' };
    const { status, body } = await form(world.api, '/oauth/device', fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({ user_code: expect.any(String), verification_uri: expect.any(String) });
  });
});
