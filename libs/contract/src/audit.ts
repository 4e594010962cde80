import { z } from 'zod';
import { Id, Instant, listOf, pageQuery } from './common.js';

/** What the audit log tells of. A verb in the past for each thing that was done. */
export const AUDIT_ACTIONS = [
  'session.started',
  'session.failed',
  'session.ended',
  'api_key.created',
  'api_key.revoked',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_viewed',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.tested',
  'webhook_delivery.resent',
  'portal_link.created',
  'portal_link.redeemed',
  'company.updated',
  'series.created',
  'series.updated',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AuditEntryView = z
  .object({
    id: Id,
    at: Instant,
    actor: z.string().meta({ description: 'Who: a member, a key, a portal session or the system' }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryView = z.infer<typeof AuditEntryView>;

export const AuditList = listOf(AuditEntryView, 'AuditList');
export const ListAudit = z.strictObject({ ...pageQuery, action: z.enum(AUDIT_ACTIONS).optional() });
export type ListAudit = z.infer<typeof ListAudit>;
