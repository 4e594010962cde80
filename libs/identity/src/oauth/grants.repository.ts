import { Database } from '@billhook/db/database';
import { insertRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Plan } from '@billhook/domain/identity/company';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import { redactSecrets } from '@billhook/platform/redact-secrets';
import { Injectable } from '@nestjs/common';
import { APPLICATION_FACTS, type ApplicationFacts } from './applications.repository.js';
import { IS_ALLOWED } from './grant-status.sql.js';
import { OAuthGrant } from './grant.entity.js';

/** A grant with its application, member and company as they are now. */
export type GrantRow = OAuthGrant & {
  readonly application: ApplicationFacts;
  readonly memberName: string;
  readonly memberActive: boolean;
  readonly memberPermissions: readonly Permission[];
  readonly companyName: string;
  readonly plan: Plan;
  readonly isAllowed: boolean;
};

/** One or more uses of a grant, of which the last is stored. */
export interface GrantUse {
  readonly id: number;
  readonly at: Date;
  readonly ip: string;
  readonly userAgent: string | null;
}

/** What grants have in common. */
export type GrantsOf =
  | { readonly applicationId: number }
  | { readonly companyId: number }
  | { readonly memberId: number };

/** The maximum number of grants that a list shows. */
const MOST_SHOWN = 500;

const GRANT = `g.id, g.application_id AS "applicationId", g.company_id AS "companyId", g.member_id AS "memberId", g.resource, g.scopes,
  g.lifetime, g.expires_at AS "expiresAt", g.created_at AS "createdAt", g.created_from_ip AS "createdFromIp",
  g.created_from_agent AS "createdFromAgent", g.last_used_at AS "lastUsedAt", g.last_used_ip AS "lastUsedIp",
  g.last_used_agent AS "lastUsedAgent", g.revoked_at AS "revokedAt", g.revoked_by AS "revokedBy",
  g.revocation_reason AS "revocationReason", m.name AS "memberName", (m.status = 'Active') AS "memberActive",
  m.permissions AS "memberPermissions", c.name AS "companyName", c.plan,
  ${IS_ALLOWED} AS "isAllowed"`;

const FROM = `FROM oauth_grants g JOIN oauth_applications a ON a.id = g.application_id LEFT JOIN tenants o ON o.id = a.company_id
  JOIN members m ON m.id = g.member_id JOIN tenants c ON c.id = g.company_id
  LEFT JOIN oauth_policies p ON p.company_id = g.company_id`;

const SELECT = `SELECT ${GRANT}, ${APPLICATION_FACTS} AS application ${FROM}`;

type Where =
  | 'g.company_id = $1 AND g.id = $2'
  | 'm.account_id = $1'
  | 'g.company_id = $1'
  | 'g.application_id = $1'
  | 'g.member_id = $1';

/** Grants. Their rows are never deleted. */
@Injectable()
export class OAuthGrantsRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, grant: Omit<OAuthGrant, 'id'>): Promise<number> {
    return insertRow(tx, OAuthGrant, grant);
  }

  /** By id alone, for the OAuth server, which has checked the client. */
  async findById(id: number): Promise<GrantRow | undefined> {
    const [row] = await this.db.query<GrantRow & Columns>({
      name: 'oauth_grant',
      text: `${SELECT} WHERE g.id = $1`,
      values: [id],
    });
    return row;
  }

  /** @throws Problem not_found, also for a grant of another company */
  async find(companyId: number, id: number, runner: ReadRunner = this.db): Promise<GrantRow> {
    const [row] = await this.select(runner, 'oauth_grant_get', 'g.company_id = $1 AND g.id = $2', [companyId, id]);
    if (!row) throw new Problem('not_found', 'There is no such access.');
    return row;
  }

  /** All grants of a person, in each of their companies. */
  ofAccount(accountId: number): Promise<GrantRow[]> {
    return this.select(this.db, 'oauth_grants_account', 'm.account_id = $1', [accountId]);
  }

  ofMember(memberId: number, runner: ReadRunner = this.db): Promise<GrantRow[]> {
    return this.select(runner, 'oauth_grants_member', 'g.member_id = $1', [memberId]);
  }

  ofCompany(companyId: number, runner: ReadRunner = this.db): Promise<GrantRow[]> {
    return this.select(runner, 'oauth_grants_company', 'g.company_id = $1', [companyId]);
  }

  ofApplication(applicationId: number, runner: ReadRunner = this.db): Promise<GrantRow[]> {
    return this.select(runner, 'oauth_grants_application', 'g.application_id = $1', [applicationId]);
  }

  /** The ids of all grants that were not revoked, including expired ones. */
  async liveIds(of: GrantsOf): Promise<number[]> {
    const [column, id] =
      'memberId' in of
        ? ['member_id', of.memberId]
        : 'companyId' in of
          ? ['company_id', of.companyId]
          : ['application_id', of.applicationId];
    const rows = await this.db.query<{ id: number }>({
      name: `oauth_grant_ids_${column}`,
      text: `SELECT id FROM oauth_grants WHERE ${column} = $1 AND revoked_at IS NULL ORDER BY id`,
      values: [id],
    });
    return rows.map((row) => row.id);
  }

  /** Revokes the grants that are not revoked yet. @returns their ids */
  async revoke(tx: Tx, ids: readonly number[], at: Date, by: string, reason: string | null): Promise<number[]> {
    const rows = await tx.query<{ id: number }>({
      name: 'oauth_grant_revoke',
      text: `UPDATE oauth_grants SET revoked_at = $2, revoked_by = $3, revocation_reason = $4
        WHERE id IN (SELECT id FROM oauth_grants WHERE id = ANY ($1::bigint[]) AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE)
        RETURNING id`,
      values: [ids, at, by, reason && redactSecrets(reason)],
    });
    // They can no longer be used: the rows only take space.
    await tx.query({
      name: 'oauth_grant_forget_tokens',
      text: "DELETE FROM oauth_tokens WHERE grant_id = ANY ($1::bigint[]) AND kind <> 'AccessToken'",
      values: [rows.map(({ id }) => id)],
    });
    return rows.map(({ id }) => id);
  }

  async recordUses(uses: readonly GrantUse[]): Promise<void> {
    await this.db.autocommit.query({
      name: 'oauth_grant_used',
      text: `UPDATE oauth_grants g SET last_used_at = u.at, last_used_ip = u.ip, last_used_agent = u.agent
        FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[]) AS u (id, at, ip, agent)
        WHERE g.id = u.id AND (g.last_used_at IS NULL OR g.last_used_at < u.at)`,
      values: [
        uses.map(({ id }) => id),
        uses.map(({ at }) => at),
        uses.map(({ ip }) => ip),
        uses.map(({ userAgent }) => userAgent),
      ],
    });
  }

  private select(runner: ReadRunner, name: string, where: Where, values: readonly number[]): Promise<GrantRow[]> {
    return runner.query<GrantRow & Columns>({
      name,
      text: `${SELECT} WHERE ${where} ORDER BY g.id DESC LIMIT ${MOST_SHOWN}`,
      values,
    });
  }
}

interface Columns {
  readonly [column: string]: unknown;
}
