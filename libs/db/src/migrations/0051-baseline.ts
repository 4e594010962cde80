import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCESS } from './baseline/access.sql.js';
import { DOCUMENTS } from './baseline/documents.sql.js';
import { PEOPLE } from './baseline/people.sql.js';
import { RECORDS } from './baseline/records.sql.js';
import { SETTLEMENT } from './baseline/settlement.sql.js';
import { WEBHOOKS } from './baseline/webhooks.sql.js';

/**
 * The schema of version 0.1.0, with the name of its last migration: docs/decisions/204. Statuses are text with a CHECK, because an enum
 * cannot be altered in a transaction. Amounts are `numeric`, which keeps the digits: "1080.00" remains "1080.00".
 */
export class IndexesOfDeletions1700000000051 implements MigrationInterface {
  name = 'IndexesOfDeletions1700000000051';

  async up(db: QueryRunner): Promise<void> {
    for (const part of [EXTENSIONS, PEOPLE, ACCESS, DOCUMENTS, SETTLEMENT, RECORDS, WEBHOOKS, ROWS])
      await db.query(part);
    await db.query(FORMER, [FORMER_NAMES.split(/\s+/)]);
  }

  async down(): Promise<void> {
    throw new Error('There is no version before 0.1.0.');
  }
}

/**
 * PostgreSQL includes both extensions and trusts them: the owner of the database may create them. JIT would compile plans for 200 ms to run
 * them for 1 ms. A role that does not own the database continues without the setting.
 */
const EXTENSIONS = `CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS btree_gin;
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET jit = off', current_database());
  EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;`;

/** The application is the page of the documentation that sends requests. Its redirect URI depends on the address of the installation. */
const ROWS = `INSERT INTO event_sequencer (id, last) VALUES (1, 0);
INSERT INTO oauth_applications (client_id, source, type, name, redirect_uris, scopes, created_at, updated_at)
  VALUES ('billhook-docs', 'builtin', 'public', 'API reference', '{}', '{}', now(), now());`;

/** Programs of 0.1.0 look for each of their migrations by its name. */
const FORMER_NAMES = `Foundation001 Invoicing002 Mail003 Lists004 Idempotency005 RateLimits006 DeprecatedCalls007 Access008 AuditChain009
  Notices010 KeyTraffic011 SignIn012 WebhookEngine013 AnsweringLinks015 Money016 NumberSpace017 WebhookWorkers018 PortalStepUp019
  EventStreamPlaces020 AfterIssue021 VatNumbers022 DueDateAtIssue024 NoDeprecatedCalls025 OAuth026 EndpointsOfApplications027
  RateLimitStates028 GrantsOfApplications030 LastSuccess032 DeliveryLog034 PortalAccess036 OneIndexOfWaitingDeliveries037
  KeysOfClients039 IndexesOfValues040 EventCounters041 EventOrigin043 CompanyExports046 CompanyDeletions047 DocumentChain048
  Checkpoints049 TimeOfHeartbeats050`;
const FORMER = `INSERT INTO migrations (timestamp, name)
  SELECT 1700000000000 + right(name, 3)::int, left(name, -3) || (1700000000000 + right(name, 3)::int) FROM unnest($1::text[]) AS name`;
