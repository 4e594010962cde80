import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { createCell } from '@billhook/installation/cells/create-cell';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { withOneCell } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { updateAllGrants } from '@billhook/webhooks/endpoints/known-grants';
import { expect, it } from '@jest/globals';
import { clientBody } from '../support/bodies.js';
import { authorize, registerApplication } from '../support/oauth.js';
import { LISTED_SCOPES, OWN_SCOPE, OWNED_TYPES, startOwnership } from '../support/ownership.js';
import { ENDPOINTS, type CreatedEndpoint } from '../support/webhooks.js';

/*
 * What a cell knows of grants, while a process that changes one is killed, and another one reads it.
 */

const { hooks, session, sql, applicationOf, call } = await startOwnership();
let scenes = 0;

/** An application of a member with an endpoint, beside an endpoint of the company, which shows that the engine delivered what it may. */
async function scene() {
  const [path, beside] = [`/known-${++scenes}`, `/beside-${scenes}`];
  const member = await hooks.world.member(hooks.key.companyId);
  const theirs = await hooks.world.session(member);
  const { token } = await applicationOf(OWN_SCOPE, theirs);
  await sql('UPDATE webhook_endpoints SET deleted_at = now() WHERE company_id = $1', [hooks.key.companyId]);
  await hooks.create({ url: hooks.receiver.url + beside, eventTypes: OWNED_TYPES });
  const body = { url: hooks.receiver.url + path, eventTypes: OWNED_TYPES };
  const { id, application } = (await call<CreatedEndpoint>(token, 'POST', ENDPOINTS, body)).body;
  const grantId = application?.grantId ?? 0;
  await hooks.restEngine();
  return {
    ...{ id, grantId, memberId: member.id, token, received: () => hooks.receiver.at(path).length },
    known: () => sql('SELECT access, permissions FROM webhook_grants WHERE grant_id = $1', [grantId]),
    revoke: () => theirs.call('POST', `/app/oauth/grants/${grantId}/revoke`, { body: {} }),
    arrives: () => hooks.receiver.waitFor(path, 1),
    /** An event that the engine delivers by `work`. */
    happens: async (work: () => Promise<void>) => {
      expect((await hooks.key.call('POST', '/v1/clients', { body: clientBody })).status).toBe(201);
      await work();
      await hooks.receiver.waitFor(beside, 1);
    },
    statuses: async () => {
      const rows = await sql('SELECT status FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id', [id]);
      return rows.map((row) => row['status']);
    },
  };
}

type KnownGrantScene = Awaited<ReturnType<typeof scene>>;

const KNOWN = [{ access: 'active', permissions: ['client.read', 'event.read', 'integration.write'] }];
const sweep = () => hooks.engine.sweep();
const get = async (id: number) => (await hooks.key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${id}`)).body;

/** Holds what is known of the grant during some work. */
const held = (grantId: number, work: () => Promise<void>) =>
  withClient(hooks.api.databaseUrl, async (holder) => {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM webhook_grants WHERE grant_id = $1 FOR UPDATE', [grantId]);
    await work();
    await holder.query('COMMIT');
  });

/** The connection of an update that waits for what is held. */
const waitingUpdate = () =>
  eventually('an update waits', async () => {
    const [row] = await sql(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO webhook_grants%'`);
    return row?.['pid'];
  });

it('a grant that is not known starts nothing, until the sweep has asked for it', async () => {
  const { grantId, known, happens, statuses, received, arrives } = await scene();
  expect(await known()).toEqual(KNOWN);
  // As a process that is killed before the second step of a new endpoint leaves it.
  await sql('DELETE FROM webhook_grants WHERE grant_id = $1', [grantId]);
  await happens(() => hooks.engine.poke());
  expect([await statuses(), received()]).toEqual([['Waiting'], 0]);
  await sweep();
  await arrives();
  expect(await known()).toEqual(KNOWN);
});

it.each<[what: string, finish: (scene: KnownGrantScene) => Promise<unknown>]>([
  ['the sweep', sweep],
  ['a repeated request', async ({ revoke }) => expect((await revoke()).status).toBe(200)],
])('a revocation that is interrupted between its sides is finished by %s, and nothing is sent', async (_, finish) => {
  const revoked = await scene();
  await held(revoked.grantId, async () => {
    const revoking = revoked.revoke();
    const pid = await waitingUpdate();
    // The first side is committed, and the response waits for the second one.
    expect((await call(revoked.token, 'GET', `${ENDPOINTS}/${revoked.id}`)).status).toBe(401);
    await sql('SELECT pg_terminate_backend($1)', [pid]);
    expect((await revoking).status).toBe(503);
  });
  expect((await get(revoked.id)).status).toBe('Enabled');
  await finish(revoked);
  expect(await get(revoked.id)).toMatchObject({ status: 'Disabled', disabledReason: 'AccessRevoked' });
  await revoked.happens(sweep);
  expect([await revoked.statuses(), revoked.received()]).toEqual([[], 0]);
});

