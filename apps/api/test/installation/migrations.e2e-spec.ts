import { withClient } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { Records } from '../support/records.js';
import { relayOf } from '../support/relay.js';
import { startWorld } from '../support/start.js';

const { api, world } = await startWorld();

const sql = <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  withClient(api.databaseUrl, async (client) => (await client.query<T>(text, values)).rows);

describe('events that a worker would number for all companies together', () => {
  /** How releases before the counters numbered events. */
  const NUMBER_TOGETHER = `WITH batch AS (
      SELECT position, (SELECT last FROM event_sequencer) + row_number() OVER (ORDER BY position) AS sequence
      FROM events WHERE sequence IS NULL AND NOT test
    ), counted AS (UPDATE event_sequencer SET last = last + (SELECT count(*) FROM batch))
    UPDATE events e SET sequence = b.sequence FROM batch b WHERE e.position = b.position`;

  it('are numbered by workers of this release only, while an API from before 0.1.0 reads them', async () => {
    const key = await world.key();
    await new Records(key).client();
    await expect(sql(NUMBER_TOGETHER)).rejects.toThrow('start a worker of this release');
    const end = 'SELECT last::int FROM event_sequencer';
    const [{ last } = { last: 0 }] = await sql<{ last: number }>(end);
    const relay = relayOf(api);
    while ((await relay.run()).more);
    // A cursor from before 0.1.0 contains at least this number: no event of the company may be at or below it.
    expect(await sql(end)).toEqual([{ last }]);
    const read = 'SELECT type FROM events WHERE company_id = $1 AND sequence > $2 ORDER BY sequence';
    expect(await sql(read, key.companyId, last)).toEqual([{ type: 'client.created' }]);
  });
});

describe('the keys of a document', () => {
  it('allow no client of another company, and no number of a draft', async () => {
    const draft = await new Records(await world.key()).draft();
    const foreign = await new Records(await world.key()).client();
    const moved = sql('UPDATE invoices SET client_id = $2 WHERE id = $1', draft.id, foreign.id);
    await expect(moved).rejects.toMatchObject({ code: '23503', constraint: 'invoices_client_fkey' });
    const status = sql(`UPDATE invoices SET status = 'Sent' WHERE id = $1`, draft.id);
    await expect(status).rejects.toMatchObject({ code: '23514', constraint: 'invoices_draft' });
  });
});
