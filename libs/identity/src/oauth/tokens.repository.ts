import { Database } from '@billhook/db/database';
import type { CompanyKind, Plan } from '@billhook/domain/identity/company';
import type { OAuthResource } from '@billhook/domain/identity/oauth-resource';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Injectable } from '@nestjs/common';
import { IS_ALLOWED } from './grant-status.sql.js';
import type { OAuthToken } from './grant.entity.js';

/** An access token with everything that a request with it needs. */
export interface VerifiedToken {
  readonly tokenExpiresAt: Date;
  /** Its permissions, which may be fewer than the permissions of the grant; null for all of them. */
  readonly scope: string | null;
  readonly grantId: number;
  readonly resource: OAuthResource;
  readonly scopes: readonly Permission[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly applicationId: number;
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly archivedAt: Date | null;
  readonly isAllowed: boolean;
  readonly companyId: number;
  readonly memberId: number;
  readonly creatorActive: boolean;
  readonly creatorPermissions: readonly Permission[];
  readonly companyName: string;
  readonly companyKind: CompanyKind;
  readonly plan: Plan;
  readonly timeZone: string;
  readonly clockOffset: number;
  /** Where the company is: `tenants.cell`. */
  readonly cell: number;
  /** When the company is deleted; null without a request. */
  readonly deletesAt: Date | null;
  readonly [column: string]: unknown;
}

export type StoredToken = Pick<OAuthToken, 'hash' | 'hashVersion' | 'grantId' | 'payload' | 'consumedAt' | 'expiresAt'>;

const VERIFY = `SELECT t.expires_at AS "tokenExpiresAt", t.payload->>'scope' AS scope, g.id AS "grantId", g.resource, g.scopes,
    g.created_at AS "createdAt", g.expires_at AS "expiresAt", g.revoked_at AS "revokedAt", g.last_used_at AS "lastUsedAt",
    a.id AS "applicationId", a.client_id AS "clientId", a.name, a.redirect_uris AS "redirectUris", a.archived_at AS "archivedAt",
    ${IS_ALLOWED} AS "isAllowed",
    g.company_id AS "companyId", g.member_id AS "memberId", (m.status = 'Active') AS "creatorActive",
    m.permissions AS "creatorPermissions", c.name AS "companyName", c.kind AS "companyKind", c.plan, c.time_zone AS "timeZone", c.clock_offset AS "clockOffset", c.cell, c.deletes_at AS "deletesAt"
  FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id JOIN oauth_applications a ON a.id = g.application_id
    JOIN members m ON m.id = g.member_id JOIN tenants c ON c.id = g.company_id
    LEFT JOIN oauth_policies p ON p.company_id = g.company_id`;

const STORED = `hash, hash_version AS "hashVersion", grant_id AS "grantId", payload, consumed_at AS "consumedAt", expires_at AS "expiresAt"`;

const placeholders = (hashes: readonly Buffer[]): string => hashes.map((_, n) => `$${n + 1}`).join(', ');

/** Tokens, codes and authorizations in progress, by the hash of what the client holds. */
@Injectable()
export class OAuthTokensRepository {
  constructor(private readonly db: Database) {}

  /** The query of every request with an access token, on the primary and never cached. */
  async findAccess(hashes: readonly Buffer[]): Promise<VerifiedToken | undefined> {
    const [row] = await this.db.lookUp<VerifiedToken>({
      name: `oauth_verify_${hashes.length}`,
      text: `${VERIFY} WHERE t.hash IN (${placeholders(hashes)}) AND t.kind = 'AccessToken'`,
      values: hashes,
    });
    return row;
  }

  async find(hashes: readonly Buffer[]): Promise<StoredToken | undefined> {
    const [row] = await this.db.query<StoredToken & { readonly [column: string]: unknown }>({
      name: `oauth_token_${hashes.length}`,
      text: `SELECT ${STORED} FROM oauth_tokens WHERE hash IN (${placeholders(hashes)})`,
      values: hashes,
    });
    return row;
  }

  async findByUserCode(hashes: readonly Buffer[]): Promise<StoredToken | undefined> {
    const [row] = await this.db.query<StoredToken & { readonly [column: string]: unknown }>({
      name: `oauth_user_code_${hashes.length}`,
      text: `SELECT ${STORED} FROM oauth_tokens WHERE user_code_hash IN (${placeholders(hashes)})`,
      values: hashes,
    });
    return row;
  }

  /** Inserts a token, or changes its payload; what was consumed stays consumed. */
  async keep(token: OAuthToken): Promise<void> {
    const { hash, hashVersion, kind, grantId, userCodeHash, payload, createdAt, expiresAt } = token;
    await this.db.autocommit.query({
      name: 'oauth_token_keep',
      text: `INSERT INTO oauth_tokens (hash, hash_version, kind, grant_id, user_code_hash, payload, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (hash) DO UPDATE SET grant_id = excluded.grant_id, payload = excluded.payload, expires_at = excluded.expires_at`,
      values: [hash, hashVersion, kind, grantId, userCodeHash, JSON.stringify(payload), createdAt, expiresAt],
    });
  }

  /** Marks a token as consumed. @returns whether this call did it: of two calls at the same time, only one does */
  async consume(hashes: readonly Buffer[], at: Date): Promise<boolean> {
    const rows = await this.db.autocommit.query({
      name: `oauth_token_consume_${hashes.length}`,
      text: `UPDATE oauth_tokens SET consumed_at = $${hashes.length + 1}
        WHERE hash IN (${placeholders(hashes)}) AND consumed_at IS NULL RETURNING 1`,
      values: [...hashes, at],
    });
    return rows.length > 0;
  }

  /**
   * Decides about a device code once. @returns whether this call did it
   * @param decision members of its payload
   */
  async decideDevice(
    userCodeHashes: readonly Buffer[],
    decision: Readonly<Record<string, unknown>>,
    grantId: number | null,
    now: Date,
  ): Promise<boolean> {
    const n = userCodeHashes.length;
    const rows = await this.db.autocommit.query({
      name: `oauth_device_decide_${n}`,
      text: `UPDATE oauth_tokens SET payload = payload || $${n + 1}::jsonb, grant_id = $${n + 2}
        WHERE user_code_hash IN (${placeholders(userCodeHashes)}) AND NOT payload ?| ARRAY['accountId', 'error']
          AND expires_at > $${n + 3} RETURNING 1`,
      values: [...userCodeHashes, JSON.stringify(decision), grantId, now],
    });
    return rows.length > 0;
  }

  async forget(hashes: readonly Buffer[]): Promise<void> {
    await this.db.autocommit.query({
      name: `oauth_token_forget_${hashes.length}`,
      text: `DELETE FROM oauth_tokens WHERE hash IN (${placeholders(hashes)})`,
      values: hashes,
    });
  }

  /** Stores the hash under the current application secret. */
  async rehash(from: Buffer, to: Buffer, version: string): Promise<void> {
    await this.db.autocommit.query({
      name: 'oauth_token_rehash',
      text: 'UPDATE oauth_tokens SET hash = $2, hash_version = $3 WHERE hash = $1',
      values: [from, to, version],
    });
  }
}
