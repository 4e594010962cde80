import { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { ApplicationRule } from '@billhook/domain/identity/application';
import { Injectable } from '@nestjs/common';

export interface ApplicationRules {
  readonly allow: ApplicationRule;
  readonly clientIds: string[];
  readonly builtin: boolean;
}

const EVERY: ApplicationRules = { allow: 'every', clientIds: [], builtin: true };

/** The application policy of each company. A company without a row allows every application. */
@Injectable()
export class OAuthPoliciesRepository {
  constructor(private readonly db: Database) {}

  find(companyId: number, runner: ReadRunner = this.db): Promise<ApplicationRules> {
    return this.read(runner, companyId, '');
  }

  /** Inserts a missing row first, so that the first two changes wait for each other as well. */
  async lock(tx: Tx, companyId: number, now: Date): Promise<ApplicationRules> {
    await tx.query({
      name: 'oauth_policy_begin',
      text: 'INSERT INTO oauth_policies (company_id, allow, client_ids, updated_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      values: [companyId, EVERY.allow, EVERY.clientIds, now],
    });
    return this.read(tx, companyId, 'FOR UPDATE');
  }

  /** The caller holds its lock. */
  async update(tx: Tx, companyId: number, { allow, clientIds, builtin }: ApplicationRules, now: Date): Promise<void> {
    await tx.query({
      name: 'oauth_policy_set',
      text: 'UPDATE oauth_policies SET allow = $2, client_ids = $3, builtin = $4, updated_at = $5 WHERE company_id = $1',
      values: [companyId, allow, clientIds, builtin, now],
    });
  }

  private async read(runner: ReadRunner, companyId: number, lock: '' | 'FOR UPDATE'): Promise<ApplicationRules> {
    const [rules = EVERY] = await runner.query<ApplicationRules & { readonly [column: string]: unknown }>({
      name: lock ? 'oauth_policy_lock' : 'oauth_policy',
      text: `SELECT allow, client_ids AS "clientIds", builtin FROM oauth_policies WHERE company_id = $1 ${lock}`,
      values: [companyId],
    });
    return rules;
  }
}
