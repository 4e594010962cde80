import { z } from 'zod';
import { Id, IdText, Instant, listOf, pageQuery, text } from './common.js';
import { Moment, repeatable, search } from './list-query.js';

/**
 * What the audit log tells of: a verb in the past for each thing that was done, and before the dot what it was done to. A new one needs
 * its words in the texts of the screen (`texts/audit.*.ts` of the settings).
 */
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
  'audit_log.exported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** `app` is an application of somebody else's; `system` is Billhook itself. */
export const ACTOR_KINDS = ['member', 'key', 'portal', 'document', 'app', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** A SHA-256 as PostgreSQL's `encode(…, 'hex')` writes it. */
const Hash = z.string().meta({ description: 'SHA-256, in hexadecimal' });

export const AuditEntryView = z
  .object({
    id: Id,
    at: Instant,
    actorKind: z.enum(ACTOR_KINDS),
    memberId: Id.nullable().meta({ description: 'The member who did it, or whose key or portal session did' }),
    keyId: Id.nullable().meta({ description: 'The key that did it' }),
    actor: z.string().meta({ description: 'Who, in words: a member, a key, a portal session or the system' }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable(),
    prevHash: Hash.nullable().meta({ description: 'Hash of the entry before; null on the first of the company' }),
    hash: Hash,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryView = z.infer<typeof AuditEntryView>;

export const AuditList = listOf(AuditEntryView, 'AuditList');

/** What list and export can be narrowed down by. */
const filters = {
  action: repeatable(z.enum(AUDIT_ACTIONS), AUDIT_ACTIONS.length).meta({ description: 'Any of these' }),
  actorKind: z.enum(ACTOR_KINDS).optional(),
  memberId: IdText.optional().meta({ description: 'What a member did, by their keys and portal sessions too' }),
  keyId: IdText.optional(),
  target: text(200).optional().meta({ description: 'Exactly as entries write it' }),
  ip: text(45).optional(),
  since: Moment.optional().meta({ description: 'From then on' }),
  until: Moment.optional().meta({ description: 'Before then' }),
  q: search('the actor or the target'),
};
export type AuditFilters = z.infer<z.ZodObject<typeof filters>>;

export const ListAudit = z.strictObject({ ...pageQuery, ...filters });
export type ListAudit = z.infer<typeof ListAudit>;

export const EXPORT_FORMATS = ['csv', 'json'] as const;
export const ExportAudit = z.strictObject({ format: z.enum(EXPORT_FORMATS), ...filters });
export type ExportAudit = z.infer<typeof ExportAudit>;
