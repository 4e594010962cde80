import type { RenderedAhead } from '@billhook/invoicing/documents/document-files.repository';

/*
 * Queries that find work of the jobs with short intervals, for one statement about all cells of a server. Each finds at least what its job
 * takes.
 */

/** Of jobs that run every second or two. Each has an index with only the rows that wait. */
export const QUICK_KINDS = {
  sweep: `SELECT 1 FROM {cell}.events WHERE sequence IS NULL AND NOT test
    UNION ALL SELECT 1 FROM {cell}.webhook_deliveries WHERE status = 'Waiting'
    UNION ALL SELECT 1 FROM {cell}.webhook_deliveries WHERE status = 'Sending'
    UNION ALL SELECT 1 FROM {cell}.webhook_grants
    UNION ALL SELECT 1 FROM {cell}.webhook_endpoints
      WHERE (grant_id IS NOT NULL OR changed_by_grants IS NOT NULL) AND deleted_at IS NULL AND status = 'Enabled'`,
  runs: `SELECT 1 FROM {cell}.webhook_runs WHERE status = 'Running'`,
  tenants: 'SELECT 1 FROM {cell}.tenant_changes WHERE applied < version',
  'company-export': `SELECT 1 FROM {cell}.company_exports WHERE status = 'Running'`,
  imports: `SELECT 1 FROM {cell}.imports WHERE status = 'Running'`,
  changes: 'SELECT 1 FROM {cell}.record_changes WHERE sequence IS NULL',
  'sandbox-clocks': `SELECT 1 FROM {cell}.sandbox_advances WHERE status = 'Running'`,
  snapshots: `SELECT 1 FROM {cell}.snapshots WHERE status = 'Running'`,
} as const;

interface SlowKindSettings {
  readonly ahead: RenderedAhead;
  /** The days of `WebhookRetention`. */
  readonly days: { readonly texts: number; readonly metadata: number };
}

/** Of jobs that run every 5 s or less often. The ladder reads the endpoints, as its job does. */
export const slowKinds = ({ ahead, days }: SlowKindSettings) => ({
  'document-pdf': `SELECT 1 FROM {cell}.document_files WHERE bytes IS NULL${ahead === 'all' ? '' : ' AND content IS NULL'}`,
  'document-chain': 'SELECT 1 FROM {cell}.document_chain WHERE sequence IS NULL',
  'endpoint-ladder': `SELECT 1 FROM {cell}.webhook_endpoints e JOIN {cell}.webhook_endpoint_states s ON s.endpoint_id = e.id
    WHERE e.deleted_at IS NULL AND ((e.status = 'Enabled' AND (s.failing_since IS NOT NULL OR s.notice <> 'Recovered'))
      OR (e.disabled_reason = 'Gone' AND e.disabled_at > now() - interval '8 days' AND s.notice IS DISTINCT FROM 'Gone'))`,
  'webhook-retention': `SELECT 1 FROM {cell}.events WHERE body IS NOT NULL AND created_at < now() - interval '${days.texts} days'
    UNION ALL SELECT 1 FROM {cell}.events WHERE body IS NULL AND created_at < now() - interval '${days.metadata} days'`,
  // Due by the clock of the worker, which may differ from that of the database.
  mail: `SELECT 1 FROM {cell}.mails WHERE status = 'Pending' AND next_attempt_at < now() + interval '1 minute'`,
});

export type WaitingKind = keyof typeof QUICK_KINDS | keyof ReturnType<typeof slowKinds>;
