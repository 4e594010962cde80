import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { unless } from '@billhook/testing/skipped';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { withClient } from '@billhook/testing/test-server';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { allAtOnce } from '../support/concurrent-changes.js';
import { csv, importCaller } from '../support/import-caller.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWorld } from '../support/start.js';
import type { SeededMember, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld();
let ada: SeededMember;
let ben: SeededMember;
let session: SessionCaller;

beforeEach(async () => {
  ada = await world.member(await world.company());
  ben = await world.member(ada.companyId);
  session = await world.session(ben);
});

/** Ben takes all permissions of Ada. */
const strike = () => session.call('PATCH', `/app/members/${ada.id}`, { body: { role: 'Read-only' } });

describe('a change of a member', () => {
  it('waits for others by the card of the company, and not by its row', async () => {
    await withClient(api.databaseUrl, async (holder) => {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM companies WHERE id = $1 FOR UPDATE', [ada.companyId]);
      expect((await strike()).status).toBe(200);
      await holder.query('ROLLBACK');
    });
    const [answer] = await allAtOnce(api, ada.companyId, [() => session.call('POST', `/app/members/${ada.id}/remove`)]);
    expect(answer?.status).toBe(200);
  });
});

const onlyWithOneCell = unless(HAS_TWO_CELLS ? 'members have no lock in a cell' : undefined, describe);

onlyWithOneCell('a change of permissions that is not committed', () => {
  /** The result, after it has waited for the change. */
  const afterLosing = <T>(memberId: number, work: () => Promise<T>): Promise<T> =>
    withClient(api.databaseUrl, async (holder) => {
      await holder.query('BEGIN');
      await holder.query(`UPDATE members SET permissions = '{client.read}' WHERE id = $1`, [memberId]);
      let hasEnded = false;
      const result = work().finally(() => (hasEnded = true));
      await eventually('the work waits for the member, or has its result', async () => {
        const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM members%'`;
        return hasEnded || (await withClient(api.databaseUrl, (client) => client.query(waiting))).rowCount === 1
          ? true
          : undefined;
      });
      await holder.query('COMMIT');
      return result;
    });

  it('is awaited by a request for an export', async () => {
    const request = () => session.call('POST', '/app/company/exports');
    expect(await afterLosing(ben.id, request)).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
  });

  it('is awaited by a part of an import', async () => {
    const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET };
    const worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
    try {
      const key = await world.key({ member: ben });
      const { run } = importCaller(() => key);
      expect(await afterLosing(ben.id, () => run(csv(['A;;;FR'])))).toMatchObject({
        ...{ status: 'Failed', failure: 'permission_lost', done: 0 },
      });
    } finally {
      await end(worker, 'SIGKILL');
    }
  });

  it('is awaited by the reset of a sandbox', async () => {
    const { id, name, within } = await new Sandboxes(api, world).ready(session);
    const [member] = await new Sandboxes(api, world).rows('SELECT id FROM members WHERE company_id = $1', [id]);
    const request = () => within.call('POST', '/app/sandbox/reset', { body: { name } });
    expect(await afterLosing(Number(member?.['id']), request)).toMatchObject({
      ...{ status: 403, body: { code: 'permission_missing' } },
    });
  });
});
