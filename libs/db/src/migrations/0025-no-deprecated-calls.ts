import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DeprecatedCalls1700000000007 } from './0007-deprecated-calls.js';

/** Nothing reads the calls of deprecated routes: no route is deprecated. */
export class NoDeprecatedCalls1700000000025 implements MigrationInterface {
  name = 'NoDeprecatedCalls1700000000025';

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE deprecated_calls');
  }

  async down(db: QueryRunner): Promise<void> {
    await new DeprecatedCalls1700000000007().up(db);
  }
}
