import { readFileSync } from 'node:fs';
import type { SideConnection } from '@billhook/db/cell-connections';
import { runnerOn } from '@billhook/db/on-connection';
import { presenceByCard, presenceOf, type CompanyPresence } from '@billhook/identity/companies/company.sql';
import { upgradePeriod } from '@billhook/invoicing/document-chain/chain-upgrade';
import { EntryInspection, type EntryNotes } from '@billhook/invoicing/document-chain/entry-inspection';
import { nextState, stateBefore, type RecordState } from '@billhook/invoicing/document-chain/record-entries.rules';
import { verifyDocumentChains, type DocumentChainReport } from '@billhook/invoicing/document-chain/verify-chains';
import {
  verifyLinks,
  type DocumentChainError,
  type HashedEntry,
  type KnownCheckpoint,
} from '@billhook/invoicing/document-chain/verify-links';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type pg from 'pg';
import { entriesOf } from './chain-file.js';

export interface DocumentChainArguments {
  readonly companyId?: number | undefined;
  /** Files with a checkpoint: each a response of the API, or a message. */
  readonly checkpointFiles?: readonly string[] | undefined;
  /** The public keys that checkpoints may have; undefined for any. */
  readonly trusted?: readonly string[] | undefined;
  /** Undefined: no HMAC is verified. */
  readonly secrets?: AppSecrets | undefined;
  /** Lists every entry that the operator should look at, not only the first ones. */
  readonly list?: boolean | undefined;
  readonly now: Date;
}

/** The entries of each kind that a report lists without `--list`. */
const FEW = 10;

type Say = (line: string) => void;

type ChainSide = Pick<SideConnection, 'cell' | 'isOnly'> & { readonly client: pg.ClientBase };

/**
 * Checks the document chains, records and PDFs of the database, and reports each company in a line.
 * @param say called with each line, without its end
 * @returns the exit code: 1 when anything differs
 */
export async function verifyDocuments(
  sides: readonly ChainSide[],
  context: RecordContext,
  { companyId, checkpointFiles = [], trusted, secrets, list = false, now }: DocumentChainArguments,
  say: Say,
): Promise<0 | 1> {
  let broken = 0;
  const checkpoints = checkpointFiles.map(readCheckpoint);
  const reported = new Set<number>();
  const { cells, isDivided, presenceIn } = placesOf(sides);
  for (const { client } of cells) {
    for await (const report of verifyDocumentChains(client, context, {
      ...{ companyId, checkpoints, trusted, secrets, now, isDivided },
    })) {
      if (report.error) broken++;
      reported.add(report.company.id);
      say(lineOf(report));
      for (const line of listedLines(report.notes, list)) say(line);
      for (const numbers of report.outOfOrder) say(`  numbers out of the order of their dates: ${numbers}`);
    }
  }
  for (const head of checkpoints.filter(({ companyId: id }) => !reported.has(id))) {
    const presence = await presenceIn(head.companyId);
    if (presence === 'Missing' || presence === 'Present') broken++;
    say(lineOfUnmatched(head, presence));
  }
  for (const cell of cells) {
    const upgrade = await upgradeOf(cell, secrets);
    if (upgrade) say(upgrade.line);
    if (upgrade?.isBroken === true) broken++;
  }
  if (!secrets) say('The HMACs of document chains are not verified: APP_SECRETS is not set.');
  return broken > 0 ? 1 : 0;
}

/** The connections to cells, and where the presence of a company is read. */
function placesOf(sides: readonly ChainSide[]) {
  const cells = sides.filter(({ cell, isOnly }) => isOnly || cell !== undefined);
  const last = sides.at(-1);
  const isDivided = last?.isOnly === false;
  const presenceIn = async (companyId: number): Promise<CompanyPresence> =>
    last ? (isDivided ? presenceByCard : presenceOf)(last.client, companyId) : 'Missing';
  return { cells, isDivided, presenceIn };
}

/** The line about the time of the upgrade, which each cell has; undefined if there was none. */
async function upgradeOf({ client, cell }: ChainSide, secrets: AppSecrets | undefined) {
  const period = await upgradePeriod(runnerOn(client), secrets);
  if (!period) return undefined;
  const { startedAt, endsAt, state } = period;
  const where = cell ? ` in cell ${cell.number}` : '';
  const time = `the time of the upgrade${where}, ${startedAt.toISOString()} to ${endsAt.toISOString()}`;
  if (state === 'valid') return { isBroken: false, line: `OK      ${time}` };
  if (!secrets) return { isBroken: false, line: `        ${time}: its HMAC is not verified` };
  if (state === 'unknown_secret')
    return { isBroken: true, line: `BROKEN  ${time}: its HMAC names an application secret that is not configured` };
  return { isBroken: true, line: `BROKEN  ${time}: it does not match its HMAC` };
}

