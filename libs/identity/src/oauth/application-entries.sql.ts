import type { AuditAction } from '@billhook/domain/identity/audit';
import { grantAccessSql } from './grant-status.sql.js';

/*
 * Fragments for statements of other libraries that read what applications did. An entry names the application and the member, and no
 * grant.
 */

const labelOf = (name: string): string => `('application ' || ${name})`;

/**
 * SQL for the last entry about a member of a record: it was changed, or confirmed.
 * @param companyId, target, member SQL
 */
export const lastChangeSql = (companyId: string, target: string, action: AuditAction, member: string): string => `(
  SELECT l.id, l.at, l.actor_kind, l.actor, l.member_id FROM audit_log l
  WHERE l.company_id = ${companyId} AND l.target = ${target} AND l.action = '${action}'
    AND (l.details -> 'changed' ? ${member} OR l.details -> 'confirmed' ? ${member})
  ORDER BY l.id DESC LIMIT 1)`;

/**
 * SQL for the last entry by an application that saw or replaced a secret which no member or key has replaced since.
 * @param companyId, target SQL
 */
export const lastSecretSeenSql = (companyId: string, target: string): string => `(
  SELECT l.id, l.at, l.actor, l.member_id FROM audit_log l
  WHERE l.company_id = ${companyId} AND l.target = ${target} AND l.actor_kind = 'app'
    AND l.action IN ('webhook_endpoint.secret_viewed', 'webhook_endpoint.secret_rotated')
    AND NOT EXISTS (SELECT FROM audit_log r WHERE r.company_id = l.company_id AND r.target = l.target AND r.id > l.id
      AND r.action = 'webhook_endpoint.secret_rotated' AND r.actor_kind <> 'app')
  ORDER BY l.id DESC LIMIT 1)`;

/**
 * SQL for the grant with which an application acted: one that still works if there is any, the newest first. The name is the current one, or
 * the name at the time of the consent.
 * @param entry alias of the entry
 * @param companyId SQL
 */
export const grantOfEntrySql = (entry: string, companyId: string): string => `(
  SELECT h.id FROM oauth_grants h JOIN oauth_applications n ON n.id = h.application_id
  WHERE h.company_id = ${companyId} AND h.member_id = ${entry}.member_id AND h.created_at <= ${entry}.at
    AND (${labelOf('n.name')} = ${entry}.actor
      OR EXISTS (SELECT FROM audit_log k WHERE k.company_id = h.company_id AND k.member_id = h.member_id
        AND k.action = 'oauth_grant.created' AND k.details ->> 'grantId' = h.id::text AND ${labelOf('k.target')} = ${entry}.actor))
  ORDER BY ${grantAccessSql('h.id')} IN ('expired', 'revoked'), h.id DESC LIMIT 1)`;

/**
 * SQL for whether an entry is by the application of a grant.
 * @param entry alias of the entry
 * @param grantId, entryGrantId SQL; null for none
 */
export const isEntryOfSql = (entry: string, grantId: string, entryGrantId: string): string => `EXISTS (
  SELECT FROM oauth_grants o JOIN oauth_applications n ON n.id = o.application_id LEFT JOIN oauth_grants w ON w.id = ${entryGrantId}
  WHERE o.id = ${grantId} AND (${labelOf('n.name')} = ${entry}.actor OR w.application_id = o.application_id))`;
