import { SecondFactorService } from '../../identity/auth/second-factor.service.js';
import { type Command, findAccount } from './command.js';

export const secondFactorOff: Command = {
  summary: 'Switches off two-factor authentication for an account. Check first that the request comes from its owner',
  usage: '--email ADDRESS',
  async run(app, args) {
    const account = await findAccount(app, args);
    if (!(await app.get(SecondFactorService).disableFor(account))) {
      throw new Error(`Two-factor authentication is not on for ${account.email}.`);
    }
    return `Switched off two-factor authentication for ${account.email}. The account now signs in with the password alone.\n`;
  },
};
