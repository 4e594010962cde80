import { normalVatNumber, vatNumberError } from '@billhook/domain/invoicing/taxes/vat-number';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** VAT numbers of companies and clients in the form in which rules and searches compare them. What is not valid in it stays. */
export class VatNumbers1700000000022 implements MigrationInterface {
  name = 'VatNumbers1700000000022';

  async up(db: QueryRunner): Promise<void> {
    for (const table of ['companies', 'clients']) await normalise(db, table);
  }

  /** The writing of before has no other meaning. */
  async down(): Promise<void> {}
}

async function normalise(db: QueryRunner, table: string): Promise<void> {
  const stored = (await db.query(
    `SELECT DISTINCT vat_number AS "from" FROM ${table} WHERE vat_number ~ '[^0-9A-Z]' OR vat_number LIKE 'GR%'`,
  )) as { from: string }[];
  const changes = stored.map(({ from }) => ({ from, to: stateNumber(from) })).filter(isValid);
  if (changes.length === 0) return;
  await db.query(
    `UPDATE ${table} SET vat_number = n."to" FROM jsonb_to_recordset($1) AS n ("from" text, "to" text) WHERE vat_number = n."from"`,
    [JSON.stringify(changes)],
  );
}

/** Greek numbers begin with EL, and are often written with the code of the country. */
const stateNumber = (text: string): string => normalVatNumber(text).replace(/^GR/, 'EL');

const isValid = ({ to }: { to: string }): boolean => vatNumberError(to) === undefined;
