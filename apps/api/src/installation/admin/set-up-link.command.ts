import { z } from 'zod';
import { SetUpService } from '../set-up/set-up.service.js';
import { readOptions, type Command } from './command.js';

export const setUpLink: Command = {
  summary: 'Prints a link that creates the first company of the installation and the account of its owner',
  usage: '',
  async run(app, args) {
    readOptions(z.object({}), args);
    const link = await app.get(SetUpService).link();
    if (!link)
      throw new Error(
        'This installation has a company. Use invite-owner for another owner of it, or create-company for another company.',
      );
    return `Open this link until ${link.expiresAt.toISOString()}:\n\n  ${link.url}\n`;
  },
};
