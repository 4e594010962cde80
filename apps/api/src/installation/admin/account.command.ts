import { PasswordResetService } from '../../identity/account/password-reset.service.js';
import { SecondFactorService } from '../../identity/auth/second-factor.service.js';
import { type Command, findAccount } from './command.js';

export const passwordLink: Command = {
  summary: 'Creates a password reset link, for installations that send no email',
  usage: '--email ADDRESS',
  async run(app, args) {
    const account = await findAccount(app, args);
    const { url, expiresAt } = await app.get(PasswordResetService).linkFor(account);
    return `Give this link to ${account.email}. It works once, until ${expiresAt.toISOString()}, and is not stored:\n\n  ${url}\n`;
  },
};

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
