import { Email } from '@billhook/contract/shared/common';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import type { Account } from '@billhook/identity/accounts/account.entity';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { readOptions } from './command.js';

const Options = z.object({ email: Email });

/** The account of `--email ADDRESS`. @throws Error with a message for the operator */
export async function findAccount(app: INestApplicationContext, args: readonly string[]): Promise<Account> {
  const { email } = readOptions(Options, args);
  const account = await app.get(AccountsRepository).findByEmail(email);
  if (!account) throw new Error(`No account has the email address ${email}.`);
  return account;
}
