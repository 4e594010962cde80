import { afterAll, beforeAll, it, jest } from '@jest/globals';
import { Workspace } from './support/workspace.js';
jest.setTimeout(180_000);
let w: Workspace;
beforeAll(async () => { w = await Workspace.start(); });
afterAll(() => w.stop());
const look = async (name: string, p = w.page) => {
  for (const [scheme, width] of [['light', 1280], ['dark', 390]] as const) {
    await p.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await p.setViewportSize({ width, height: 900 });
    await p.waitForTimeout(350);
    const dialog = await p.getByRole('dialog').count();
    await p.screenshot({ path: `/tmp/uk/${name}-${scheme}-${width}.png`, fullPage: !dialog });
  }
  await p.setViewportSize({ width: 1280, height: 900 });
};
const q = (name: string, text: string, values: unknown[]) => w.api.database.query({ name, text, values: values as never });
it('shots', async () => {
  const { company } = await w.get<{ company: { id: number } }>('session');
  const { member: me } = await w.get<{ member: { id: number } }>('session');
  const owner = { id: me.id, companyId: company.id, email: '' };
  const colleague = await w.world.member(company.id, { role: 'Sales' });
  const a = await w.world.key({ member: owner, expiry: '90d', scopes: ['client.read', 'invoice.read', 'invoice.write', 'quote.read'] });
  const b = await w.world.key({ member: owner, expiry: '1y', scopes: ['client.read'] });
  const c = await w.world.key({ member: owner });
  await w.world.key({ member: colleague });
  const names = ['Nightly export', 'Shop', 'Old CRM bridge'];
  for (const [n, k] of [a, b, c].entries()) await q('n1', 'UPDATE api_keys SET name = $2 WHERE id = $1', [k.id, names[n]]);
  await q('n2', "UPDATE api_keys SET expires_at = now() + interval '9 days', created_at = now() - interval '81 days' WHERE id = $1", [a.id]);
  for (const k of [a, b, c]) for (let d = 0; d < 60; d++) {
    const day = new Date(Date.now() - d * 86400000).toISOString().slice(0, 10);
    const base = (d % 7 < 2 ? 30 : 180) + ((d * 37) % 60);
    for (const [m, r, o, n] of [['GET', '/v1/clients', 'ok', base], ['POST', '/v1/invoices', 'ok', Math.round(base / 3)], ['POST', '/v1/invoices', 'refused', d % 5 === 0 ? 25 : 2], ['GET', '/v1/clients', 'limited', d % 11 === 0 ? 40 : 0], ['GET', '/v1/quotes/{id}', 'failed', d % 13 === 0 ? 9 : 0]] as const)
      if (n > 0) await q('n3', `INSERT INTO key_requests (key_id, day, method, route, outcome, count) VALUES ($1,$2,$3,$4,$5,$6)`, [k.id, day, m, r, o, n]);
  }
  for (const k of [a, b, c]) await k.call('GET', '/v1/clients', { headers: { 'user-agent': 'billhook-node/1.2.0 (cron)' } });
  await w.session.call('POST', `/app/api-keys/${c.id}/revoke`, { body: { reason: 'Replaced by the shop' } });
  for (let n = 0; n < 4; n++) await c.call('GET', '/v1/clients', { headers: { 'user-agent': 'old-crm/0.9' } });
  await w.session.call('POST', `/app/api-keys/${b.id}/rotate`, { body: { graceSeconds: 86400 } });
  const me2 = await w.get<{ member: { email: string } }>('session');
  const { SettingsPage } = await import('./support/settings-page.js'); void SettingsPage;
  const fr = await w.openAs({ id: me.id, companyId: company.id, email: me2.member.email }, 'fr-FR');
  await fr.goto('/api-keys'); await fr.page.getByText('clé morte').waitFor(); await look('fr-mine', fr.page);
  await fr.goto(`/api-keys/${b.id}?days=90`); await fr.page.getByRole('img', { name: /^Requêtes par jour/ }).waitFor(); await look('fr-key', fr.page);
  await fr.goto('/company-keys'); await fr.page.getByText('clé morte').waitFor(); await look('fr-company', fr.page);
  await fr.goto(`/api-keys/${a.id}?rotate=1`); await fr.page.getByRole('dialog').waitFor(); await fr.page.waitForTimeout(500); await look('fr-rotate', fr.page);
  await fr.close();
});