it('an update never writes what is older than another one has written', async () => {
  const { grantId, memberId, known } = await scene();
  // A difference, which the update finds.
  await sql(`UPDATE webhook_grants SET permissions = '{}' WHERE grant_id = $1`, [grantId]);
  let update: Promise<void> | undefined;
  await held(grantId, async () => {
    update = hooks.api.within(hooks.key.companyId, () =>
      updateAllGrants(hooks.api.database, hooks.api.app.get(UnitOfWork)),
    );
    // It has read both sides, and waits before it writes.
    await waitingUpdate();
    await sql(`UPDATE members SET status = 'Deactivated' WHERE id = $1`, [memberId]);
  });
  await update;
  expect(await known()).toEqual(KNOWN.map((row) => ({ ...row, access: 'suspended' })));
});

it('a grant is forgotten with its last enabled endpoint, and asked for when one is enabled', async () => {
  const { id, known } = await scene();
  expect((await hooks.key.call('POST', `${ENDPOINTS}/${id}/disable`)).status).toBe(200);
  await sweep();
  expect(await known()).toEqual([]);
  expect((await hooks.key.call('POST', `${ENDPOINTS}/${id}/enable`)).status).toBe(200);
  expect(await known()).toEqual(KNOWN);
});

it('a change of a member, or of the policy, is known with its response', async () => {
  const { memberId, known } = await scene();
  const member = (move: string) => session.call('POST', `/app/members/${memberId}/${move}`);
  const policy = (allow: string) =>
    session.call('PUT', '/app/company/application-policy', { body: { allow, clientIds: [] } });
  const suspended = KNOWN.map((row) => ({ ...row, access: 'suspended' }));
  const seen = [];
  for (const change of [
    () => member('deactivate'),
    () => member('reactivate'),
    () => policy('listed'),
    () => policy('every'),
    () => session.call('PATCH', `/app/members/${memberId}`, { body: { permissions: ['client.read'] } }),
  ]) {
    expect((await change()).status).toBe(200);
    seen.push(await known());
  }
  const read = KNOWN.map((row) => ({ ...row, permissions: ['client.read'] }));
  expect(seen).toEqual([suspended, KNOWN, suspended, KNOWN, read]);
});

// The last test, because the others need an installation with one cell.
withOneCell(it)('a cell that does not respond does not stop the end of an application in later ones', async () => {
  const { api, world } = hooks;
  const query = (text: string, values: unknown[] = []) =>
    withClient(api.databaseUrl, async (client) => (await client.query<{ found: string }>(text, values)).rows);
  for (const number of [2, 3]) expect((await createCell(api.databaseUrl)).number).toBe(number);
  const app = await registerApplication(session, {
    type: 'public',
    name: 'In each cell',
    scopes: [...LISTED_SCOPES],
  });
  const companies = [hooks.key.companyId, await world.company(), await world.company()];
  expect(companies.map((id) => Math.ceil(id / 2 ** 40))).toEqual([1, 2, 3]);
  const ids: number[] = [];
  for (const companyId of companies) {
    const theirs = await world.session(await world.member(companyId));
    const { accessToken } = await authorize(api, theirs, app, { scope: OWN_SCOPE });
    const body = { url: 'https://example.com/cells', eventTypes: OWNED_TYPES };
    const made = await call<CreatedEndpoint>(accessToken, 'POST', ENDPOINTS, body);
    expect(made.status).toBe(201);
    ids.push(made.body.id);
  }
  const reasons = async () => {
    const texts = [1, 2, 3].map(
      (cell) =>
        `SELECT coalesce(disabled_reason, status)::text AS found FROM cell_${cell}.webhook_endpoints WHERE id = $${cell}`,
    );
    return (await query(texts.join(' UNION ALL '), ids)).map(({ found }) => found);
  };
  const place = async (url: string | null) => {
    await query('UPDATE cells SET url = $1 WHERE number = 2', [url]);
    await api.cells.read();
  };
  expect(await reasons()).toEqual(['Enabled', 'Enabled', 'Enabled']);

  await place(`postgresql://127.0.0.1:${await freePort()}/billhook`);
  const archived = await session.call('POST', `/app/oauth/applications/${app.id}/archive`, { body: {} });
  await place(null);
  expect([archived.status, await reasons()]).toEqual([503, ['AccessRevoked', 'Enabled', 'AccessRevoked']]);
  const [, second = 0] = companies;
  await api.within(second, () => updateAllGrants(api.database, api.app.get(UnitOfWork)));
  expect(await reasons()).toEqual(['AccessRevoked', 'AccessRevoked', 'AccessRevoked']);
});
