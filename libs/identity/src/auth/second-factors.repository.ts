import { Database } from '@billhook/db/database';
import { insertRows } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { Injectable } from '@nestjs/common';
import { RecoveryCode, SecondFactor } from './session.entity.js';

export type SecondFactorRow = SecondFactor & { readonly codesLeft: number };

@Injectable()
export class SecondFactorsRepository {
  constructor(private readonly db: Database) {}

  /** Includes unconfirmed ones. */
  async find(accountId: number, runner: ReadRunner = this.db): Promise<SecondFactorRow | undefined> {
    const [row] = await runner.query<SecondFactorRow>({
      name: 'second_factor_get',
      text: `SELECT f.account_id AS "accountId", f.secret, f.created_at AS "createdAt", f.confirmed_at AS "confirmedAt",
          f.last_step AS "lastStep",
          (SELECT count(*)::int FROM recovery_codes r WHERE r.account_id = f.account_id AND r.used_at IS NULL) AS "codesLeft"
        FROM second_factors f WHERE f.account_id = $1`,
      values: [accountId],
    });
    return row;
  }

  /** Starts a set-up, replacing an unconfirmed one. @returns false when a second factor is already confirmed */
  async begin(tx: Tx, factor: SecondFactor): Promise<boolean> {
    const rows = await tx.query({
      name: 'second_factor_begin',
      text: `INSERT INTO second_factors AS f (account_id, secret, created_at, last_step) VALUES ($1, $2, $3, $4)
        ON CONFLICT (account_id) DO UPDATE SET secret = $2, created_at = $3, last_step = $4 WHERE f.confirmed_at IS NULL
        RETURNING account_id`,
      values: [factor.accountId, factor.secret, factor.createdAt, factor.lastStep],
    });
    return rows.length > 0;
  }

  /** @returns whether this call did: of two concurrent ones, one does */
  async confirm(tx: Tx, accountId: number, secret: string, step: number, now: Date): Promise<boolean> {
    const rows = await tx.query({
      name: 'second_factor_confirm',
      text: `UPDATE second_factors SET confirmed_at = $4, last_step = $3
        WHERE account_id = $1 AND secret = $2 AND confirmed_at IS NULL RETURNING account_id`,
      values: [accountId, secret, step, now],
    });
    return rows.length > 0;
  }

  /** Accepts a time step. @returns false for a step that was accepted before, and for earlier ones */
  async takeStep(tx: Tx, accountId: number, step: number): Promise<boolean> {
    const rows = await tx.query({
      name: 'second_factor_step',
      text: `UPDATE second_factors SET last_step = $2
        WHERE account_id = $1 AND last_step < $2 AND confirmed_at IS NOT NULL RETURNING account_id`,
      values: [accountId, step],
    });
    return rows.length > 0;
  }

  /** Uses a recovery code. @returns how many are left, or undefined for an unknown or used code */
  async takeCode(tx: Tx, accountId: number, hashes: readonly Buffer[], now: Date): Promise<number | undefined> {
    const used = await tx.query({
      name: 'recovery_code_take',
      text: `UPDATE recovery_codes SET used_at = $3 WHERE account_id = $1 AND hash = ANY($2) AND used_at IS NULL RETURNING id`,
      values: [accountId, hashes, now],
    });
    if (used.length === 0) return undefined;
    return (await this.find(accountId, tx))?.codesLeft;
  }

  /** Replaces all recovery codes. */
  async replaceCodes(tx: Tx, accountId: number, hashes: readonly Buffer[]): Promise<void> {
    await tx.query({
      name: 'recovery_codes_forget',
      text: 'DELETE FROM recovery_codes WHERE account_id = $1',
      values: [accountId],
    });
    await insertRows(
      tx,
      RecoveryCode,
      hashes.map((hash) => ({ accountId, hash, usedAt: null })),
    );
  }

  /** Stores the secret encrypted with the current application secret. */
  async reseal(tx: Tx, accountId: number, from: string, to: string): Promise<void> {
    await tx.query({
      name: 'second_factor_reseal',
      text: 'UPDATE second_factors SET secret = $3 WHERE account_id = $1 AND secret = $2',
      values: [accountId, from, to],
    });
  }

  /** Deletes it with its recovery codes. @returns whether a confirmed one existed */
  async delete(tx: Tx, accountId: number): Promise<boolean> {
    const rows = await tx.query({
      name: 'second_factor_delete',
      text: 'DELETE FROM second_factors WHERE account_id = $1 AND confirmed_at IS NOT NULL RETURNING account_id',
      values: [accountId],
    });
    return rows.length > 0;
  }
}
