import { readFileSync } from 'node:fs';
import { presenceOf, type CompanyPresence } from '@billhook/identity/company-deletions/company-presence.sql';
import { verifyDocumentChains, type DocumentChainReport } from '@billhook/invoicing/document-chain/verify-chains';
import { verifyLinks, type KnownCheckpoint } from '@billhook/invoicing/document-chain/verify-links';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import type pg from 'pg';
import { entriesOf } from './chain-file.js';

export interface DocumentChainArguments {
  readonly companyId?: number | undefined;
  /** Files with a checkpoint: each a response of the API, or a message. */
  readonly checkpointFiles?: readonly string[] | undefined;
  /** The public keys that checkpoints may have; undefined for any. */
  readonly trusted?: readonly string[] | undefined;
}

type Say = (line: string) => void;

/**
 * Checks the document chains, records and PDFs of the database, and reports each company in a line.
 * @param say called with each line, without its end
 * @returns the exit code: 1 when anything differs
 */
export async function verifyDocuments(
  client: pg.ClientBase,
  context: RecordContext,
  { companyId, checkpointFiles = [], trusted }: DocumentChainArguments,
  say: Say,
): Promise<0 | 1> {
  let broken = 0;
  const checkpoints = checkpointFiles.map(readCheckpoint);
  const reported = new Set<number>();
  for await (const report of verifyDocumentChains(client, context, { companyId, checkpoints, trusted })) {
    if (report.error) broken++;
    reported.add(report.company.id);
    say(lineOf(report));
  }
  for (const head of checkpoints.filter(({ companyId: id }) => !reported.has(id))) {
    const presence = await presenceOf(client, head.companyId);
    if (presence !== 'Deleted') broken++;
    say(lineOfUnmatched(head, presence));
  }
  return broken > 0 ? 1 : 0;
}

/**
 * Checks a chain that was fetched as JSON Lines, oldest or newest entry first, without a database.
 * @returns the exit code: 1 when the chain is broken
 */
export async function verifyChainFile(
  file: string,
  { checkpointFiles = [], trusted }: DocumentChainArguments,
  say: Say,
): Promise<0 | 1> {
  const { entries, head, error } = await verifyLinks(entriesOf(file), checkpointFiles.map(readCheckpoint), trusted);
  const counted = `${countOf(entries, 'entry', 'entries')}${head ? `, head ${head.hash}` : ''}`;
  say(
    error ? `BROKEN  ${file} at ${error.where}: ${error.says}. Up to there: ${counted}` : `OK      ${file}: ${counted}`,
  );
  return error ? 1 : 0;
}

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** @throws an Error for a file without a checkpoint */
function readCheckpoint(file: string): KnownCheckpoint {
  const given = JSON.parse(readFileSync(file, 'utf8')) as Partial<KnownCheckpoint> & {
    readonly data?: Partial<KnownCheckpoint>;
  };
  const { companyId, sequence, hash, signedAt, publicKey, signature } = given.data ?? given;
  if (!companyId || !sequence || !hash || !signedAt || !publicKey || !signature) {
    throw new Error(`${file} contains no checkpoint: store the response of GET /v1/checkpoints/{id}, or the message.`);
  }
  return { companyId, sequence, hash, signedAt, publicKey, signature };
}

/** The line of a checkpoint whose company was not verified. */
function lineOfUnmatched({ companyId, sequence, signedAt }: KnownCheckpoint, presence: CompanyPresence): string {
  const whose = `company ${companyId} of checkpoint ${sequence} of ${signedAt}`;
  if (presence === 'Deleted') return `DELETED ${whose}: its deletion is complete`;
  return `MISSING ${whose}: ${presence === 'Missing' ? 'there is no such company' : '--company selects another one'}`;
}

function lineOf(report: DocumentChainReport): string {
  const { company, isDeleting, entries, waiting, uncovered, checkpoints, head, error } = report;
  const counted = [
    countOf(entries, 'entry', 'entries'),
    ...(waiting > 0 ? [`${waiting} not linked yet`] : []),
    ...(uncovered > 0 ? [`${uncovered} records without an entry yet`] : []),
    ...(checkpoints > 0 ? [countOf(checkpoints, 'checkpoint', 'checkpoints')] : []),
    ...(head ? [`head ${head.hash}`] : []),
  ].join(', ');
  const whose = `documents of company ${company.id} (${company.name})`;
  if (isDeleting) return `DELETING ${whose}: not verified`;
  if (!error) return `OK      ${whose}: ${counted}`;
  return `BROKEN  ${whose} at ${error.where}: ${error.says}. Chain: ${counted}`;
}
