import { loadRunEnv } from '@billhook/platform/spec-env';
import { inFullRun } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { judge } from './check-guarantees.js';
import { SKEWED, skewed } from './clock-skew.js';
import { besideDead } from './dead-endpoint.js';
import { Dice } from './dice.js';
import type { Receipt } from './receiver-process.js';
import { ChaosStack } from './stack.js';

// No endpoint of the 50 of a company may have more in flight.
const PLACES = 10;

/** Events that a broken engine would send, and the expected findings of the judge. */
const DAMAGED_RECEIPTS: [string, string, (one: Receipt, all: readonly Receipt[]) => Receipt[]][] = [
  ['a message is missing', 'never reached', ({ id }, all) => all.filter((each) => each.id !== id)],
  ['a rolled-back change is sent', 'not one of its events', (one, all) => [...all, { ...one, id: 'msg_none' }]],
  ['a body is changed', 'not one of its events', (one, all) => [{ ...one, hash: 'another' }, ...all]],
  ['an attempt is made twice', 'made twice', (one, all) => [...all, one]],
  [
    'a delivered message is repeated',
    'without an interrupted attempt',
    (one, all) => [...all, { ...one, attempt: 50 }],
  ],
  ['a sequence number is omitted', 'the sequence', (one, all) => [...all, { ...one, attempt: 50, sequence: 5_000 }]],
  ['a signature is wrong', 'invalid signatures', (one, all) => [...all, { ...one, signature: 'v1,' }]],
];

const DAMAGED_ROWS: [string, string, string, string][] = [
  [
    'a delivery was abandoned',
    'otherwise than Delivered',
    `UPDATE webhook_deliveries SET status = 'Failed' WHERE id = (SELECT min(id) FROM webhook_deliveries)`,
    `UPDATE webhook_deliveries SET status = 'Delivered' WHERE id = (SELECT min(id) FROM webhook_deliveries)`,
  ],
  [
    'a change has no event',
    'not one to one',
    'UPDATE clients SET version = version + 1 WHERE id = (SELECT min(id) FROM clients)',
    'UPDATE clients SET version = version - 1 WHERE id = (SELECT min(id) FROM clients)',
  ],
  [
    'an attempt was taken from a running worker',
    'without a fault',
    `UPDATE webhook_attempts SET outcome = 'Interrupted' WHERE delivery_id = (SELECT min(id) FROM webhook_deliveries) AND number = 1`,
    `UPDATE webhook_attempts SET outcome = 'Succeeded' WHERE delivery_id = (SELECT min(id) FROM webhook_deliveries) AND number = 1`,
  ],
];

const { TEST_PROGRAMS: origin } = loadRunEnv();
// `npm test` omits these: other specs kill single processes (killed-worker, idempotency-kill, numbering-race).

let stack: ChaosStack;
beforeAll(async () => {
  stack = await ChaosStack.start({ origin, ...SKEWED });
});
afterAll(() => stack.stop());

inFullRun(describe)('two workers whose clocks are 30 s apart', () => {
  it('make no attempt twice, and both deliver', async () => {
    const outcome = await skewed(stack, { rounds: 3, kills: () => false, late: false, dice: new Dice(1) });
    expect(outcome.verdict).toMatchObject({ faults: [], duplicates: 0, interrupted: 0, events: 300 });
    expect(outcome.attempts.fast).toBeGreaterThan(0);
    expect(outcome.attempts.slow).toBeGreaterThan(0);
  });

  it.each(DAMAGED_RECEIPTS)('is detected if %s', async (_, fault, damage) => {
    const { receipts } = stack.receiver;
    const kept = receipts.slice();
    const at = receipts.findIndex(({ status }) => status === 200);
    const one = receipts[at];
    if (!one) throw new Error('nothing was received');
    receipts.splice(0, receipts.length, ...damage(one, kept));
    const { faults } = await judge(stack, undefined, []);
    receipts.splice(0, receipts.length, ...kept);
    expect(faults.join()).toContain(fault);
  });

  it.each(DAMAGED_ROWS)('is detected if %s', async (_, fault, damage, repair) => {
    await withClient(stack.databaseUrl, (client) => client.query(damage));
    const { faults } = await judge(stack, undefined, []);
    await withClient(stack.databaseUrl, (client) => client.query(repair));
    expect(faults.join()).toContain(fault);
    expect((await judge(stack, undefined, [])).faults).toEqual([]);
  });

  it('do not let an endpoint that never responds delay others, and limit its places over both', async () => {
    for (const { id } of stack.endpoints) await stack.call('DELETE', `/v1/webhook-endpoints/${id}`);
    const outcome = await besideDead(stack, { rounds: 1, backlog: 300, changes: 60, perSecond: 30 });
    expect(outcome.missing).toBe(0);
    // Its whole backlog was left when all others had their messages.
    expect(outcome.waiting).toEqual({ before: 300, after: 300 });
    expect(outcome.open).toBe(PLACES);
  });
});
