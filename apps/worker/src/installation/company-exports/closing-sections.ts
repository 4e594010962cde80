import type { Database } from '@billhook/db/database';
import type { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';
import {
  filesFrom,
  missingFilesFrom,
  type NewExportFile,
} from '@billhook/installation/company-exports/export-files.repository';
import type { Clock } from '@billhook/platform/clock';
import type { ExportSection } from './export-section.js';
import { missingHead, missingLine, README } from './readme.js';

/** Files that one page of the manifest lists. */
const LISTED = 500;

/** The name of the manifest, which lists every other file. */
export const MANIFEST = 'manifest.json';

interface ClosingContext {
  readonly db: Database;
  readonly companies: CompaniesRepository;
  readonly clock: Clock;
}

/** The description and the manifest, which come after all other files. */
export function closingSections({ db, companies, clock }: ClosingContext): ExportSection[] {
  return [
    {
      path: 'README.txt',
      read: async (job) => {
        const files = await missingFilesFrom(db, job, job.cursor, LISTED);
        const head = job.part === 0 ? README + (files.length > 0 ? missingHead(job.missing) : '') : '';
        const last = files.length < LISTED ? undefined : files.at(-1);
        return { text: head + files.map(missingLine).join(''), records: 0, next: last ? last.position + 1 : null };
      },
    },
    {
      path: MANIFEST,
      read: async (job) => {
        const files = await filesFrom(db, { companyId: job.companyId, id: job.id }, job.cursor, LISTED);
        const head = job.part === 0 ? await manifestHead(job, companies, clock.now()) : ',\n';
        const last = files.length < LISTED ? undefined : files.at(-1);
        const lines = files.map((file) => `    ${JSON.stringify(manifestEntry(file))}`).join(',\n');
        return { text: head + lines + (last ? '' : '\n  ]\n}\n'), records: 0, next: last ? last.position + 1 : null };
      },
    },
  ];
}

/** The members before the list of files. */
async function manifestHead(job: CompanyExport, companies: CompaniesRepository, now: Date): Promise<string> {
  const { id, name } = await companies.get(job.companyId);
  const head = {
    format: 1,
    company: { id, name },
    exportId: job.id,
    startedAt: job.createdAt.toISOString(),
    completedAt: now.toISOString(),
    sequenceStart: job.sequenceStart,
    sequenceEnd: job.sequenceEnd,
  };
  const text = JSON.stringify(head, null, 2);
  return `${text.slice(0, text.lastIndexOf('\n'))},\n  "files": [\n`;
}

const manifestEntry = ({ path, records, bytes, digest, missing }: NewExportFile) => ({
  ...{ path, records, bytes, sha256: digest },
  ...(missing && { missing }),
});
