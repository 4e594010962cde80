import { UnitOfWork } from '@billhook/db/unit-of-work';
import {
  AFTER_RESTORE,
  RESTORED_DELIVERIES,
  settleRestoredDeliveries,
} from '@billhook/installation/backup/restored-deliveries';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';
import { heldText } from './hold-deliveries.command.js';
import { verifyBooks } from './verify-books.command.js';

const Options = z.object({ deliveries: z.enum(RESTORED_DELIVERIES).default(AFTER_RESTORE) });

export const finishRestore: Command = {
  summary: 'Decides about deliveries after a restore (they are held unless you send them), and verifies the books',
  usage: `[--deliveries ${RESTORED_DELIVERIES.join('|')}]`,
  async run(app, args) {
    const { deliveries } = readOptions(Options, args);
    const held = await app.get(UnitOfWork).run((tx) => settleRestoredDeliveries(tx, deliveries));
    const text = deliveries === 'hold' ? heldText(held) : 'Nothing is held: the worker sends what waits.\n';
    return text + (await verifyBooks.run(app, []));
  },
};
