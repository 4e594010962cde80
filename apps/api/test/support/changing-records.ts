import { clientBody } from './bodies.js';
import type { Dice } from './dice.js';
import { Records } from './records.js';
import type { KeyCaller } from './world.js';

/** Changes records until it is stopped. */
export async function change(by: KeyCaller, dice: Dice, ids: readonly number[], stop: AbortSignal): Promise<void> {
  const made = new Records(by);
  const left = [...ids];
  while (!stop.aborted) {
    const id = dice.pick(left);
    const kind = dice.below(10);
    if (kind < 5) await by.call('PATCH', `/v1/clients/${id}`, { body: { name: `Atelier ${dice.below(1_000)}` } });
    else if (kind < 6) await by.call('DELETE', `/v1/clients/${left.splice(left.indexOf(id), 1)[0]}`);
    else if (kind < 8) await made.client();
    else if (kind < 9) await made.paid(await made.sent({ clientId: (await made.client()).id }), '80.00');
    else await by.call('DELETE', `/v1/invoices/${(await made.draft({ clientId: (await made.client()).id })).id}`);
  }
}

/** Creates clients in batches. Returns their ids. */
export async function fill(by: KeyCaller, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < count; from += 100) {
    const clients = Array.from({ length: Math.min(100, count - from) }, () => clientBody);
    const { body } = await by.call<{ results: { record: { id: number } }[] }>('POST', '/v1/clients/batch', {
      body: { mode: 'perItem', items: clients },
    });
    ids.push(...body.results.map(({ record }) => record.id));
  }
  return ids;
}
