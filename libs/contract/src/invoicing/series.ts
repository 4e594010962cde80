import { SERIES_KINDS, SERIES_RESETS, checkPattern } from '@billhook/domain/invoicing/series';
import { z } from 'zod';
import { CalendarDateView, Id, Instant } from '../shared/common.js';
import { described } from '../shared/described.js';

const SERIES = {
  kind: 'The kind of documents that it numbers',
  code: 'What documents name in `series`, unique per kind',
  pattern: 'The form of the numbers: texts, parts of the date, and one counter',
  reset: 'When the counter restarts',
  start: 'The first number of each period',
};

const Code = z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'must be a code of lower-case letters, digits and hyphens');
const Pattern = z.string().max(60).meta({
  description:
    '`{YYYY}`, `{YY}`, `{MM}` and one counter with at least as many digits as it has `#`: `INV-{YYYY}-{#####}`',
  example: 'INV-{YYYY}-{#####}',
});
const Start = z
  .int()
  .min(1)
  .max(999_999_999)
  .meta({ description: 'The first number of each period. It can be set only before the first use' });

/** A pattern that repeats numbers after a reset would give a number twice. */
function checked<T extends { pattern: string; reset: (typeof SERIES_RESETS)[number] }>(
  series: T,
  context: z.RefinementCtx,
) {
  const error = checkPattern(series.pattern, series.reset);
  if (error !== undefined) context.addIssue({ code: 'custom', path: ['pattern'], message: error });
}

export const CreateSeries = z
  .strictObject(
    described(SERIES, {
      kind: z.enum(SERIES_KINDS),
      code: Code,
      pattern: Pattern,
      reset: z.enum(SERIES_RESETS).default('Yearly'),
      start: Start.default(1),
    }),
  )
  .superRefine(checked)
  .meta({ id: 'CreateSeries', example: { kind: 'Invoice', code: 'export', pattern: 'EXP-{YYYY}-{####}' } });
export type CreateSeries = z.infer<typeof CreateSeries>;

/** A new pattern applies from the next number. The start can be set only before the first number. */
export const UpdateSeries = z
  .strictObject({ pattern: Pattern.optional(), reset: z.enum(SERIES_RESETS).optional(), start: Start.optional() })
  .meta({ id: 'UpdateSeries', example: { start: 1043 } });
export type UpdateSeries = z.infer<typeof UpdateSeries>;

export const SeriesView = z
  .object(
    described(SERIES, {
      id: Id,
      kind: z.enum(SERIES_KINDS),
      code: z.string(),
      pattern: z.string(),
      reset: z.enum(SERIES_RESETS),
      start: z.int(),
      nextNumber: z
        .string()
        .meta({ description: 'The number that a document issued today would get', example: 'INV-2026-00043' }),
      lastDate: CalendarDateView.nullable().meta({
        description:
          'The last issue date in the current period. An invoice or credit note with an earlier date in this period is rejected',
      }),
      version: z.int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  )
  .meta({ id: 'Series' });
export type SeriesView = z.infer<typeof SeriesView>;

export const SeriesList = z
  .object({ data: z.array(SeriesView).meta({ description: 'All number series' }) })
  .meta({ id: 'SeriesList' });

export const SeriesAuditView = z
  .object({
    seriesId: Id.meta({ description: 'The id of the number series' }),
    continuous: z.boolean().meta({
      description:
        'Whether every period has no gap, no number twice (not even on an invoice and a credit note) and dates in order',
    }),
    periods: z
      .array(
        z.object({
          period: z.string().meta({
            description: 'The year or month after which the counter restarts; `all` without restarts',
            example: '2026',
          }),
          firstNumber: z
            .string()
            .nullable()
            .meta({ description: 'The first number of a document in the period; null without one' }),
          lastNumber: z
            .string()
            .nullable()
            .meta({ description: 'The last number of a document in the period; null without one' }),
          count: z.int().meta({ description: 'How many documents of the period have a number' }),
          expected: z.int().meta({ description: 'How many numbers the series has assigned' }),
          missing: z
            .array(z.string())
            .meta({ description: 'Numbers that were assigned but that no document has; at most 100' }),
          outOfOrder: z.array(z.string()).meta({
            description:
              'Numbers of invoices or credit notes whose date is before that of the previous number; at most 100',
          }),
          duplicated: z
            .array(z.string())
            .meta({ description: 'Numbers that both an invoice and a credit note have; at most 100' }),
        }),
      )
      .meta({ description: 'The periods in which numbers were assigned, earliest first' }),
  })
  .meta({ id: 'SeriesAudit' });
export type SeriesAuditView = z.infer<typeof SeriesAuditView>;
