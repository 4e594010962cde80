import { createHmac } from 'node:crypto';
import { GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { generateSecret } from '@billhook/domain/identity/secret-format';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { randomText } from '@billhook/platform/ids';
import { withClient } from '@billhook/testing/test-server';

export const CHAOS_SECRET = 'an application secret for faults and nothing else';

/** Creates a company and a key with all permissions. Returns the key. */
export async function makeKey(databaseUrl: string): Promise<string> {
  const { secret, prefix } = generateSecret(randomText);
  const { version, key } = new AppSecrets([CHAOS_SECRET]).current('api-key');
  const hash = createHmac('sha256', key).update(secret).digest();
  await withClient(databaseUrl, (client) =>
    client.query(COMPANY_WITH_KEY, [GRANTABLE_PERMISSIONS, prefix, hash, version]),
  );
  return secret;
}

const COMPANY_WITH_KEY = `
WITH company AS (
  INSERT INTO companies (name, plan, time_zone, currency, created_at)
  VALUES ('Nordlicht', 'Pro', 'Europe/Berlin', 'EUR', now()) RETURNING *
), card AS (
  INSERT INTO tenants (id, kind, created_at, name, plan, time_zone, clock_offset)
  SELECT id, kind, created_at, name, plan, time_zone, clock_offset FROM company
), member AS (
  INSERT INTO members (company_id, name, role, permissions, status, created_at, kind)
  SELECT id, 'ERP', 'Read-only', $1, 'Active', now(), 'Service' FROM company RETURNING id, company_id
)
INSERT INTO api_keys (company_id, member_id, name, prefix, hash, hash_version, scopes, created_at, lifetime, allowed_cidrs)
SELECT company_id, id, 'faults', $2, $3, $4, $1, now(), 'none', '{}' FROM member`;
