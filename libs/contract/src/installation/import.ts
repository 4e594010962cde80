import {
  DELIMITER_NAMES,
  IMPORTABLE,
  IMPORTABLE_NAMES,
  IMPORT_FAILURES,
  IMPORT_FORMATS,
  IMPORT_RESULT_DAYS,
  IMPORT_STATUSES,
  MOST_IMPORT_ROWS,
} from '@billhook/domain/shared/import';
import { z } from 'zod';
import { list, record } from '../shared/bounded.js';
import { characters, Id, Instant, oneLine } from '../shared/common.js';
import { listOf, pageQuery } from '../shared/page.js';

/** The columns of a file are at most as many as this. */
export const MOST_COLUMNS = 200;

const UNIQUE = [...new Set(Object.values(IMPORTABLE).flatMap(({ unique }) => unique))];

export const CreateImport = z
  .strictObject({
    resource: z.enum(IMPORTABLE_NAMES).meta({ description: 'What the rows are' }),
    format: z.enum(IMPORT_FORMATS).meta({
      description:
        '`csv`: a line of headers, then one record per line (RFC 4180). `ndjson`: one JSON object per line, each a body that creates a record',
    }),
    content: z
      .string()
      .min(1, 'must not be empty')
      .meta({ description: `The file as text, with at most ${MOST_IMPORT_ROWS} rows` }),
    delimiter: z
      .enum(DELIMITER_NAMES)
      .optional()
      .meta({ description: 'What separates the columns of CSV; `comma` if absent' }),
    columns: record(characters(z.string().min(1).max(200), 'lines'), oneLine(100), MOST_COLUMNS)
      .optional()
      .meta({
        description:
          'The member of each column, by its header, like `billingAddress.city`. Other columns are ignored. Without it, each header of the CSV names its member',
      }),
    defaults: record(characters(z.string().min(1).max(100), 'oneLine'), oneLine(200), MOST_COLUMNS)
      .optional()
      .meta({ description: 'The values of members for rows of CSV that have none, by member' }),
    unique: list(z.enum(UNIQUE))
      .max(UNIQUE.length)
      .refine((names) => new Set(names).size === names.length, 'must not contain a member twice')
      .meta({ uniqueItems: true })
      .optional()
      .meta({
        description: 'Rejects a row if an existing record or an earlier row has the same value of one of these members',
      }),
    dryRun: z.boolean().default(false).meta({ description: 'Checks all rows like an import and writes no record' }),
  })
  .meta({
    id: 'CreateImport',
    example: {
      resource: 'clients',
      format: 'csv',
      delimiter: 'semicolon',
      content: 'Firma;E-mail;Land\nAtelier Lumen SARL;compta@atelier-lumen.example;FR\n',
      columns: { Firma: 'name', 'E-mail': 'email', Land: 'billingAddress.country' },
      defaults: { kind: 'Business' },
      unique: ['email'],
    },
  });
export type CreateImport = z.infer<typeof CreateImport>;

export const ImportView = z
  .object({
    id: Id.meta({ description: 'The id of the import' }),
    resource: z.enum(IMPORTABLE_NAMES).meta({ description: 'What its rows are' }),
    format: z.enum(IMPORT_FORMATS).meta({ description: 'The format of its rows' }),
    dryRun: z.boolean().meta({ description: 'Whether it only checks the rows' }),
    status: z.enum(IMPORT_STATUSES).meta({ description: 'Completed: each row has a result' }),
    failure: z.enum(IMPORT_FAILURES).nullable().meta({
      description:
        'Why a failed import ended: `permission_lost`, because its creator may no longer write these records, or `internal_error`. Null unless it failed',
    }),
    total: z.int().meta({ description: 'The number of its rows' }),
    done: z.int().meta({ description: 'How many rows have a result' }),
    created: z.int().meta({ description: 'How many records it created; in a dry run, how many it would create' }),
    existing: z.int().meta({ description: 'How many rows equal a row that was imported in the last 30 days' }),
    rejected: z.int().meta({ description: 'How many rows were rejected' }),
    requestedBy: z.string().meta({ description: 'A description of the caller who requested it' }),
    createdAt: Instant.meta({ description: 'When it was requested' }),
    completedAt: Instant.nullable().meta({ description: 'When it ended; null before that' }),
    expiresAt: Instant.nullable().meta({
      description: `Until when its results can be downloaded, ${IMPORT_RESULT_DAYS} days after its end; null before its end`,
    }),
  })
  .meta({ id: 'Import' });
export type ImportView = z.infer<typeof ImportView>;

export const ListImports = z.strictObject({ ...pageQuery });
export type ListImports = z.infer<typeof ListImports>;
export const ImportList = listOf(ImportView, 'ImportList');
