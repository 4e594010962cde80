import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { settleRestoredDeliveries, type RestoredDeliveries } from '@billhook/installation/backup/restored-deliveries';
import { countUnsettled, releaseEndpoints } from '@billhook/webhooks/deliveries/operator-hold';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';

/** The text about held endpoints for the operator. */
export const heldText = ({
  endpoints,
  deliveries,
}: {
  readonly endpoints: number;
  readonly deliveries: number;
}): string =>
  `Holding ${endpoints} endpoints with ${deliveries} waiting deliveries. Nothing is sent until release-deliveries.\n`;

export const holdDeliveries: Command = {
  summary:
    'Holds all webhook endpoints after a restore: deliveries are created, and none is sent until they are released',
  usage: '',
  async run(app, args) {
    readOptions(z.object({}), args);
    return heldText(await settle(app, 'hold'));
  },
};

const Release = z.object({ 'cancel-before': z.iso.datetime({ offset: true }).optional() });

export const releaseDeliveries: Command = {
  summary: 'Releases the endpoints that hold-deliveries holds, and cancels what receivers may already have',
  usage: '[--cancel-before 2026-03-01T14:30:00Z]',
  async run(app, args) {
    const { 'cancel-before': before } = readOptions(Release, args);
    const released = await app.get(Database).cells.each(() => release(app, before));
    const [endpoints, cancelled] = [sumOf(released, 'endpoints'), sumOf(released, 'cancelled')];
    return `Released ${endpoints} endpoints, and cancelled ${cancelled} deliveries.\n`;
  },
};

/** In one cell. */
function release(app: INestApplicationContext, before: string | undefined) {
  return app.get(UnitOfWork).run(async (tx) => {
    const unsettled = before === undefined ? 0 : await countUnsettled(tx);
    if (unsettled > 0)
      throw new Error(`The worker still has to sort ${unsettled} events and deliveries. Start it, and repeat in 10 s.`);
    return releaseEndpoints(tx, before === undefined ? undefined : new Date(before));
  });
}

/** In all cells. */
export async function settle(app: INestApplicationContext, deliveries: RestoredDeliveries) {
  const uow = app.get(UnitOfWork);
  const held = await app.get(Database).cells.each(() => uow.run((tx) => settleRestoredDeliveries(tx, deliveries)));
  return { endpoints: sumOf(held, 'endpoints'), deliveries: sumOf(held, 'deliveries') };
}

const sumOf = <Name extends string>(counts: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  counts.reduce((sum, count) => sum + count[name], 0);
