import { forgiveFailures } from '@billhook/webhooks/endpoints/endpoint-actions.sql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LadderWorld } from '../support/ladder-world.js';
import { createMember } from '../support/member-rows.js';
import type { World } from '../support/world.js';

let ladder: LadderWorld;
let world: World;

beforeAll(async () => {
  ladder = await LadderWorld.create();
  world = ladder.world;
});
afterAll(() => ladder.close());
beforeEach(() => createMember(world, { role: 'Owner' }));
afterEach(() => ladder.clear());

describe('the ladder of an endpoint that fails for five days', () => {
  it('warns in time, once per step, then disables it with an audit entry', async () => {
    const endpoint = await ladder.failing(0, { health: 'Paused' });
    const sent: [number, string][] = [];
    for (let hour = 0; hour <= 130; hour += 2) {
      await ladder.job().run();
      const all = await ladder.subjects();
      for (const subject of all.slice(sent.length)) sent.push([hour, subject]);
      await ladder.pass(2);
    }
    expect(sent).toEqual([
      [2, 'Webhooks to shop.example/hook are paused'],
      [6, 'Webhooks to shop.example/hook have failed for 6 hours'],
      [72, 'Webhooks to shop.example/hook will be disabled within 48 hours'],
      [96, 'Webhooks to shop.example/hook will be disabled within 24 hours'],
      [120, 'Webhooks to shop.example/hook were disabled'],
    ]);
    expect(await ladder.endpointOf(endpoint)).toMatchObject({
      status: 'Disabled',
      disabled_reason: 'Failing',
      version: 2,
    });
    expect(await ladder.audited(endpoint)).toEqual([
      {
        actor: 'system',
        actor_kind: 'system',
        action: 'webhook_endpoint.updated',
        details: { reason: 'endpoint_failing', changed: { status: { from: 'Enabled', to: 'Disabled' } } },
      },
    ]);
  });

  it('names an endpoint by its description, and states the next step after the email', async () => {
    const endpoint = await ladder.failing(2, { health: 'Paused' });
    const description = `The ERP of ${'x'.repeat(50)}`;
    await world.sql('UPDATE webhook_endpoints SET description = $2 WHERE id = $1', [endpoint.id, description]);
    await ladder.job().run();
    const [mail] = await ladder.mails();
    expect(mail?.subject).toBe(`Webhooks to The ERP of ${'x'.repeat(22)}… are paused`);
    expect(mail?.text).toMatch(/Next step: .* UTC: one message is sent to check the endpoint\n/);
  });

  it('contains everything the reader needs, and nothing of the query', async () => {
    await ladder.failing(73, { url: 'https://shop.example/hook?token=s3cr3t', waiting: 12 });
    await ladder.job().run();
    const [mail] = await ladder.mails();
    expect(mail?.subject).toBe('Webhooks to shop.example/hook will be disabled within 48 hours');
    expect(mail?.text).toContain('Endpoint: https://shop.example/hook\nFailing since: ');
    expect(mail?.text).toContain('Last error: HTTP 503\nMessages waiting: 12\nNext step: ');
    expect(mail?.text).toMatch(/Next step: .* UTC: the next warning\nDisabled on: \d+ \w+ \d{4}, \d\d:\d\d UTC\n/);
    expect(mail?.text).toContain('https://bills.example/settings/webhooks');
    expect(mail?.text).not.toMatch(/token|s3cr3t/);
  });

  it('keeps one with fewer than ten messages enabled; tests do not count', async () => {
    const endpoint = await ladder.failing(121, { waiting: 9 });
    await ladder.deliver(endpoint, 3, null);
    await ladder.job().run();
    expect([await world.statusOf(endpoint), await ladder.subjects()]).toEqual(['Enabled', []]);
    await world.sql(
      `UPDATE webhook_deliveries SET status = 'Failed', next_attempt_at = NULL, finished_at = now() WHERE endpoint_id = $1
        AND id % 2 = 0`,
      [endpoint.id],
    );
    await ladder.deliver(endpoint, 1);
    await ladder.job().run();
    expect([await world.statusOf(endpoint), await ladder.subjects()]).toEqual([
      'Disabled',
      ['Webhooks to shop.example/hook were disabled'],
    ]);
  });

  it('restarts for an endpoint that is enabled again', async () => {
    const endpoint = await ladder.failing(121);
    await ladder.job().run();
    await world.sql(
      `UPDATE webhook_endpoints SET status = 'Enabled', disabled_reason = NULL, disabled_at = NULL WHERE id = $1`,
      [endpoint.id],
    );
    await world.uow.run((tx) => forgiveFailures(tx, endpoint.id));
    await ladder.job().run();
    expect(await world.statusOf(endpoint)).toBe('Enabled');
    expect(await ladder.stateOf(endpoint)).toMatchObject({ health: 'Degraded', failing_since: null, notice: null });
    expect(await ladder.subjects()).toHaveLength(1);
  });

  it('sends only the latest warning after days without a worker', async () => {
    await ladder.failing(100);
    await ladder.job().run();
    await ladder.job().run();
    expect(await ladder.subjects()).toEqual(['Webhooks to shop.example/hook will be disabled within 24 hours']);
  });

  it('notifies once of the recovery, only those who got the warning', async () => {
    const [noticed, unnoticed] = [await ladder.failing(7), await ladder.failing(5)];
    await ladder.job().run();
    await ladder.succeed(noticed);
    await ladder.succeed(unnoticed);
    await ladder.job().run();
    await ladder.job().run();
    expect(await ladder.subjects()).toEqual([
      'Webhooks to shop.example/hook have failed for 6 hours',
      'Webhooks to shop.example/hook work again',
    ]);
  });

  it('takes no step where webhooks are switched off', async () => {
    const endpoint = await ladder.failing(121);
    await ladder.job({ enabled: false }).run();
    expect([await world.statusOf(endpoint), await ladder.subjects()]).toEqual(['Enabled', []]);
  });

  it('without a mail server disables as well, and warns once there is one', async () => {
    const [off, warned] = [await ladder.failing(121), await ladder.failing(73)];
    await ladder.job({ sendsMail: false }).run();
    expect([await world.statusOf(off), await world.statusOf(warned)]).toEqual(['Disabled', 'Enabled']);
    expect(await ladder.subjects()).toEqual([]);
    await ladder.job().run();
    expect(await ladder.subjects()).toEqual(['Webhooks to shop.example/hook will be disabled within 48 hours']);
  });
});

describe('the recipients', () => {
  it('are owners and those who manage webhooks, once each in their language; no other members', async () => {
    const manages = ['client.read', 'integration.write'];
    await createMember(world, { email: 'luc@example.com', locale: 'fr', permissions: manages });
    await createMember(world, { email: 'sales@example.com', permissions: ['client.read'] });
    await createMember(world, { email: 'gone@example.com', permissions: manages, status: 'Deactivated' });
    await createMember(world, { kind: 'Service', permissions: manages });
    const other = await world.createCompany();
    await createMember(world, { companyId: other, email: 'other@example.com', role: 'Owner', permissions: manages });
    await ladder.failing(7);
    await ladder.job().run();
    const mails = await ladder.mails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', 'Webhooks to shop.example/hook have failed for 6 hours'],
      ['luc@example.com', 'Webhooks vers shop.example/hook\u202f: en échec depuis 6 heures'],
    ]);
    expect(mails[1]?.text).toContain('Dernière erreur\u202f: HTTP 503');
  });
});
