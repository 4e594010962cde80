import { Database } from '@billhook/db/database';
import { selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { emailSpellings } from '@billhook/domain/shared/email-address';
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

  async get(id: number, runner: ReadRunner = this.db): Promise<Account> {
    const [account] = await runner.query<Account>({
      name: 'account_get',
      text: `SELECT ${this.columns} FROM accounts a WHERE a.id = $1`,
      values: [id],
    });
    if (!account) throw new Error(`account ${id} no longer exists`);
    return account;
  }

  /** By email address, ignoring case and the spelling of its domain. */
  async findByEmail(email: string, runner: ReadRunner = this.db): Promise<Account | undefined> {
    const [account] = await runner.query<Account>({
      name: 'account_by_email',
      text: `SELECT ${this.columns} FROM accounts a WHERE lower(a.email) IN (lower($1), lower($2))`,
      values: emailSpellings(email),
    });
    return account;
  }

  /**
   * @param from the hash to replace: a concurrent change is kept
   * @returns whether it was replaced
   */
  async replacePassword(tx: Tx, id: number, passwordHash: string, from: string): Promise<boolean> {
    const rows = await tx.query({
      name: 'account_password',
      text: 'UPDATE accounts SET password_hash = $2 WHERE id = $1 AND password_hash = $3 RETURNING id',
      values: [id, passwordHash, from],
    });
    return rows.length > 0;
  }

  /**
   * Locks the account until the transaction ends: no session can start in the meantime. Take it after the lock of a member, and before
   * ending sessions or changing credentials.
   */
  async lock(tx: Tx, id: number): Promise<void> {
    await tx.query({
      name: 'account_lock',
      text: 'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
      values: [id],
    });
  }

  /**
   * Stores as which member the person signs in, under the same lock as `lock`.
   * @param passwordHash the hash that the password was checked with; absent when none was required
   * @returns whether it is still their password
   */
  async enter(tx: Tx, id: number, memberId: number, passwordHash?: string): Promise<boolean> {
    const rows = await tx.query({
      name: 'account_enter',
      text: `UPDATE accounts SET last_member_id = $2 WHERE id = $1 AND password_hash = coalesce($3, password_hash) RETURNING id`,
      values: [id, memberId, passwordHash ?? null],
    });
    return rows.length > 0;
  }

  async setPassword(tx: Tx, id: number, passwordHash: string): Promise<void> {
    await tx.query({
      name: 'account_password_set',
      text: 'UPDATE accounts SET password_hash = $2 WHERE id = $1',
      values: [id, passwordHash],
    });
  }

  async setLocale(tx: Tx, id: number, locale: Account['locale']): Promise<void> {
    await tx.query({
      name: 'account_locale',
      text: 'UPDATE accounts SET locale = $2 WHERE id = $1',
      values: [id, locale],
    });
  }

  /** @returns its id, or undefined when the email address has an account already, perhaps a concurrent one */
  async insertIfNew(tx: Tx, account: Omit<Account, 'id' | 'lastMemberId'>): Promise<number | undefined> {
    const [row] = await tx.query<{ id: number }>({
      name: 'account_insert_if_new',
      text: `INSERT INTO accounts (email, password_hash, locale, created_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (lower(email)) DO NOTHING RETURNING id`,
      values: [account.email, account.passwordHash, account.locale, account.createdAt],
    });
    return row?.id;
  }
}
