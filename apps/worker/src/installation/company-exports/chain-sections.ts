import { ownRows } from '@billhook/db/company-rows';
import { ChainEntriesRepository, presentChainEntry } from '@billhook/invoicing/document-chain/chain-entries.repository';
import { presentCheckpoint } from '@billhook/invoicing/document-chain/checkpoint.presenter';
import { CheckpointsRepository } from '@billhook/invoicing/document-chain/checkpoints.repository';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import { linesSection, type ExportSection } from './export-section.js';
import { keptValues, windowOf } from './record-sections.js';

const PAGE = 500;

/** The document chain and its checkpoints, which verify the exported documents without this installation. */
export function chainSections({ source, db }: RecordContext): ExportSection[] {
  const entries = new ChainEntriesRepository(db);
  const checkpoints = new CheckpointsRepository(source, db);
  return [
    linesSection(
      'document-chain.jsonl',
      async (job) => keptValues(await entries.list(job.companyId, windowOf(job, PAGE)), presentChainEntry),
      { table: 'document_chain', where: 'r.company_id = $1 AND r.sequence IS NOT NULL' },
    ),
    linesSection(
      'checkpoints.jsonl',
      async (job) => keptValues(await checkpoints.list(job.companyId, windowOf(job, PAGE)), presentCheckpoint),
      ownRows('checkpoints'),
    ),
  ];
}
