import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A document refers to a client of its own company with one key instead of two. The keys to the company locked its row in every write,
 * so concurrent writes of a company shared that lock, and PostgreSQL lists its holders again for each of them.
 */
export class KeysOfClients1700000000039 implements MigrationInterface {
  name = 'KeysOfClients1700000000039';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX clients_company; CREATE UNIQUE INDEX clients_company ON clients (company_id, id)`);
    for (const table of REFERRING) {
      await db.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_company_id_fkey, DROP CONSTRAINT ${table}_client_id_fkey,
        ADD CONSTRAINT ${table}_client_fkey FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id)`);
    }
    for (const table of LOGS) await db.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_company_id_fkey`);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of LOGS) await db.query(`ALTER TABLE ${table} ADD ${toCompany(table)}`);
    for (const table of REFERRING) {
      await db.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_client_fkey, ADD ${toCompany(table)},
        ADD CONSTRAINT ${table}_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients (id)`);
    }
    await db.query(`DROP INDEX clients_company; CREATE INDEX clients_company ON clients (company_id, id)`);
  }
}

const REFERRING = ['invoices', 'quotes', 'credit_notes', 'payments'];

/** Their rows are written in one statement or transaction with a row whose company was checked. */
const LOGS = ['events', 'record_history'];

const toCompany = (table: string): string =>
  `CONSTRAINT ${table}_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id)`;
