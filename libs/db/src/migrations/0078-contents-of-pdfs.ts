import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex, useRenderer } from './steps.js';

/**
 * What each PDF shows, stored at issue, and the version of the renderer that renders it. Documents that were issued before have neither:
 * the worker renders those that wait, which it finds by the index.
 */
export class ContentsOfPdfs1700000000078 implements MigrationInterface {
  name = 'ContentsOfPdfs1700000000078';
  transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE document_files ADD COLUMN IF NOT EXISTS content text,
      ADD COLUMN IF NOT EXISTS renderer smallint`);
    await useRenderer(db, 1);
    await buildIndex(db, WITHOUT_CONTENT);
  }

  async down(db: QueryRunner): Promise<void> {
    await dropIndex(db, WITHOUT_CONTENT.index);
    await db.query('ALTER TABLE document_files DROP COLUMN content, DROP COLUMN renderer');
  }
}

const WITHOUT_CONTENT = {
  index: 'document_files_without_content',
  on: 'document_files (failed_at NULLS FIRST, asked_at) WHERE bytes IS NULL AND content IS NULL',
};
