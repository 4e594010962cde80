import { MISSING_PDF_REASONS } from '@billhook/domain/identity/company-export';
import { listResources } from '@billhook/domain/shared/resource-words';
import { RECORD_NAMES, RESOURCES } from '@billhook/domain/shared/resources';
import type { NewExportFile } from '@billhook/installation/company-exports/export-files.repository';

const [FIRST = '', ...OTHERS] = RECORD_NAMES.map((name) => `${RESOURCES[name].plural}.jsonl`);

/** Explains the archive to people who open it years later. */
export const README = `Export of a company from Billhook
=================================

manifest.json        the number of records, the size and the SHA-256 of every other file. A PDF with "sha256": null is missing.
                     "missing" states why, and the end of this file lists it
settings/            the company, its number series, tax rates and policies
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
export const missingHead = (count: number): string => `
Missing PDFs: ${count}
${'-'.repeat(`Missing PDFs: ${count}`.length)}

The archive does not contain the PDFs of these documents. Their records are complete. Each line has the path that the file would have
and the reason.

`;

export const missingLine = ({ path, missing }: Pick<NewExportFile, 'path' | 'missing'>): string =>
  `${path}: ${MISSING_PDF_REASONS[missing ?? 'pdf_not_rendered']}\n`;
