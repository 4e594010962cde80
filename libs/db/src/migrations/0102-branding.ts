import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Logo, colour and payment link of companies. The images of issued documents stay as long as the company. */
export class Branding1700000000102 implements MigrationInterface {
  name = 'Branding1700000000102';

  async up(db: QueryRunner): Promise<void> {
    await db.query(UP);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE company_logos;
      ALTER TABLE companies DROP COLUMN logo, DROP COLUMN accent_color, DROP COLUMN payment_link`);
  }
}

const UP = `
ALTER TABLE companies ADD COLUMN logo jsonb, ADD COLUMN accent_color text, ADD COLUMN payment_link text;

CREATE TABLE company_logos (
  company_id bigint NOT NULL REFERENCES companies (id),
  digest text NOT NULL,
  type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg')),
  bytes bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, digest)
);
-- For the address of an image.
CREATE INDEX company_logos_digest ON company_logos (digest);
-- Images are compressed already.
ALTER TABLE company_logos ALTER COLUMN bytes SET STORAGE EXTERNAL;
`;
