import { PasswordResetService } from '../../identity/account/password-reset.service.js';
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
