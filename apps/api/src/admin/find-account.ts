import { Email } from '@billhook/contract/common';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import type { Account } from '../accounts/account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { readOptions } from './command.js';

const Options = z.object({ email: Email });

/** The account of `--email ADDRESS`. @throws Error with a message for the operator */
export async function findAccount(app: INestApplicationContext, args: readonly string[]): Promise<Account> {
  const { email } = readOptions(Options, args);
  const account = await app.get(AccountsRepository).findByEmail(email);
  if (!account) throw new Error(`No account has the email address ${email}.`);
  return account;
}
