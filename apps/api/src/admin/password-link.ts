import { PasswordResetService } from '../identity/auth/password-reset.service.js';
import type { Command } from './command.js';
import { findAccount } from './find-account.js';

export const passwordLink: Command = {
  summary: 'Makes a link for a new password, for somebody who has forgotten theirs where no mail is sent',
  usage: '--email ADDRESS',
  async run(app, args) {
    const account = await findAccount(app, args);
    const { url, expiresAt } = await app.get(PasswordResetService).linkFor(account);
    return `Hand this link to ${account.email}. It works once, until ${expiresAt.toISOString()}, and is kept nowhere:\n\n  ${url}\n`;
  },
};
