import { COMPANY, read, REFERENCE, type IndexUses } from './index-use.js';
import { RECORD_INDEX_USES } from './record-index-uses.js';

const DELIVERIES = 'webhooks/src/deliveries/deliveries.repository.ts';
const DELIVERY_STATES = 'webhooks/src/deliveries/deliveries.sql.ts';
const KEYS = 'identity/src/keys';
const OAUTH = 'identity/src/oauth';
const REQUESTS = 'identity/src/request-log/request-log.repository.ts';
const RETENTION = 'webhooks/src/deliveries/webhook-retention.sql.ts';

/** The newest deliveries of a company with a condition. */
const newest = (condition: string): string =>
  `SELECT d.id FROM webhook_deliveries d WHERE d.company_id = 1 AND ${condition} ORDER BY d.created_at DESC, d.id DESC LIMIT 26`;
const requests = (condition: string): string =>
  `SELECT id FROM api_requests WHERE company_id = 1 AND ${condition} ORDER BY id DESC LIMIT 26`;

const IDENTITY: IndexUses = {
  accounts_last_member: read(
    'identity/src/members/member-deletion.ts',
    'UPDATE accounts SET last_member_id = NULL WHERE last_member_id = ANY ($1::bigint[])',
  ),
  api_keys_company: read(
    `${KEYS}/keys.repository.ts`,
    "{ name: 'key', select, id: 'k.id'",
    'SELECT FROM api_keys k WHERE k.company_id = 1 ORDER BY k.id DESC LIMIT 26',
  ),
  api_keys_expiry: read(
    `${KEYS}/expiring-keys.repository.ts`,
    'ORDER BY k.expires_at, k.id LIMIT',
    'SELECT FROM api_keys k WHERE k.revoked_at IS NULL AND k.expires_at > now() ORDER BY k.expires_at LIMIT 26',
  ),
  api_keys_family: REFERENCE,
  api_keys_member: read(
    'identity/src/request-log/request-log.repository.ts',
    'SELECT id AS caller FROM api_keys WHERE member_id = $1',
  ),
  api_keys_predecessor: REFERENCE,
  api_requests_caller: read(
    REQUESTS,
    'caller = ANY (?::bigint[])',
    'SELECT id FROM api_requests WHERE caller = 1 ORDER BY id DESC LIMIT 26',
  ),
  api_requests_client_id: read(REQUESTS, 'client_request_id', requests(`client_request_id = 'a'`)),
  api_requests_errors: read(REQUESTS, 'status >= 400', requests('status >= 400')),
  audit_log_company: read(
    'identity/src/audit/audit.repository.ts',
    "new Conditions().add('company', 'company_id = ?', companyId)",
    'SELECT FROM audit_log WHERE company_id = 1 ORDER BY id DESC LIMIT 26',
  ),
  audit_log_member: read(
    'identity/src/audit/audit.repository.ts',
    "memberId: is('member_id')",
    'SELECT FROM audit_log WHERE company_id = 1 AND member_id = 1 ORDER BY id DESC LIMIT 26',
  ),
  audit_log_target: read(
    'identity/src/audit/audit.repository.ts',
    "target: is('target')",
    `SELECT FROM audit_log WHERE company_id = 1 AND target = 'a' ORDER BY id DESC LIMIT 26`,
  ),
  company_logos_digest: read(
    'identity/src/companies/company-logos.repository.ts',
    'SELECT type, bytes FROM company_logos WHERE digest = $1 LIMIT 1',
  ),
  invitations_inviter: REFERENCE,
  invitations_of_company: COMPANY,
  key_hosts_last: read(
    'identity/src/key-traffic/key-traffic-rows.ts',
    "{ table: 'key_hosts', column: 'last_at' }",
    'SELECT FROM key_hosts WHERE last_at < now()',
  ),
  key_requests_day: read(
    'identity/src/key-traffic/key-traffic-rows.ts',
    "{ table: 'key_requests', column: 'day' }",
    'SELECT FROM key_requests WHERE day < now()',
  ),
  members_company: read(
    'identity/src/members/member-deletion.ts',
    'FROM members WHERE company_id = $1',
    'SELECT FROM members WHERE company_id = $1',
  ),
  oauth_applications_company: read(
    `${OAUTH}/applications.repository.ts`,
    'WHERE a.company_id = $1 AND ($2::bigint IS NULL OR a.member_id = $2) ORDER BY a.id DESC',
    'SELECT FROM oauth_applications a WHERE a.company_id = $1 ORDER BY a.id DESC',
  ),
  oauth_applications_member: REFERENCE,
  oauth_grants_application: read(
    `${OAUTH}/grants.repository.ts`,
    "'g.application_id = $1'",
    'SELECT FROM oauth_grants g WHERE g.application_id = $1',
  ),
  oauth_grants_company: read(
    `${OAUTH}/grants.repository.ts`,
    "'g.company_id = $1'",
    'SELECT FROM oauth_grants g WHERE g.company_id = $1',
  ),
  oauth_grants_member: read(
    `${OAUTH}/grants.repository.ts`,
    "'g.member_id = $1'",
    'SELECT FROM oauth_grants g WHERE g.member_id = $1',
  ),
  oauth_secrets_application: read(
    `${OAUTH}/applications.repository.ts`,
    'WHERE s.application_id = $1 ORDER BY s.id DESC',
    'SELECT FROM oauth_secrets s WHERE s.application_id = $1 ORDER BY s.id DESC',
  ),
  oauth_tokens_expiry: read(`${OAUTH}/token-retention.ts`, 'DELETE FROM oauth_tokens WHERE expires_at < $1'),
  oauth_tokens_grant: read(
    `${OAUTH}/grants.repository.ts`,
    "DELETE FROM oauth_tokens WHERE grant_id = ANY ($1::bigint[]) AND kind <> 'AccessToken'",
  ),
  password_resets_account: read(
    'identity/src/auth/password-resets.repository.ts',
    'DELETE FROM password_resets WHERE account_id = $1',
  ),
  sessions_member: read(
    'identity/src/auth/sessions.repository.ts',
    'SELECT count(*)::int AS count FROM sessions WHERE member_id = $1 AND expires_at > $2 AND last_seen_at > $3',
  ),
};

