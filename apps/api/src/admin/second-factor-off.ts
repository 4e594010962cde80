import { SecondFactorService } from '../identity/auth/second-factor.service.js';
import type { Command } from './command.js';
import { findAccount } from './find-account.js';

export const secondFactorOff: Command = {
  summary: 'Switches off the second factor of somebody who has lost it: make sure that it is them who ask',
  usage: '--email ADDRESS',
  async run(app, args) {
    const account = await findAccount(app, args);
    if (!(await app.get(SecondFactorService).disableFor(account))) {
      throw new Error(`${account.email} has no second factor.`);
    }
    return `${account.email} signs in with the password alone from now on.\n`;
  },
};
