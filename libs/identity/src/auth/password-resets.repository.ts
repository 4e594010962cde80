import { Database } from '@billhook/db/database';
import { insertUnnumbered } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import { Injectable } from '@nestjs/common';
import { PasswordReset } from './session.entity.js';

@Injectable()
export class PasswordResetsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, reset: PasswordReset): Promise<void> {
    await insertUnnumbered(tx, PasswordReset, reset);
  }

  /** The account of a link, without using the link. */
  async find(tokenHash: Buffer, now: Date): Promise<number | undefined> {
    const [row] = await this.db.query<{ accountId: number }>({
      name: 'password_reset_get',
      text: 'SELECT account_id AS "accountId" FROM password_resets WHERE token_hash = $1 AND expires_at > $2',
      values: [tokenHash, now],
    });
    return row?.accountId;
  }

  /** Uses a link. @returns whether this call did: of two concurrent ones, one does */
  async take(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
    const rows = await tx.query({
      name: 'password_reset_take',
      text: 'DELETE FROM password_resets WHERE token_hash = $1 AND expires_at > $2 RETURNING account_id',
      values: [tokenHash, now],
    });
    return rows.length > 0;
  }

  /** Deletes all links of an account. */
  async forget(tx: Tx, accountId: number): Promise<void> {
    await tx.query({
      name: 'password_resets_forget',
      text: 'DELETE FROM password_resets WHERE account_id = $1',
      values: [accountId],
    });
  }
}
