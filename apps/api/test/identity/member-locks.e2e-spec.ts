import { eventually } from '@billhook/testing/patience';
import { withClient } from '@billhook/testing/test-server';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { allAtOnce } from '../support/concurrent-changes.js';
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

const waiting = (): Promise<boolean> =>
  withClient(api.databaseUrl, async (client) => {
    const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await client.query(text)).rows.length > 0;
  });

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

  it('fails for one of two members who take the permissions of each other, one with the previous release', async () => {
    const outcome = await withClient(api.databaseUrl, async (former) => {
      await former.query('BEGIN');
      await former.query('SELECT FROM companies WHERE id = $1 FOR NO KEY UPDATE', [ada.companyId]);
      await former.query('SELECT FROM members WHERE id = $1 FOR SHARE', [ada.id]);
      const answer = strike();
      await eventually('the request waits for the member', async () => (await waiting()) || undefined);
      const taken = await former.query(`UPDATE members SET permissions = '{}' WHERE id = $1`, [ben.id]).then(
        () => true,
        () => false,
      );
      await former.query(taken ? 'COMMIT' : 'ROLLBACK');
      return { former: taken, status: (await answer).status };
    });
    expect([200, 403]).toContain(outcome.status);
    expect(outcome.former).toBe(outcome.status === 403);
  });
});
