import type { ReplicatedChanges } from '@billhook/db/replica.sql';

/** By which a program sees whether a replica has every change of a company. */
export const REPLICATED_CHANGES: ReplicatedChanges = {
  table: 'record_changes',
  // It decides what has expired or is overdue. A replica has the transaction ids of its primary.
  company: 'SELECT xmin::text FROM companies WHERE id = $1',
  last: 'SELECT coalesce((SELECT last FROM record_change_counters WHERE company_id = $1), 0)',
  waiting: 'SELECT id::text FROM record_changes WHERE company_id = $1 AND sequence IS NULL ORDER BY id LIMIT $2',
  // By their ids: a standby would read every entry that the index of these has had since the last vacuum.
  found: 'SELECT count(*)::integer FROM record_changes WHERE id = ANY ($2::bigint[])',
};
