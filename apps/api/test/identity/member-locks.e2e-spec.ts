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
