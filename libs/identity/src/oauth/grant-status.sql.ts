import { companyTimeSql } from '@billhook/db/company-time.sql';
import type { GrantAccess } from '@billhook/domain/identity/grant';

/** Whether the policy `p` of the company allows the application `a`. */
export const IS_ALLOWED = `(p.allow IS DISTINCT FROM 'listed' OR a.client_id = ANY (p.client_ids)
  OR (a.source = 'builtin' AND p.builtin))`;

/** The rule of `grantAccess`, by the clock of the database. A spec compares both. */
const ACCESS = `CASE WHEN g.revoked_at IS NOT NULL OR a.archived_at IS NOT NULL THEN 'revoked'
  WHEN g.expires_at <= ${companyTimeSql()} THEN 'expired'
  WHEN m.status <> 'Active' OR c.plan = 'Free' OR NOT ${IS_ALLOWED} THEN 'suspended' ELSE 'active' END`;

/** One row, found by a key of the grant `g`. OFFSET 0 prevents a join, which would read all rows in a plan that PostgreSQL reuses. */
const rowOf = (table: string, key: string, value: string): string =>
  `LATERAL (SELECT * FROM ${table} WHERE ${key} = ${value} OFFSET 0)`;

const ofGrant = (select: string, id: string): string => `(SELECT ${select}
  FROM oauth_grants g CROSS JOIN ${rowOf('oauth_applications', 'id', 'g.application_id')} a
    CROSS JOIN ${rowOf('members', 'id', 'g.member_id')} m CROSS JOIN ${rowOf('tenants', 'id', 'g.company_id')} c
    LEFT JOIN ${rowOf('oauth_policies', 'company_id', 'g.company_id')} p ON true
  WHERE g.id = ${id})`;

/**
 * SQL for the `GrantAccess` of a grant, for statements of other libraries.
 * @param id SQL for the id of the grant, which may be null
 */
export const grantAccessSql = (id: string): string => ofGrant(ACCESS, id);

/**
 * SQL for whether a grant holds a permission that its member still has, for statements of other libraries.
 * @param id SQL for the id of the grant
 * @param permission SQL for the permission
 */
export const grantHoldsSql = (id: string, permission: string): string =>
  // Single values, read by their key, for the same reason.
  `coalesce((SELECT ${permission} = ANY (g.scopes)
      AND ${permission} = ANY ((SELECT m.permissions FROM members m WHERE m.id = g.member_id)::text[])
    FROM oauth_grants g WHERE g.id = ${id}), false)`;

/** The application of a grant, as records of other libraries name it. */
export interface GrantApplication {
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  readonly grantId: number;
  readonly memberId: number;
  readonly access: GrantAccess;
}

/**
 * SQL for `GrantApplication`.
 * @param id SQL for the id of the grant, which may be null
 */
export const grantApplicationSql = (id: string): string =>
  ofGrant(
    `jsonb_build_object('id', a.id, 'clientId', a.client_id, 'name', a.name, 'grantId', g.id, 'memberId', g.member_id, 'access', ${ACCESS})`,
    id,
  );

/**
 * SQL for whether a grant belongs to the application of another one: for the same member, or ended. The rule of `ownsEndpoint`.
 * @param id SQL for the id of the grant, which may be null
 * @param by SQL for the id of the grant of the caller
 */
export const grantOwnedSql = (id: string, by: string): string => `EXISTS (SELECT
  FROM oauth_grants mine JOIN oauth_grants other ON other.application_id = mine.application_id AND other.company_id = mine.company_id
  WHERE mine.id = ${by} AND other.id = ${id}
    AND (other.member_id = mine.member_id OR ${grantAccessSql('other.id')} IN ('expired', 'revoked')))`;
