import { Database } from '@billhook/db/database';
import { insertRow, selectColumns } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Account } from './account.entity.js';

@Injectable()
export class AccountsRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = selectColumns(source, Account, 'a');
  }

  async get(id: number, runner: Runner = this.db): Promise<Account> {
    const [account] = await runner.query<Account>({
      name: 'account_get',
      text: `SELECT ${this.columns} FROM accounts a WHERE a.id = $1`,
      values: [id],
    });
    if (!account) throw new Error(`account ${id} is gone`);
    return account;
  }

  /** By the address one signs in with; upper and lower case are the same. */
  async findByEmail(email: string, runner: Runner = this.db): Promise<Account | undefined> {
    const [account] = await runner.query<Account>({
      name: 'account_by_email',
      text: `SELECT ${this.columns} FROM accounts a WHERE lower(a.email) = lower($1)`,
      values: [email],
    });
    return account;
  }

  insert(tx: Tx, account: Omit<Account, 'id'>): Promise<number> {
    return insertRow(tx, Account, account);
  }
}
