import { companyTimeSql } from '@billhook/db/company-time.sql';
import type { GrantAccess } from '@billhook/domain/identity/grant';

/** Whether the policy `p` of the company allows the application `a`. */
export const IS_ALLOWED = `(p.allow IS DISTINCT FROM 'listed' OR a.client_id = ANY (p.client_ids)
  OR (a.source = 'builtin' AND p.builtin))`;

/** Whether the grant `g` was revoked, or its application `a` archived. */
const IS_REVOKED = `(g.revoked_at IS NOT NULL OR a.archived_at IS NOT NULL)`;

/** Whether its member `m` or the policy `p` of the company suspends it. */
const IS_SUSPENDED = `(m.status <> 'Active' OR NOT ${IS_ALLOWED})`;

/** The rule of `grantAccess`, by the clock of the database. A spec compares both. */
const ACCESS = `CASE WHEN ${IS_REVOKED} THEN 'revoked'
  WHEN g.expires_at <= ${companyTimeSql()} THEN 'expired'
  WHEN c.plan = 'Free' OR ${IS_SUSPENDED} THEN 'suspended' ELSE 'active' END`;

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
 * What a cell stores of grants, for its endpoints. The plan and the time of the company, which decide as well, are in the cell.
 * $1 the ids of the grants. Names no company, because it is read from all cells.
 */
export const GRANT_STATES = `SELECT g.id, g.expires_at AS "expiresAt",
    CASE WHEN ${IS_REVOKED} THEN 'revoked' WHEN ${IS_SUSPENDED} THEN 'suspended' ELSE 'active' END AS access,
    ARRAY (SELECT unnest(g.scopes) INTERSECT SELECT unnest(m.permissions) ORDER BY 1) AS permissions
  FROM unnest($1::bigint[]) AS u (id) CROSS JOIN ${rowOf('oauth_grants', 'id', 'u.id')} g
    CROSS JOIN ${rowOf('oauth_applications', 'id', 'g.application_id')} a
    CROSS JOIN ${rowOf('members', 'id', 'g.member_id')} m
    LEFT JOIN ${rowOf('oauth_policies', 'company_id', 'g.company_id')} p ON true`;

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
