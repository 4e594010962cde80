import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log of deliveries opens and filters in its order, by creation, from an index of each filter. */
export class DeliveryLog1700000000034 implements MigrationInterface {
  name = 'DeliveryLog1700000000034';

  async up(db: QueryRunner): Promise<void> {
    await db.query(UP);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(DOWN);
  }
}

const UP = `
ALTER TABLE webhook_deliveries ADD COLUMN last_error_kind text;
-- Attempts are stored for a shorter time than their deliveries: the words of the error say the kind of the others.
UPDATE webhook_deliveries d SET last_error_kind = coalesce(
  (SELECT a.error_kind FROM webhook_attempts a WHERE a.delivery_id = d.id AND a.error_kind IS NOT NULL ORDER BY a.number DESC LIMIT 1),
  CASE WHEN d.last_error LIKE 'Responded with %redirect%' THEN 'Redirect' WHEN d.last_error LIKE 'Responded with %' THEN 'Status'
    ELSE 'Other' END)
WHERE d.last_error IS NOT NULL;

DROP INDEX webhook_deliveries_company, webhook_deliveries_endpoint;
CREATE INDEX webhook_deliveries_company ON webhook_deliveries (company_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);
-- The last columns of these are not sorted by: conditions on them are checked in the index, without reading rows.
CREATE INDEX webhook_deliveries_type ON webhook_deliveries (company_id, event_type, created_at DESC, id DESC, endpoint_id);
-- A delivery that receives a 200 the first time is in none of the others.
CREATE INDEX webhook_deliveries_undelivered ON webhook_deliveries
  (company_id, created_at DESC, id DESC, endpoint_id, event_type, status) WHERE status IN ('Failed', 'Cancelled');
CREATE INDEX webhook_deliveries_errors ON webhook_deliveries
  (company_id, created_at DESC, id DESC, endpoint_id, event_type, last_error_kind, last_response_status) WHERE last_error_kind IS NOT NULL;
CREATE INDEX webhook_deliveries_successes ON webhook_deliveries
  (company_id, last_response_status, created_at DESC, id DESC, endpoint_id) WHERE last_response_status BETWEEN 201 AND 299;
CREATE INDEX webhook_deliveries_test ON webhook_deliveries (company_id, created_at DESC, id DESC) WHERE sequence IS NULL;
`;

const DOWN = `
DROP INDEX webhook_deliveries_company, webhook_deliveries_endpoint, webhook_deliveries_type, webhook_deliveries_undelivered,
  webhook_deliveries_errors, webhook_deliveries_successes, webhook_deliveries_test;
CREATE INDEX webhook_deliveries_company ON webhook_deliveries (company_id, id DESC);
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, id DESC);
ALTER TABLE webhook_deliveries DROP COLUMN last_error_kind;
`;