const WEBHOOKS: IndexUses = {
  event_stream_places_company: read(
    'webhooks/src/events/stream-slots.repository.ts',
    'FROM event_stream_places WHERE company_id = $1',
    'SELECT FROM event_stream_places WHERE company_id = $1',
  ),
  events_bodies: read(
    RETENTION,
    "oldest('v.body IS NOT NULL', 500)",
    'SELECT FROM events v WHERE v.body IS NOT NULL AND v.created_at < now() ORDER BY v.created_at LIMIT 500',
  ),
  events_cleared: read(
    RETENTION,
    "oldest('v.body IS NULL', 200)",
    'SELECT FROM events v WHERE v.body IS NULL AND v.created_at < now() ORDER BY v.created_at LIMIT 200',
  ),
  events_cleared_of_company: read(
    'webhooks/src/events/event-log.repository.ts',
    'SELECT max(c.sequence) FROM events c WHERE c.company_id = $1 AND c.body IS NULL',
  ),
  events_unsequenced: read(
    'webhooks/src/engine/relay.ts',
    'SELECT position, body FROM events WHERE company_id = w.company_id AND sequence IS NULL AND NOT test ORDER BY position LIMIT $3',
    'SELECT position, body FROM events WHERE company_id = 1 AND sequence IS NULL AND NOT test ORDER BY position LIMIT 1',
  ),
  portal_links_company: read(
    'webhooks/src/portal/portal.repository.ts',
    'WHERE l.company_id = $1 AND l.revoked_at IS NULL',
    'SELECT FROM portal_links l WHERE l.company_id = $1 AND l.revoked_at IS NULL ORDER BY l.id DESC',
  ),
  portal_links_member: REFERENCE,
  portal_sessions_company: COMPANY,
  portal_sessions_member: REFERENCE,
  webhook_deliveries_company: read(DELIVERIES, "'d.company_id = ?'", newest('true')),
  webhook_deliveries_due: read(
    DELIVERY_STATES,
    "SELECT FROM webhook_deliveries WHERE status = 'Waiting' AND next_attempt_at <= statement_timestamp()",
  ),
  webhook_deliveries_endpoint: read(
    DELIVERIES,
    "'d.endpoint_id = ?'",
    'SELECT FROM webhook_deliveries d WHERE d.endpoint_id = 1 ORDER BY d.created_at DESC, d.id DESC LIMIT 26',
  ),
  webhook_deliveries_endpoint_due: read(
    'webhooks/src/deliveries/claim.sql.ts',
    "WHERE d.endpoint_id = w.endpoint_id AND d.status = 'Waiting' AND d.trigger =",
    `SELECT FROM webhook_deliveries d WHERE d.endpoint_id = 1 AND d.status = 'Waiting' AND d.trigger = 'Manual' AND d.next_attempt_at <= now() ORDER BY d.next_attempt_at, d.id LIMIT 26`,
  ),
  webhook_deliveries_errors: read(DELIVERIES, 'd.last_error_kind IS NOT NULL', newest('d.last_error_kind IS NOT NULL')),
  webhook_deliveries_finished: read(
    'webhooks/src/endpoints/endpoint-ladder.sql.ts',
    "FROM webhook_deliveries WHERE endpoint_id = $1 AND finished_at >= $2 AND status = 'Failed'",
    `SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND finished_at >= $2 AND status = 'Failed'`,
  ),
  webhook_deliveries_given_up: read(
    'webhooks/src/runs/runs.sql.ts',
    "WHERE d.endpoint_id = $1 AND d.status IN ('Failed', 'Cancelled')",
    `SELECT FROM webhook_deliveries d WHERE d.endpoint_id = $1 AND d.status IN ('Failed', 'Cancelled') ORDER BY d.id LIMIT 26`,
  ),
  webhook_deliveries_held: read(
    DELIVERY_STATES,
    "SELECT FROM webhook_deliveries d WHERE d.status = 'Sending' AND d.worker_id = w.id",
    `SELECT FROM webhook_deliveries d WHERE d.status = 'Sending' AND d.worker_id = 1`,
  ),
  webhook_deliveries_in_order: read(
    'webhooks/src/deliveries/attempt-results.sql.ts',
    "FROM webhook_deliveries p WHERE p.ordered AND p.status IN ('Waiting', 'Sending') AND p.endpoint_id = e.endpoint_id",
    `SELECT FROM webhook_deliveries p WHERE p.ordered AND p.status IN ('Waiting', 'Sending') AND p.endpoint_id = 1`,
  ),
  webhook_deliveries_record: read(
    DELIVERIES,
    "'d.resource_id = ?'",
    'SELECT FROM webhook_deliveries d WHERE d.company_id = 1 AND d.resource_id = 1',
  ),
  webhook_deliveries_successes: read(
    DELIVERIES,
    "'d.last_response_status = ?'",
    newest('d.last_response_status = 204'),
  ),
  webhook_deliveries_test: read(DELIVERIES, 'd.sequence IS NULL', newest('d.sequence IS NULL')),
  webhook_deliveries_type: read(DELIVERIES, "'d.event_type = ?'", newest(`d.event_type = 'a'`)),
  webhook_deliveries_undelivered: read(DELIVERIES, "'d.status = ?'", newest(`d.status = 'Failed'`)),
  webhook_endpoints_changed: read(
    'webhooks/src/endpoints/endpoint-grants.sql.ts',
    '(e.grant_id IS NOT NULL OR e.changed_by_grants IS NOT NULL) AND e.deleted_at IS NULL',
    'SELECT FROM webhook_endpoints e WHERE (e.grant_id IS NOT NULL OR e.changed_by_grants IS NOT NULL) AND e.deleted_at IS NULL',
    'webhook_endpoints_grant',
  ),
  webhook_endpoints_company: read(
    'webhooks/src/endpoints/endpoints.repository.ts',
    'SELECT count(*)::int AS count FROM webhook_endpoints WHERE company_id = $1 AND deleted_at IS NULL',
  ),
  webhook_endpoints_grant: read(
    'webhooks/src/endpoints/endpoint-grants.sql.ts',
    '(e.grant_id IS NOT NULL OR e.changed_by_grants IS NOT NULL) AND e.deleted_at IS NULL',
    'SELECT FROM webhook_endpoints e WHERE (e.grant_id IS NOT NULL OR e.changed_by_grants IS NOT NULL) AND e.deleted_at IS NULL',
    'webhook_endpoints_changed',
  ),
  webhook_endpoints_of_company: COMPANY,
  webhook_grants_company: COMPANY,
  webhook_runs_endpoint: read(
    'webhooks/src/runs/runs.repository.ts',
    "'r.endpoint_id = ?'",
    'SELECT FROM webhook_runs r WHERE r.endpoint_id = 1 ORDER BY r.id DESC LIMIT 26',
  ),
  webhook_runs_of_company: COMPANY,
  webhook_runs_running: read(
    'webhooks/src/runs/runs.sql.ts',
    "SELECT r.id FROM webhook_runs r WHERE r.status = 'Running'",
  ),
};

