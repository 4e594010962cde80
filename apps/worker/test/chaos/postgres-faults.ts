import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@billhook/testing/test-server';
import type { Fault } from './fault.js';
import type { ChaosStack } from './stack.js';

/** Ends the connections of the programs, and takes each free place before they can reconnect. */
async function takeAllConnections({ databaseUrl }: ChaosStack, outageMs: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const taken: Promise<void>[] = [];
    let letGo: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    const takeOne = (): Promise<boolean> =>
      new Promise((resolve) => {
        const hold = withClient(databaseUrl, () => (resolve(true), released));
        taken.push(hold.catch(() => resolve(false)));
      });
    try {
      // Connects as superuser, and may use the reserved places as well.
      for (let refused = 0; refused < 3;) {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name LIKE 'billhook%' AND random() < 0.5`,
        );
        refused = (await takeOne()) ? 0 : refused + 1;
      }
      await sleep(outageMs);
    } finally {
      letGo();
      await Promise.all(taken);
    }
  });
}

// The tables that every change and every delivery writes.
const WRITTEN = ['clients', 'events', 'webhook_deliveries', 'webhook_attempts'];

/**
 * Faults of the database while the programs run.
 * @param outageMs duration of each outage
 */
export const postgresFaults = (outageMs: number): readonly Fault[] => [
  {
    name: 'restarted',
    did: 'stopped in an orderly way and started again',
    weight: 2,
    strike: async (stack) => {
      await stack.stopPostgres();
      await stack.startPostgres();
    },
  },
  {
    name: 'out of connections',
    did: `Billhook's connections closed, and all connections taken by others for ${outageMs / 1_000} s`,
    weight: 1,
    strike: (stack) => takeAllConnections(stack, outageMs),
  },
  {
    name: 'slow',
    did: `the tables of deliveries and clients locked for ${outageMs / 1_000} s: statements hang`,
    weight: 1,
    strike: (stack) =>
      withClient(stack.databaseUrl, async (client) => {
        await client.query('BEGIN; LOCK TABLE webhook_deliveries, clients IN ACCESS EXCLUSIVE MODE');
        await sleep(outageMs);
        await client.query('COMMIT');
      }),
  },
  {
    name: 'disk full',
    did: `every write rejected for ${outageMs / 1_000} s with SQLSTATE 53100, as on a full disk (by triggers; reads still work)`,
    weight: 1,
    strike: (stack) =>
      withClient(stack.databaseUrl, async (client) => {
        await client.query(
          `CREATE OR REPLACE FUNCTION chaos_disk_full() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`,
        );
        for (const table of WRITTEN) {
          await client.query(
            `CREATE TRIGGER chaos_disk_full BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION chaos_disk_full()`,
          );
        }
        await sleep(outageMs);
        for (const table of WRITTEN) await client.query(`DROP TRIGGER chaos_disk_full ON ${table}`);
      }),
  },
  {
    name: 'cut off',
    did: `the network between Billhook and PostgreSQL cut for ${outageMs / 1_000} s`,
    weight: 1,
    strike: async (stack) => {
      stack.link?.cut();
      await sleep(outageMs);
      stack.link?.restore();
    },
  },
  {
    name: 'silent',
    did: `the network accepts data and delivers nothing for ${outageMs / 1_000} s; connections remain`,
    weight: 1,
    strike: async (stack) => {
      stack.link?.hold();
      await sleep(outageMs);
      stack.link?.restore();
    },
  },
];

/**
 * The disk of PostgreSQL has no free byte while the programs run. Needs a stack with a small disk.
 * @param outageMs duration of each outage
 */
export const fullDisk = (outageMs: number): Fault => ({
  name: 'no space',
  did: `the file system of PostgreSQL filled to the last byte for ${outageMs / 1_000} s; a server that ended is started again afterwards`,
  weight: 1,
  strike: async (stack) => {
    const free = stack.disk?.fill();
    if (!free) throw new Error('this stack has no small disk');
    await sleep(outageMs);
    free();
    if (!stack.isPostgresRunning) await stack.startPostgres();
    await stack.read('SELECT 1');
  },
});
