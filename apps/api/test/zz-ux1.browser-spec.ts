import { expect, it, jest } from '@jest/globals';
import { launchBrowser } from '@billhook/testing/browser';
import { DemoSeed } from '../src/demo/demo-seed.js';
import { TestApi } from './support/api.js';
import { SettingsPage } from './support/settings-page.js';
import { PASSWORD, World } from './support/world.js';

jest.setTimeout(120_000);

it('shots', async () => {
  const api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  const browser = await launchBrowser();
  try {
    api.clock.set(new Date());
    await new DemoSeed(api.app, api.clock, PASSWORD).run();
    api.clock.set(new Date());
    const world = new World(api);
    const find = async (email: string) =>
      (
        await api.database.query<{ id: number; companyId: number; email: string }>({
          name: 'zz',
          text: `SELECT m.id, m.company_id AS "companyId", a.email FROM members m JOIN accounts a ON a.id = m.account_id WHERE a.email = $1`,
          values: [email],
        })
      )[0]!;
    const owner = await find('owner@boreal.example');
    const session = await world.session(owner);
    const shot = async (s: SettingsPage, name: string, full = true) => {
      await s.page.waitForTimeout(700);
      await s.page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: full });
    };
    // several dead keys, one rotated and ended, one retiring, one only refused
    for (let n = 0; n < 5; n++) {
      const key = await world.key({ member: owner });
      await session.call('POST', `/app/api-keys/${key.id}/revoke`, { body: { reason: 'Test' } });
      for (let c = 0; c < 1 + (n % 3); c++) await key.call('GET', '/v1/clients');
    }
    const ended = await world.key({ member: owner, expiry: '90d' });
    await ended.call('GET', '/v1/clients');
    const a = await session.call<{ secret: string }>('POST', `/app/api-keys/${ended.id}/rotate`, { body: { graceSeconds: 0 } });
    await world.bearer(a.body.secret).call('GET', '/v1/clients');
    await ended.call('GET', '/v1/clients');
    const retiring = await world.key({ member: owner, expiry: '90d' });
    await retiring.call('GET', '/v1/clients');
    const b = await session.call<{ secret: string }>('POST', `/app/api-keys/${retiring.id}/rotate`, { body: { graceSeconds: 604800 } });
    await world.bearer(b.body.secret).call('GET', '/v1/clients');
    await new Promise((r) => setTimeout(r, 50));
    await retiring.call('GET', '/v1/clients');
    const c = await session.call<{ secret: string; apiKey: { id: number } }>('POST', '/app/api-keys', {
      body: { name: 'Only from the office', scopes: ['client.read'], expiry: '90d', allowedCidrs: ['203.0.113.0/24'] },
    });
    await world.bearer(c.body.secret).call('GET', '/v1/clients');
    const revoked = await world.key({ member: owner, expiry: '90d' });
    await session.call('POST', `/app/api-keys/${revoked.id}/revoke`, { body: {} });
    const { body: list } = await session.call<{ data: { id: number; name: string }[] }>('GET', '/app/api-keys?limit=50');
    const warehouse = list.data.find((k) => k.name === 'Data warehouse')!;

    const s = await SettingsPage.open(browser, api);
    await s.signIn(owner);
    await s.page.getByRole('link', { name: 'Clients', exact: true }).waitFor();
    for (const width of [1280, 390]) {
      await s.page.setViewportSize({ width, height: 900 });
      await s.goto('/api-keys');
      await shot(s, `mine-${width}`);
      await s.goto('/company-keys');
      await shot(s, `company-${width}`);
      console.log('overflow', width, await s.page.evaluate<string>('[...document.querySelectorAll(".bh-panel")].map((p) => p.scrollWidth + "/" + p.clientWidth).join(" ")'));
      await s.goto(`/api-keys/${ended.id}`);
      await shot(s, `ended-${width}`);
    }
    await s.page.setViewportSize({ width: 1280, height: 900 });
    await s.goto(`/api-keys/${retiring.id}`);
    await shot(s, 'retiring');
    await s.goto(`/api-keys/${warehouse.id}`);
    await shot(s, 'warehouse');
    await s.goto(`/api-keys/${revoked.id}`);
    await shot(s, 'revoked');
    await s.goto(`/api-keys/${c.body.apiKey.id}`);
    await s.page.getByRole('button', { name: 'Change the networks' }).click();
    await shot(s, 'networks', false);
    const active = () => s.page.evaluate<string>('document.activeElement.tagName + " " + document.activeElement.id + " " + document.activeElement.textContent.slice(0, 40)');
    console.log('networks focus', await active());
    await s.goto('/api-keys?status=nope&create=1');
    await s.page.getByLabel('Name', { exact: true }).fill('Fresh');
    await s.page.getByRole('button', { name: 'Create', exact: true }).click();
    await s.page.getByLabel('Secret', { exact: true }).waitFor();
    await s.page.waitForTimeout(400);
    console.log('created focus', await active(), s.address);
    await shot(s, 'created', false);
    await s.page.getByLabel('I have stored the key').check();
    await s.page.getByRole('button', { name: 'Done' }).click();
    await s.goto('/company-keys?status=nope&neverUsed=maybe');
    await shot(s, 'unknown', false);
    console.log('unknown', s.address);
    api.clock.set(new Date(Date.now() + 11 * 60_000));
    await s.goto('/api-keys?create=1');
    await s.page.getByLabel('Name', { exact: true }).fill('Later');
    await s.page.getByRole('button', { name: 'Create', exact: true }).click();
    await shot(s, 'stepup', false);
    await s.page.goto('about:blank');
    const free = await world.member(await world.company({ plan: 'Free' }));
    const f = await SettingsPage.open(browser, api, 'fr');
    const [name = '', value = ''] = (await world.session(free)).cookie.split('=');
    await f.page.context().addCookies([{ name, value, url: api.url }]);
    await f.goto('/api-keys?create=1');
    await shot(f, 'free', false);
    const g = await SettingsPage.open(browser, api, 'fr');
    const [n2 = '', v2 = ''] = (await world.session(owner)).cookie.split('=');
    await g.page.context().addCookies([{ name: n2, value: v2, url: api.url }]);
    await g.page.emulateMedia({ colorScheme: 'dark' });
    await g.goto('/company-keys');
    await shot(g, 'company-fr', true);
    console.log('overflow fr', await g.page.evaluate<string>('[...document.querySelectorAll(".bh-panel")].map((p) => p.scrollWidth + "/" + p.clientWidth).join(" ")'));
    await g.page.getByRole('button', { name: /^Afficher les/ }).click();
    await shot(g, 'dead-fr', false);
    await g.goto(`/company-keys/${ended.id}`);
    await shot(g, 'ended-fr', true);
    expect(1).toBe(1);
  } finally {
    await browser.close();
    await api.stop();
  }
});
