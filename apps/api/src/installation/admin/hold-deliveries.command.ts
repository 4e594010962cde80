import { UnitOfWork } from '@billhook/db/unit-of-work';
import {
  settleRestoredDeliveries,
  AFTER_RESTORE,
  RESTORED_DELIVERIES,
} from '@billhook/installation/backup/restored-deliveries';
import { countUnsettled, releaseEndpoints } from '@billhook/webhooks/deliveries/operator-hold';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';
import { verifyBooks } from './verify-books.command.js';

/** The text about held endpoints for the operator. */
const heldText = ({ endpoints, deliveries }: { readonly endpoints: number; readonly deliveries: number }): string =>
  `Holding ${endpoints} endpoints with ${deliveries} waiting deliveries. Nothing is sent until release-deliveries.\n`;

export const holdDeliveries: Command = {
  summary:
    'Holds all webhook endpoints after a restore: deliveries are created, and none is sent until they are released',
  usage: '',
  run(app, args) {
    readOptions(z.object({}), args);
    return app.get(UnitOfWork).run(async (tx) => heldText(await settleRestoredDeliveries(tx, 'hold')));
  },
};

const Release = z.object({ 'cancel-before': z.iso.datetime({ offset: true }).optional() });

export const releaseDeliveries: Command = {
  summary: 'Releases the endpoints that hold-deliveries holds, and cancels what receivers may already have',
  usage: '[--cancel-before 2026-03-01T14:30:00Z]',
  run(app, args) {
    const { 'cancel-before': before } = readOptions(Release, args);
    return app.get(UnitOfWork).run(async (tx) => {
      const unsettled = before === undefined ? 0 : await countUnsettled(tx);
      if (unsettled > 0) {
        throw new Error(
          `The worker still has to sort ${unsettled} events and deliveries. Start it, and repeat in 10 s.`,
        );
      }
      const { endpoints, cancelled } = await releaseEndpoints(tx, before === undefined ? undefined : new Date(before));
      return `Released ${endpoints} endpoints, and cancelled ${cancelled} deliveries.\n`;
    });
  },
};

const RestoreOptions = z.object({ deliveries: z.enum(RESTORED_DELIVERIES).default(AFTER_RESTORE) });

export const finishRestore: Command = {
  summary: 'Decides about deliveries after a restore (they are held unless you send them), and verifies the books',
  usage: `[--deliveries ${RESTORED_DELIVERIES.join('|')}]`,
  async run(app, args) {
    const { deliveries } = readOptions(RestoreOptions, args);
    const held = await app.get(UnitOfWork).run((tx) => settleRestoredDeliveries(tx, deliveries));
    const text = deliveries === 'hold' ? heldText(held) : 'Nothing is held: the worker sends what waits.\n';
    return text + (await verifyBooks.run(app, []));
  },
};
