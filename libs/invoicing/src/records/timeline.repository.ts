import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import type { Database } from '@billhook/db/database';
import { actorOfLabel } from '@billhook/domain/shared/actor-label';
import type { RecordName } from '@billhook/domain/shared/resources';
import type { RecordHistory } from './record-history.entity.js';

type TimelineRow = Omit<RecordHistory, 'companyId' | 'resource' | 'recordId'>;

const presentEntry = (row: TimelineRow): TimelineView['data'][number] => ({
  ...row,
  actor: actorOfLabel(row.by),
  at: row.at.toISOString(),
});

/** The timelines of several records of a company, by record id. */
export async function timelinesOf(
  db: Database,
  companyId: number,
  resource: RecordName,
  ids: readonly number[],
): Promise<Map<number, TimelineView['data']>> {
  const rows = await db.query<Omit<RecordHistory, 'companyId' | 'resource'>>({
    name: 'histories_of',
    text: `SELECT record_id AS "recordId", id, at, by, action, status, reason, details FROM record_history
      WHERE resource = $2 AND record_id = ANY ($3::bigint[]) AND company_id = $1 ORDER BY id`,
    values: [companyId, resource, ids],
  });
  const found = new Map<number, TimelineView['data']>(ids.map((id) => [id, []]));
  for (const { recordId, ...row } of rows) found.get(recordId)?.push(presentEntry(row));
  return found;
}

/** The timeline of a record, oldest first. The caller checks that the record belongs to its company. */
export async function timelineOf(db: Database, resource: RecordName, id: number): Promise<TimelineView> {
  const rows = await db.query<TimelineRow>({
    name: 'history_of',
    text: `SELECT id, at, by, action, status, reason, details FROM record_history WHERE resource = $1 AND record_id = $2 ORDER BY id`,
    values: [resource, id],
  });
  return { data: rows.map(presentEntry) };
}

/** Enough for the last change with an event: views, emails and links emit none. */
const NEWEST_CHANGES = 100;

/** The times of the newest lines of a timeline, newest first: an event has the time of its line. */
export async function changeTimesOf(db: Database, resource: RecordName, id: number): Promise<readonly Date[]> {
  const rows = await db.query<{ at: Date }>({
    name: 'history_times',
    text: `SELECT at FROM record_history WHERE resource = $1 AND record_id = $2 ORDER BY id DESC LIMIT ${NEWEST_CHANGES}`,
    values: [resource, id],
  });
  return rows.map(({ at }) => at);
}
