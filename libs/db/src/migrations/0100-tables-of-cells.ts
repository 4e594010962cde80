import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The functions that name tables. Those of `0057` and `0072` have their schema already. */
const FUNCTIONS = [
  ...['audit_kept()', 'audit_kept_with_company()', 'audit_log_chain()'],
  ...['document_chain_kept()', 'document_chain_kept_with_company()', 'hold_document_number()'],
  ...['follow_company_plan()', 'keep_company_kind()', 'webhook_endpoint_state_begin()'],
];

/**
 * Functions find the tables of their schema in every connection, and each table of a cell has a primary key: logical
 * replication copies neither settings of connections nor tables without one.
 */
export class TablesOfCells1700000000100 implements MigrationInterface {
  name = 'TablesOfCells1700000000100';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE document_chain_adoption ADD PRIMARY KEY (until)');
    const set = FUNCTIONS.map(
      (name) => `EXECUTE format('ALTER FUNCTION ${name} SET search_path = %I, pg_temp', current_schema());`,
    );
    await db.query(`DO $up$ BEGIN ${set.join('\n')} END $up$`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of FUNCTIONS) await db.query(`ALTER FUNCTION ${name} RESET search_path`);
    await db.query('ALTER TABLE document_chain_adoption DROP CONSTRAINT document_chain_adoption_pkey');
  }
}
