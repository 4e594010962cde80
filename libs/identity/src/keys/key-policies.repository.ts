import { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { NO_POLICY, type KeyPolicyTerms } from '@billhook/domain/identity/key-policy';
import { Injectable } from '@nestjs/common';

/** The key policy of each company. A company without a row allows everything that the product allows. */
@Injectable()
export class KeyPoliciesRepository {
  constructor(private readonly db: Database) {}

  find(companyId: number, runner: ReadRunner = this.db): Promise<KeyPolicyTerms> {
    return this.read(runner, companyId, '');
  }

  /** Inserts a missing row first, so that the first two changes wait for each other as well. */
  async lock(tx: Tx, companyId: number, now: Date): Promise<KeyPolicyTerms> {
    const { longestLifetime, cidrsRequired } = NO_POLICY;
    await tx.query({
      name: 'key_policy_begin',
      text: 'INSERT INTO key_policies VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      values: [companyId, longestLifetime, cidrsRequired, now],
    });
    return this.read(tx, companyId, 'FOR UPDATE');
  }

  /** The caller holds its lock. */
  async update(
    tx: Tx,
    companyId: number,
    { longestLifetime, cidrsRequired }: KeyPolicyTerms,
    now: Date,
  ): Promise<void> {
    await tx.query({
      name: 'key_policy_set',
      text: 'UPDATE key_policies SET longest_lifetime = $2, cidrs_required = $3, updated_at = $4 WHERE company_id = $1',
      values: [companyId, longestLifetime, cidrsRequired, now],
    });
  }

  private async read(runner: ReadRunner, companyId: number, lock: '' | 'FOR UPDATE'): Promise<KeyPolicyTerms> {
    const [policy = NO_POLICY] = await runner.query<KeyPolicyTerms & { readonly [column: string]: unknown }>({
      name: lock ? 'key_policy_lock' : 'key_policy',
      text: `SELECT longest_lifetime AS "longestLifetime", cidrs_required AS "cidrsRequired" FROM key_policies WHERE company_id = $1 ${lock}`,
      values: [companyId],
    });
    return policy;
  }
}
