import { companyTimeSql } from '@billhook/db/company-time.sql';
import { Database } from '@billhook/db/database';
import { changeRow, insertRow, selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { MOST_LIVE_SECRETS, type ApplicationSource } from '@billhook/domain/identity/application';
import { Problem } from '@billhook/domain/shared/problems';
import { redactSecrets } from '@billhook/platform/redact-secrets';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OAuthApplication, OAuthSecret } from './application.entity.js';

/** The part of an application that everyone who uses it can see. */
export interface ApplicationFacts {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  readonly source: ApplicationSource;
  /** The company that registered it. */
  readonly publisher: string | null;
  readonly homepage: string | null;
  readonly hasLogo: boolean;
  readonly isArchived: boolean;
}

/** An application, with its publisher, creator and secrets. */
export type ApplicationRow = Omit<OAuthApplication, 'logo'> & {
  readonly publisher: string | null;
  readonly creator: string | null;
  readonly grants: number;
  readonly lastUsedAt: Date | null;
};

export type NewApplication = Omit<OAuthApplication, 'id' | 'logo' | 'logoType' | 'archivedAt' | 'updatedAt'> &
  Partial<Pick<OAuthApplication, 'logo' | 'logoType'>>;

export type ApplicationChange = Partial<
  Pick<
    OAuthApplication,
    'name' | 'homepage' | 'logoUrl' | 'logo' | 'logoType' | 'redirectUris' | 'scopes' | 'archivedAt'
  >
>;

/** SQL for `ApplicationFacts`, with the application as `a` and its publisher as `o`. */
export const APPLICATION_FACTS = `jsonb_build_object('id', a.id, 'clientId', a.client_id, 'name', a.name, 'source', a.source,
  'publisher', o.name, 'homepage', a.homepage, 'hasLogo', a.logo IS NOT NULL, 'isArchived', a.archived_at IS NOT NULL)`;

interface Columns {
  readonly [column: string]: unknown;
}

