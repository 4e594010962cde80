import { Database } from '@billhook/db/database';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { bindPastChanges } from '@billhook/webhooks/endpoints/past-changes';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';

export const bindApplicationChanges: Command = {
  summary:
    'Disables the webhook endpoints that an application changed before its access ended, and binds the changes of the others to their access',
  usage: '',
  async run(app, args) {
    readOptions(z.object({}), args);
    const uow = app.get(UnitOfWork);
    const changes = (await app.get(Database).cells.each(() => bindPastChanges(uow))).flat();
    const lines = changes.map(
      ({ companyId, endpointId, member, actor, at, ended }) =>
        `Endpoint ${endpointId} of company ${companyId}: ${member}, set by ${actor} on ${at.toISOString()}: ${ended ? 'disabled' : 'bound'}.\n`,
    );
    return lines.length === 0 ? 'No endpoint depends on an application that does not own it.\n' : lines.join('');
  },
};