/**
 * Checks a chain that was fetched as JSON Lines, oldest or newest entry first, without a database.
 * @returns the exit code: 1 when the chain is broken
 */
export async function verifyChainFile(
  file: string,
  { checkpointFiles = [], trusted, secrets, list = false }: Omit<DocumentChainArguments, 'now'>,
  say: Say,
): Promise<0 | 1> {
  const inspection = new EntryInspection({
    ...{ secrets, oldEntries: undefined, isUpgrading: true },
    // A file has no HMAC of its head: entries of a secret that is not configured are counted as not verified.
    confirmed: Number.MAX_SAFE_INTEGER,
  });
  const errorOfRecord = recordErrors();
  const { entries, head, error } = await verifyLinks(entriesOf(file), {
    ...{ checkpoints: checkpointFiles.map(readCheckpoint), trusted },
    inspect: (entry) => inspection.inspect(entry) ?? errorOfRecord(entry),
  });
  const counted = [
    countOf(entries, 'entry', 'entries'),
    ...countsOf(inspection.notes),
    ...(head ? [`head ${head.hash}`] : []),
  ].join(', ');
  say(
    error ? `BROKEN  ${file} at ${error.where}: ${error.says}. Up to there: ${counted}` : `OK      ${file}: ${counted}`,
  );
  for (const line of listedLines(inspection.notes, list)) say(line);
  return error ? 1 : 0;
}

/** Verifies the entries of each record of a file against each other. Keeps a few hundred bytes for each record. */
function recordErrors(): (entry: HashedEntry) => DocumentChainError | undefined {
  const states = new Map<string, RecordState>();
  return (entry) => {
    const record = `${entry.resource}/${entry.recordId}`;
    const next = nextState(states.get(record) ?? stateBefore(entry), entry);
    if (next.error) return next.error;
    states.set(record, next.state);
    return undefined;
  };
}

const LISTED = {
  upgrade: 'entry of the upgrade, without an HMAC',
  adopted: 'adopted entry',
  back: 'entry more than an hour earlier than one before it',
} as const;

/** The entries that the operator should look at, one per line. */
function listedLines({ listed, counts }: EntryNotes, all: boolean): string[] {
  return (['upgrade', 'adopted', 'back'] as const).flatMap((kind) => {
    const ofKind = listed.filter((each) => each.kind === kind);
    const shown = all ? ofKind : ofKind.slice(0, FEW);
    const rest = counts[kind] - shown.length;
    return [
      ...shown.map(({ sequence, where, at }) => `  ${LISTED[kind]}: ${sequence} of ${at}, ${where}`),
      ...(rest > 0 ? [`  ${LISTED[kind]}: ${rest} more${all ? '' : ' (--list shows them)'}`] : []),
    ];
  });
}

function countsOf({ counts }: EntryNotes): string[] {
  const { old, upgrade, adopted, back, unverified } = counts;
  return [
    ...(old > 0 ? [`${old} from before the upgrade`] : []),
    ...(upgrade > 0 ? [`${upgrade} of the upgrade`] : []),
    ...(adopted > 0 ? [`${adopted} adopted`] : []),
    ...(back > 0 ? [`${back} whose time runs back`] : []),
    ...(unverified > 0 ? [`${unverified} HMACs not verified`] : []),
  ];
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
  if (presence === 'Deleting') return `DELETING ${whose}: not verified`;
  return `MISSING ${whose}: ${presence === 'Missing' ? 'there is no such company' : '--company selects another one'}`;
}

function lineOf(report: DocumentChainReport): string {
  const { company, isDeleting, entries, waiting, uncovered, checkpoints, head, notes, error } = report;
  const counted = [
    countOf(entries, 'entry', 'entries'),
    ...(waiting > 0 ? [`${waiting} not linked yet`] : []),
    ...(uncovered > 0 ? [`${uncovered} records without an entry yet`] : []),
    ...countsOf(notes),
    ...(checkpoints > 0 ? [countOf(checkpoints, 'checkpoint', 'checkpoints')] : []),
    ...(head ? [`head ${head.hash}`] : []),
  ].join(', ');
  const whose = `documents of company ${company.id} (${company.name})`;
  if (isDeleting) return `DELETING ${whose}: not verified`;
  if (!error) return `OK      ${whose}: ${counted}`;
  return `BROKEN  ${whose} at ${error.where}: ${error.says}. Chain: ${counted}`;
}
