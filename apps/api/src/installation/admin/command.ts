import { Email } from '@billhook/contract/shared/party';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Account } from '@billhook/identity/accounts/account.entity';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { Company } from '@billhook/identity/companies/company.entity';
import { readArguments } from '@billhook/platform/read-arguments';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';

/** A command for the operator of an installation. */
export interface Command {
  /** One sentence. */
  readonly summary: string;
  /** The options as typed. */
  readonly usage: string;
  /**
   * @param app the application, not listening
   * @returns the output for the operator. It may hold a link that signs its reader in, so it is not logged
   * @throws Error with a message for the operator; nothing is changed then
   */
  run(app: INestApplicationContext, args: readonly string[]): Promise<string>;
}

/**
 * The options of a command line.
 * @param schema an object with a text for each option, or with a list for one that can be repeated
 * @throws Error that names each option that is wrong
 */
export function readOptions<T extends z.ZodRawShape>(
  schema: z.ZodObject<T>,
  args: readonly string[],
): z.infer<z.ZodObject<T>> {
  const fields = Object.entries(schema.shape);
  // One that accepts a list can be repeated.
  const options = Object.fromEntries(
    fields.map(([name, field]) => [name, { type: 'string' as const, multiple: z.safeParse(field, []).success }]),
  );
  const { values } = readArguments({ args: [...args], options });
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(errorOf).join('\n'));
}

function errorOf({ path, message, code }: z.core.$ZodIssue): string {
  const [option = ''] = path.map(String);
  return `--${option} ${code === 'invalid_type' ? 'is required' : message}.`;
}

/** @throws Error with a message for the operator when the company does not exist */
export async function companyOf(
  app: INestApplicationContext,
  tx: Tx,
  id: number,
  lock: 'FOR UPDATE',
): Promise<Company> {
  const company = await app.get(CompaniesRepository).find(id, tx, lock);
  if (!company) throw new Error(`There is no company ${id}.`);
  return company;
}

const Options = z.object({ email: Email });

/** The account of `--email ADDRESS`. @throws Error with a message for the operator */
export async function findAccount(app: INestApplicationContext, args: readonly string[]): Promise<Account> {
  const { email } = readOptions(Options, args);
  const account = await app.get(AccountsRepository).findByEmail(email);
  if (!account) throw new Error(`No account has the email address ${email}.`);
  return account;
}
