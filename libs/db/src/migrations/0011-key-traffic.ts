import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is called with which key, from where, and by what right. Counted in memory and added up here every few seconds; no foreign keys:
 * they would lock rows that requests are verified by, and keys are never deleted.
 */
export class KeyTraffic1700000000011 implements MigrationInterface {
  name = 'KeyTraffic1700000000011';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE key_requests (
        key_id bigint NOT NULL,
        -- In UTC.
        day date NOT NULL,
        method text NOT NULL,
        -- As the documentation writes it: /v1/invoices/{id}.
        route text NOT NULL,
        outcome text NOT NULL CHECK (outcome IN ('ok', 'refused', 'limited', 'failed', 'dead')),
        count bigint NOT NULL,
        PRIMARY KEY (key_id, day, method, route, outcome)
      );
      CREATE INDEX key_requests_day ON key_requests (day);

      CREATE TABLE key_hosts (
        key_id bigint NOT NULL,
        -- Whether the key was dead by then.
        dead boolean NOT NULL,
        ip text NOT NULL,
        user_agent text NOT NULL,
        first_at timestamptz(3) NOT NULL,
        last_at timestamptz(3) NOT NULL,
        count bigint NOT NULL,
        last_method text NOT NULL,
        last_route text NOT NULL,
        PRIMARY KEY (key_id, dead, ip, user_agent)
      );
      CREATE INDEX key_hosts_last ON key_hosts (last_at);

      CREATE TABLE key_permissions (
        key_id bigint NOT NULL,
        permission text NOT NULL,
        last_used_at timestamptz(3) NOT NULL,
        PRIMARY KEY (key_id, permission)
      );`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE key_requests, key_hosts, key_permissions');
  }
}
