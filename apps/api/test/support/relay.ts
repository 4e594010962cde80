import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Relay } from '@billhook/webhooks/engine/relay';
import type { TestApi } from './api.js';

type Waits = ConstructorParameters<typeof Relay>[1];

/** A relay that numbers a batch of the events of each cell, as a worker does. */
export function relayOf(api: TestApi, waits: Waits = { fanOut: false, firstWaitMs: 0 }) {
  const relay = new Relay(api.app.get(UnitOfWork), waits);
  return {
    async run(): Promise<{ readonly more: boolean }> {
      const batches = await api.cells.each(() => relay.run());
      return { more: batches.some(({ more }) => more) };
    },
  };
}
