import { RECORD_NAMES, type RecordName } from '@billhook/domain/shared/resources';
import { z } from 'zod';
import { PermissionName } from '../identity/permission.js';
import { Id, Instant } from '../shared/common.js';
import { namesIn } from '../shared/name-list.js';
import { CURSOR_PATTERN, listOf } from '../shared/page.js';
import { BEGINNING } from './event.js';

export const RecordNameSchema = z.enum(RECORD_NAMES as [RecordName, ...RecordName[]]).meta({ id: 'RecordName' });

/** `after` with this value starts at the present end of the log. */
export const LATEST = 'latest';

/** A version of a record in the log of changes. */
export const ChangeView = z
  .object({
    cursor: z.string().meta({ description: 'The position after this change: send it as `after` to continue' }),
    resource: RecordNameSchema.meta({ description: 'What kind of record it is' }),
    id: Id.meta({ description: 'The id of the record' }),
    version: z
      .int()
      .meta({ description: 'The version that the change wrote; for a deletion, the version of the tombstone' }),
    deleted: z.boolean().meta({ description: 'Whether the change deleted the record' }),
    changedAt: Instant.meta({ description: 'When the record was changed' }),
    record: z.looseObject({}).nullable().meta({
      description:
        'The record as its GET returns it now, which may be a later version than `version`. Null if the record is deleted, if a later change in the same response has it, or if the key may not read it',
    }),
    missingPermission: PermissionName.optional().meta({
      description: 'Only if the key may not read such records: the permission that is needed',
      example: 'invoice.read',
    }),
  })
  .meta({ id: 'Change' });
export type ChangeView = z.infer<typeof ChangeView>;

export const ChangeList = listOf(ChangeView, 'ChangeList');

/** The maximum number of changes per response. */
export const CHANGES_A_PAGE = 500;

const LIMIT = `must be a whole number from 1 to ${CHANGES_A_PAGE}`;

const AFTER_PATTERN = `^(?:${[BEGINNING, LATEST, CURSOR_PATTERN.source.slice(1, -1)].join('|')})$`;

const resources = z
  .preprocess((given) => namesIn(given, RECORD_NAMES), z.array(RecordNameSchema).optional())
  .meta({ description: 'Only of these kinds of records, separated by commas: `resources=client,invoice`' });

export const ListChanges = z.strictObject({
  after: z
    .string()
    .default(BEGINNING)
    .meta({
      pattern: AFTER_PATTERN,
      description: `Returns the changes after this position, oldest first. Send the \`nextCursor\` of the previous response, the \`cursor\` of a change, \`${BEGINNING}\` for the oldest change that is stored, or \`${LATEST}\` for the present end, which returns no changes and the position from which to continue. \`nextCursor\` is never null: if there are no further changes, send it again later.`,
      default: BEGINNING,
    }),
  resources,
  limit: z
    .string()
    .regex(/^\d+$/, LIMIT)
    .transform(Number)
    .pipe(z.number().min(1, LIMIT).max(CHANGES_A_PAGE, LIMIT))
    .default(100)
    .meta({
      description: `Changes per page, 1 to ${CHANGES_A_PAGE}`,
      minimum: 1,
      maximum: CHANGES_A_PAGE,
      default: 100,
    }),
});
export type ListChanges = z.infer<typeof ListChanges>;

/** A change as the screens receive it: they read what they show again. */
export interface ScreenChange {
  readonly resource: RecordName;
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
}

/** The message after which the stream of the screens is complete up to its id. */
export interface ScreenStreamReady {
  readonly companyId: number;
  /** Whether there may be changes that the stream has not sent. */
  readonly gap: boolean;
}

export const StreamScreenChanges = z.strictObject({
  after: z.string().max(200).optional().meta({
    description: 'The id of the last message. Default: the changes of the last minute',
  }),
});
export type StreamScreenChanges = z.infer<typeof StreamScreenChanges>;

export const StreamChanges = z.strictObject({
  after: z
    .string()
    .optional()
    .meta({
      pattern: AFTER_PATTERN,
      description: `Where the stream starts: after the change with this \`cursor\`, at a \`nextCursor\` of \`GET /v1/changes\`, at \`${BEGINNING}\` for the oldest change that is stored, or at \`${LATEST}\`. Default: \`${LATEST}\`. The header \`Last-Event-ID\` takes precedence; clients that reconnect send it automatically.`,
    }),
  resources,
});
export type StreamChanges = z.infer<typeof StreamChanges>;
