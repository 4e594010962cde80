import { ACTOR_KINDS, AUDIT_ACTIONS, AUDIT_EXPORT_FORMATS } from '@billhook/domain/identity/audit';
import { z } from 'zod';
import { ActorView } from '../shared/actor.js';
import { Id, IdText, Instant, text } from '../shared/common.js';
import { Moment, repeatable, search } from '../shared/list-query.js';
import { listOf, pageQuery } from '../shared/page.js';
import { software } from './software.js';

/** A SHA-256 hash in the format of PostgreSQL's `encode(…, 'hex')`. */
const Hash = z.string().meta({ description: 'SHA-256, in hexadecimal' });

export const AuditEntryView = z
  .object({
    id: Id,
    at: Instant,
    actorKind: z.enum(ACTOR_KINDS),
    memberId: Id.nullable().meta({ description: 'The member who did it, directly or with a key or a portal session' }),
    keyId: Id.nullable().meta({ description: 'The key that was used' }),
    actor: z
      .string()
      .meta({ description: 'A description of the actor: a member, a key, a portal session or the system' }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    requestId: z.string().nullable(),
    prevHash: Hash.nullable().meta({
      description: 'The hash of the previous entry; null on the first entry of the company',
    }),
    hash: Hash,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryView = z.infer<typeof AuditEntryView>;

export const AuditRow = AuditEntryView.extend({
  ...software,
  actorName: ActorView.shape.name.meta({ description: 'The name in `actor`, without the kind' }),
}).meta({ id: 'AuditRow' });
export type AuditRow = z.infer<typeof AuditRow>;

export const AuditList = listOf(AuditRow, 'AuditList');

/** The filters of the list and the export. */
const filters = {
  action: repeatable(z.enum(AUDIT_ACTIONS), AUDIT_ACTIONS.length).meta({ description: 'Any of these' }),
  actorKind: z.enum(ACTOR_KINDS).optional(),
  memberId: IdText.optional().meta({
    description: 'Entries of a member, including those of their keys and portal sessions',
  }),
  keyId: IdText.optional(),
  target: text(200).optional().meta({ description: 'Exactly as in the entries' }),
  ip: text(45).optional(),
  since: Moment.optional().meta({ description: 'From then on' }),
  until: Moment.optional().meta({ description: 'Before then' }),
  q: search('the actor or the target'),
};
export type AuditFilters = z.infer<z.ZodObject<typeof filters>>;

export const ListAudit = z.strictObject({ ...pageQuery, ...filters });
export type ListAudit = z.infer<typeof ListAudit>;

export const ExportAudit = z.strictObject({ format: z.enum(AUDIT_EXPORT_FORMATS), ...filters });
export type ExportAudit = z.infer<typeof ExportAudit>;