/** Third-party applications and their client secrets. */
@Injectable()
export class OAuthApplicationsRepository {
  private readonly select: string;
  private readonly secretColumns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.select = `SELECT ${selectColumns(source, OAuthApplication, 'a')}, o.name AS publisher, m.name AS creator,
        (SELECT count(*)::int FROM oauth_grants g JOIN tenants c ON c.id = g.company_id
          WHERE g.application_id = a.id AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > ${companyTimeSql()})) AS grants,
        (SELECT max(g.last_used_at) FROM oauth_grants g WHERE g.application_id = a.id) AS "lastUsedAt"
      FROM oauth_applications a LEFT JOIN tenants o ON o.id = a.company_id LEFT JOIN members m ON m.id = a.member_id`;
    this.secretColumns = selectColumns(source, OAuthSecret, 's');
  }

  async findByClientId(clientId: string): Promise<ApplicationRow | undefined> {
    const [row] = await this.db.query<ApplicationRow & Columns>({
      name: 'oauth_client',
      text: `${this.select} WHERE a.client_id = $1`,
      values: [clientId],
    });
    return row;
  }

  async facts(id: number): Promise<ApplicationFacts | undefined> {
    const [row] = await this.db.query<{ facts: ApplicationFacts }>({
      name: 'oauth_application_facts',
      text: `SELECT ${APPLICATION_FACTS} AS facts FROM oauth_applications a LEFT JOIN tenants o ON o.id = a.company_id WHERE a.id = $1`,
      values: [id],
    });
    return row?.facts;
  }

  /** The applications that members of the company registered, or that one member registered, if given. */
  list(companyId: number, memberId: number | null): Promise<ApplicationRow[]> {
    return this.db.query<ApplicationRow & Columns>({
      name: 'oauth_applications',
      text: `${this.select} WHERE a.company_id = $1 AND ($2::bigint IS NULL OR a.member_id = $2) ORDER BY a.id DESC`,
      values: [companyId, memberId],
    });
  }

  /** @throws Problem not_found, also for an application of another company */
  find(companyId: number, id: number, runner: ReadRunner = this.db): Promise<ApplicationRow> {
    return this.one(runner, 'oauth_application', '', companyId, id);
  }

  /** @throws Problem not_found, also for an application of another company */
  lock(tx: Tx, companyId: number, id: number): Promise<ApplicationRow> {
    return this.one(tx, 'oauth_application_lock', 'FOR NO KEY UPDATE OF a', companyId, id);
  }

  async insert(tx: Tx, application: NewApplication): Promise<number> {
    const { createdAt, name } = application;
    const row = { ...application, name: redactSecrets(name), updatedAt: createdAt, archivedAt: null };
    return insertRow(tx, OAuthApplication, { logo: null, logoType: null, ...row });
  }

  async change(tx: Tx, id: number, to: ApplicationChange, at: Date): Promise<void> {
    const name = to.name === undefined ? {} : { name: redactSecrets(to.name) };
    await changeRow(tx, OAuthApplication, id, { ...to, ...name, updatedAt: at });
  }

  /** Stores what a metadata document says about its application, under its URL. */
  async keepDocument(application: NewApplication): Promise<void> {
    const { clientId, name, homepage, logoUrl, redirectUris, scopes, createdAt } = application;
    await this.db.autocommit.query({
      name: 'oauth_application_document',
      text: `INSERT INTO oauth_applications (client_id, source, type, name, homepage, logo_url, redirect_uris, scopes, created_at, updated_at)
        VALUES ($1, 'metadata', 'public', $2, $3, $4, $5, $6, $7, $7)
        ON CONFLICT (client_id) DO UPDATE SET name = excluded.name, homepage = excluded.homepage, logo_url = excluded.logo_url,
          redirect_uris = excluded.redirect_uris, scopes = excluded.scopes, updated_at = excluded.updated_at
        WHERE (oauth_applications.name, oauth_applications.homepage, oauth_applications.logo_url, oauth_applications.redirect_uris,
          oauth_applications.scopes) IS DISTINCT FROM (excluded.name, excluded.homepage, excluded.logo_url, excluded.redirect_uris, excluded.scopes)`,
      values: [clientId, redactSecrets(name), homepage, logoUrl, redirectUris, scopes, createdAt],
    });
  }

  /** Stores an application that is part of Billhook, if it is not stored yet. */
  async keepBuiltin(clientId: string, name: string, at: Date): Promise<void> {
    await this.db.autocommit.query({
      name: 'oauth_application_builtin',
      text: `INSERT INTO oauth_applications (client_id, source, type, name, redirect_uris, scopes, created_at, updated_at)
        VALUES ($1, 'builtin', 'public', $2, '{}', '{}', $3, $3) ON CONFLICT (client_id) DO NOTHING`,
      values: [clientId, name, at],
    });
  }

  async logo(id: number): Promise<{ logo: Buffer; type: string } | undefined> {
    const [row] = await this.db.query<{ logo: Buffer; type: string }>({
      name: 'oauth_application_logo',
      text: 'SELECT logo, logo_type AS type FROM oauth_applications WHERE id = $1 AND logo IS NOT NULL',
      values: [id],
    });
    return row;
  }

  /** Newest first, revoked ones included. */
  secrets(applicationId: number, runner: ReadRunner = this.db): Promise<OAuthSecret[]> {
    return runner.query<OAuthSecret & Columns>({
      name: 'oauth_secrets',
      text: `SELECT ${this.secretColumns} FROM oauth_secrets s WHERE s.application_id = $1 ORDER BY s.id DESC`,
      values: [applicationId],
    });
  }

  async insertSecret(tx: Tx, secret: Omit<OAuthSecret, 'id' | 'lastUsedAt' | 'revokedAt'>): Promise<void> {
    await insertRow(tx, OAuthSecret, { ...secret, lastUsedAt: null, revokedAt: null });
  }

  /** @throws Problem not_found */
  async revokeSecret(tx: Tx, applicationId: number, id: number, at: Date): Promise<{ prefix: string }> {
    const [secret] = await tx.query<{ prefix: string }>({
      name: 'oauth_secret_revoke',
      text: `UPDATE oauth_secrets SET revoked_at = coalesce(revoked_at, $3) WHERE application_id = $1 AND id = $2 RETURNING prefix`,
      values: [applicationId, id, at],
    });
    if (!secret) throw new Problem('not_found', 'There is no such client secret.');
    return secret;
  }

  /**
   * Whether a live secret of the application has one of the hashes. Stores its use, and the hash under the current application secret.
   */
  async useSecret(clientId: string, hashes: readonly Buffer[], version: string, at: Date): Promise<boolean> {
    const rows = await this.db.autocommit.query({
      name: `oauth_secret_use_${hashes.length}`,
      text: `UPDATE oauth_secrets s SET last_used_at = $2, hash = $4, hash_version = $3 FROM oauth_applications a
        WHERE a.id = s.application_id AND a.client_id = $1 AND a.archived_at IS NULL AND s.revoked_at IS NULL
          AND s.hash IN (${hashes.map((_, n) => `$${n + 4}`).join(', ')}) RETURNING 1`,
      values: [clientId, at, version, ...hashes],
    });
    return rows.length > 0;
  }

  private async one(
    runner: ReadRunner,
    name: string,
    suffix: string,
    companyId: number,
    id: number,
  ): Promise<ApplicationRow> {
    const [row] = await runner.query<ApplicationRow & Columns>({
      name,
      text: `${this.select} WHERE a.company_id = $1 AND a.id = $2 ${suffix}`,
      values: [companyId, id],
    });
    if (!row) throw new Problem('not_found', 'There is no such application.');
    return row;
  }
}

export const liveSecrets = (secrets: readonly OAuthSecret[]): number =>
  secrets.filter(({ revokedAt }) => revokedAt === null).length;

export const hasRoomForSecret = (secrets: readonly OAuthSecret[]): boolean => liveSecrets(secrets) < MOST_LIVE_SECRETS;
