import { companyTimeSql } from '@billhook/db/company-time.sql';
import type { Runner } from '@billhook/db/statement';
import type { DisabledReason } from '@billhook/domain/webhooks/endpoint';
import { insertSystemEntries } from '@billhook/identity/audit/audit-entries.sql';
import { NOW } from '../sql/now.sql.js';

const COMPANY_NOW = `(SELECT ${companyTimeSql(NOW)} FROM companies c WHERE c.id = e.company_id)`;

/** $1 endpoints as JSON, each with its required current URL, or null; $2 the reason, $3 the same in the audit log. */
const DISABLE_ENDPOINTS = `
WITH disabled AS (
  UPDATE webhook_endpoints e SET status = 'Disabled', disabled_reason = $2, disabled_at = ${COMPANY_NOW}, version = e.version + 1,
    updated_at = ${COMPANY_NOW}
  FROM jsonb_to_recordset($1::jsonb) AS g ("endpointId" bigint, "url" text)
  WHERE e.id = g."endpointId" AND e.url = coalesce(g."url", e.url) AND e.status = 'Enabled'
  RETURNING e.id, e.company_id, e.disabled_at
), audited AS (
  ${insertSystemEntries({
    companyId: 'company_id',
    at: NOW,
    action: `'webhook_endpoint.updated'`,
    target: 'id::text',
    details: `jsonb_build_object('reason', $3::text, 'changed', '{"status": {"from": "Enabled", "to": "Disabled"}}'::jsonb)`,
    from: 'FROM disabled ORDER BY company_id, id',
  })}
)
SELECT id, disabled_at AS "disabledAt" FROM disabled`;

/** Why Billhook disables an endpoint, and the text in the audit log. */
const REASONS = {
  Gone: 'endpoint_gone',
  Failing: 'endpoint_failing',
  AccessRevoked: 'access_revoked',
  AccessExpired: 'access_expired',
} as const satisfies Partial<Record<DisabledReason, string>>;

export interface DisabledEndpoint {
  readonly id: number;
  readonly disabledAt: Date;
}

/**
 * Disables endpoints for a reason that no person decided, with their audit entries. The sweep cancels their waiting deliveries.
 * @param endpoints with the URL they must still have: an endpoint whose URL changed is skipped
 * @returns those that it disabled
 */
export function disableEndpoints(
  runner: Runner,
  endpoints: readonly { readonly endpointId: number; readonly url: string | null }[],
  reason: keyof typeof REASONS,
): Promise<DisabledEndpoint[]> {
  return runner.query<DisabledEndpoint & Record<string, unknown>>({
    name: 'endpoints_disable',
    text: DISABLE_ENDPOINTS,
    values: [JSON.stringify(endpoints), reason, REASONS[reason]],
  });
}
