import { RECORD_NAMES } from '@billhook/domain/shared/resources';
import { SNAPSHOT_HOURS, SNAPSHOT_STATUSES } from '@billhook/domain/shared/snapshot';
import { z } from 'zod';
import { PermissionName } from '../identity/permission.js';
import { list } from '../shared/bounded.js';
import { Id, Instant } from '../shared/common.js';
import { RecordNameSchema } from '../webhooks/change.js';

export const CreateSnapshot = z
  .strictObject({
    resources: list(RecordNameSchema)
      .min(1, 'must not be empty')
      .max(RECORD_NAMES.length)
      .refine((names) => new Set(names).size === names.length, 'must not contain a resource twice')
      .meta({ uniqueItems: true })
      .optional()
      .meta({ description: 'The kinds of records to copy; all if absent' }),
  })
  .meta({ id: 'CreateSnapshot', example: { resources: ['client', 'invoice'] } });
export type CreateSnapshot = z.infer<typeof CreateSnapshot>;

const SnapshotPartView = z
  .object({
    id: Id.meta({ description: 'The id of the part, for `GET /v1/snapshot-parts/{id}`' }),
    resource: RecordNameSchema.meta({ description: 'What kind of records it contains' }),
    records: z.int().meta({ description: 'The number of records, one line each' }),
    bytes: z.int().meta({ description: 'Its size as it is downloaded, compressed' }),
    digest: z.string().meta({ description: 'The SHA-256 of the compressed bytes, in hexadecimal' }),
  })
  .meta({ id: 'SnapshotPart' });

export const SnapshotView = z
  .object({
    id: Id.meta({ description: 'The id of the snapshot' }),
    status: z.enum(SNAPSHOT_STATUSES).meta({
      description:
        'Running: the parts are being written. Completed: they can be downloaded. Expired: they are deleted. Failed: it could not be written',
    }),
    resources: z.array(RecordNameSchema).meta({ description: 'The kinds of records that it contains' }),
    leftOut: z
      .array(
        z.object({
          resource: RecordNameSchema.meta({ description: 'What kind of records is left out' }),
          missingPermission: PermissionName.meta({ description: 'The permission that is needed to read them' }),
        }),
      )
      .meta({ description: 'The requested kinds of records that the caller could not read when it was requested' }),
    total: z.int().meta({ description: 'The number of its records; 0 until it begins' }),
    done: z.int().meta({ description: 'How many records are written' }),
    after: z.string().nullable().meta({
      description:
        'The position in the log of changes from which to continue, with `GET /v1/changes?after=`; null until it is completed',
    }),
    parts: z.array(SnapshotPartView).meta({ description: 'Empty until it is completed' }),
    requestedBy: z.string().meta({ description: 'A description of the caller who requested it' }),
    createdAt: Instant.meta({ description: 'When it was requested' }),
    completedAt: Instant.nullable().meta({ description: 'When it ended; null before that' }),
    expiresAt: Instant.nullable().meta({
      description: `Until when its parts can be downloaded, ${SNAPSHOT_HOURS} hours after its end; null before its end`,
    }),
  })
  .meta({ id: 'Snapshot' });
export type SnapshotView = z.infer<typeof SnapshotView>;
