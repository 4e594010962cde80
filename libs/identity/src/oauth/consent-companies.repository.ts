import { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';
import type { ApplicationRule } from '@billhook/domain/identity/application';
import type { Plan } from '@billhook/domain/identity/company';
import type { KeyExpiry } from '@billhook/domain/identity/key-status';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Injectable } from '@nestjs/common';

/** An active membership of a person, with what decides about the access of applications. */
export interface ConsentCompanyRow {
  readonly id: number;
  readonly name: string;
  readonly plan: Plan;
  readonly clockOffset: number;
  readonly memberId: number;
  readonly permissions: readonly Permission[];
  readonly longestLifetime: KeyExpiry;
  readonly allow: ApplicationRule;
  readonly clientIds: string[];
  readonly builtin: boolean;
  readonly [column: string]: unknown;
}

@Injectable()
export class ConsentCompaniesRepository {
  constructor(private readonly db: Database) {}

  /** By name. */
  list(accountId: number, runner: ReadRunner = this.db): Promise<ConsentCompanyRow[]> {
    return this.select(runner, accountId, '');
  }

  /** Locks the memberships: permissions cannot be taken away between the check and the grant. */
  hold(runner: ReadRunner, accountId: number): Promise<ConsentCompanyRow[]> {
    return this.select(runner, accountId, 'FOR SHARE OF m');
  }

  private select(runner: ReadRunner, accountId: number, lock: '' | 'FOR SHARE OF m'): Promise<ConsentCompanyRow[]> {
    return runner.query<ConsentCompanyRow>({
      name: lock ? 'oauth_companies_hold' : 'oauth_companies',
      text: `SELECT c.id, c.name, c.plan, c.clock_offset AS "clockOffset", m.id AS "memberId", m.permissions, coalesce(k.longest_lifetime, 'none') AS "longestLifetime",
          coalesce(p.allow, 'every') AS allow, coalesce(p.client_ids, '{}') AS "clientIds", coalesce(p.builtin, true) AS builtin
        FROM members m JOIN tenants c ON c.id = m.company_id LEFT JOIN key_policies k ON k.company_id = c.id
          LEFT JOIN oauth_policies p ON p.company_id = c.id
        WHERE m.account_id = $1 AND m.status = 'Active' AND c.creating_since IS NULL ORDER BY search_form(c.name) COLLATE natural_order, m.id ${lock}`,
      values: [accountId],
    });
  }
}
