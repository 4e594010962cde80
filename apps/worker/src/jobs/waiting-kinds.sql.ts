import type { RenderedAhead } from '@billhook/invoicing/documents/document-files.repository';

/**
 * Queries that find work of the jobs with short intervals, for a look at all cells of a server. Each has an index with only the rows that
 * wait, and finds at least what its job takes.
 */
export const waitingKinds = (ahead: RenderedAhead) => ({
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
  'document-pdf': `SELECT 1 FROM {cell}.document_files WHERE bytes IS NULL${ahead === 'all' ? '' : ' AND content IS NULL'}`,
  'document-chain': 'SELECT 1 FROM {cell}.document_chain WHERE sequence IS NULL',
});

export type WaitingKind = keyof ReturnType<typeof waitingKinds>;