const INSTALLATION: IndexUses = {
  tenants_cell: REFERENCE,
  tenants_sandbox_of: read(
    'identity/src/companies/sandboxes.repository.ts',
    'FROM tenants WHERE sandbox_of = $1 ORDER BY id',
    'SELECT id FROM tenants WHERE sandbox_of = $1',
  ),
  tenant_changes_behind: read(
    'identity/src/companies/tenants.repository.ts',
    'WHERE t.applied < t.version',
    'SELECT company_id FROM tenant_changes t WHERE t.applied < t.version ORDER BY t.company_id LIMIT 200',
  ),
  tenants_creating: read(
    'identity/src/companies/creating-companies.sql.ts',
    'FROM tenants WHERE creating_since < now() - make_interval',
    `SELECT id FROM tenants WHERE creating_since < now() - interval '1 minute' ORDER BY creating_since`,
  ),
  tenants_read_only: read(
    'installation/src/company-deletions/company-deletions.repository.ts',
    'WHERE t.deletes_at IS NOT NULL AND NOT EXISTS',
    'SELECT t.id FROM tenants t WHERE t.deletes_at IS NOT NULL',
  ),
  companies_sandbox_of: read(
    'identity/src/companies/tenants.repository.ts',
    'SELECT s.id FROM companies s WHERE s.sandbox_of = $1',
    'SELECT id FROM companies WHERE sandbox_of = $1',
  ),
  company_export_files_export: REFERENCE,
  company_export_parts_export: REFERENCE,
  company_exports_company: read(
    'installation/src/company-exports/company-exports.repository.ts',
    'FROM company_exports e WHERE e.company_id = $1 ORDER BY e.id DESC',
    'SELECT FROM company_exports e WHERE e.company_id = $1 ORDER BY e.id DESC',
  ),
  idempotency_records_created: read(
    'db/src/stored-responses.ts',
    'DELETE FROM idempotency_records WHERE created_at <= $1',
  ),
  import_parts_import: REFERENCE,
  import_row_keys_import: read(
    'installation/src/imports/import-parts.repository.ts',
    'SELECT ctid FROM import_row_keys WHERE import_id = $1',
  ),
  imports_company: read(
    'installation/src/imports/imports.repository.ts',
    "'i.company_id = ?'",
    'SELECT FROM imports i WHERE i.company_id = 1 ORDER BY i.id DESC LIMIT 26',
  ),
  imports_running: read(
    'installation/src/imports/imports.repository.ts',
    "SELECT count(*)::int AS count FROM imports WHERE company_id = $1 AND status = 'Running'",
  ),
  sandbox_advances_company: read(
    'installation/src/sandbox-clock/sandbox-advances.repository.ts',
    'FROM sandbox_advances a WHERE a.company_id = $1 ORDER BY a.id DESC LIMIT 1',
    'SELECT FROM sandbox_advances a WHERE a.company_id = 1 ORDER BY a.id DESC LIMIT 1',
  ),
  snapshot_parts_snapshot: REFERENCE,
  snapshots_company: read(
    'installation/src/snapshots/snapshots.repository.ts',
    "SELECT count(*)::int AS count FROM snapshots WHERE company_id = $1 AND status = 'Running'",
  ),
  snapshots_running: read(
    'installation/src/snapshots/snapshots.repository.ts',
    `SELECT id, company_id AS "companyId" FROM snapshots WHERE status = 'Running' ORDER BY id`,
  ),
};

/** One use of each index that is not unique. A unique one is a constraint. */
export const INDEX_USES: IndexUses = {
  ...IDENTITY,
  ...RECORD_INDEX_USES,
  ...WEBHOOKS,
  ...INSTALLATION,
};
