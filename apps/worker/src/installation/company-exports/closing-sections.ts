import type { Database } from '@billhook/db/database';
import { MISSING_PDF_REASONS } from '@billhook/domain/identity/company-export';
import { listResources } from '@billhook/domain/shared/resource-words';
import { RECORD_NAMES, RESOURCES } from '@billhook/domain/shared/resources';
import type { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { CompanyExport } from '@billhook/installation/company-exports/company-export.entity';
import {
  filesFrom,
  missingFilesFrom,
  type NewExportFile,
} from '@billhook/installation/company-exports/export-files.repository';
import type { Clock } from '@billhook/platform/clock';
import type { ExportSection } from './export-section.js';

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

const [FIRST = '', ...OTHERS] = RECORD_NAMES.map((name) => `${RESOURCES[name].plural}.jsonl`);

/** Explains the archive to people who open it years later. */
const README = `Export of a company from Billhook
=================================

manifest.json        the number of records, the size and the SHA-256 of every other file. A PDF with "sha256": null is missing.
                     "missing" states why, and the end of this file lists it
settings/            the company, its logos, number series, tax rates and policies
${FIRST.padEnd(21)}${listResources(RECORD_NAMES)}, newest first
${OTHERS.join('\n')}
timelines/           the changes of each of these records, oldest first
pdf/                 the PDF of every issued document. The file name starts with the id of the document
members.jsonl        members, without passwords
api-keys.jsonl       API keys, without secrets. api-keys.csv is the same for spreadsheets
mails.jsonl          emails to clients
audit-log.jsonl      the audit log, newest first. audit-log.csv is the same for spreadsheets
document-chain.jsonl  digests of every version of an issued document or payment, and of its PDF, newest first, each with the hash of
                     the entry before it. checkpoints.jsonl has the signed ends of the chain
webhook-endpoints.jsonl  webhook endpoints, without signing secrets and without the values of custom headers
events.jsonl         the messages of the event log that are still stored, in the order of "sequence"

A .jsonl file has one JSON text per line, in UTF-8, in the form of the API. Amounts are texts with decimals.

The moment of the export
------------------------

Each record is as it was when its file was written, between "startedAt" and "completedAt". "sequenceStart" and "sequenceEnd" are the
sequences of the last event at both moments. Changes in between are in events.jsonl: the "data" of an event with a higher "version"
replaces the record in the file. A record that was created in between is only there.

Verify the files
----------------

Compare the SHA-256 of each file with manifest.json, and the SHA-256 of manifest.json with the one that Billhook shows for the export:

  sha256sum manifest.json

An installation of Billhook verifies document-chain.jsonl without its database:

  node tools/node.cjs apps/api/dist/audit-verify.js --file document-chain.jsonl
`;

/** The title of the list of missing PDFs. */
const missingHead = (count: number): string => `
Missing PDFs: ${count}
${'-'.repeat(`Missing PDFs: ${count}`.length)}

The archive does not contain the PDFs of these documents. Their records are complete. Each line has the path that the file would have
and the reason.

`;

const missingLine = ({ path, missing }: Pick<NewExportFile, 'path' | 'missing'>): string =>
  `${path}: ${MISSING_PDF_REASONS[missing ?? 'pdf_not_rendered']}\n`;
