import type { ReadRunner } from '@billhook/db/statement';

/** An event whose content is still stored. */
export interface ExportedEvent {
  readonly sequence: number;
  /** The exact text that is delivered. */
  readonly body: string;
}

/** Bytes of texts in one page; a larger single event is read as well. */
const PAGE_BYTES = 2 * 1024 * 1024;
const PAGE = 200;

/**
 * Events between two sequences, in order, without those whose content is deleted.
 * @param until inclusive
 */
export function exportedEvents(
  db: ReadRunner,
  companyId: number,
  after: number,
  until: number,
): Promise<ExportedEvent[]> {
  return db.query<ExportedEvent & Record<string, unknown>>({
    name: 'events_exported',
    text: `SELECT sequence, body FROM (
        SELECT sequence, body,
          sum(octet_length(body)) OVER (ORDER BY sequence ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
        FROM (SELECT sequence, body FROM events
          WHERE company_id = $1 AND sequence > $2 AND sequence <= $3 AND body IS NOT NULL ORDER BY sequence LIMIT ${PAGE}) page
      ) measured WHERE coalesce(before, 0) < ${PAGE_BYTES} ORDER BY sequence`,
    values: [companyId, after, until],
  });
}
