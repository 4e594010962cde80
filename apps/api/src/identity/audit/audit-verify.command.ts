import { parseArgs } from 'node:util';
import type { SideConnection } from '@billhook/db/cell-connections';
import { idOf } from '@billhook/domain/shared/value-patterns';
import { verifyAuditChains, type AuditedLog, type ChainReport } from '@billhook/identity/audit/audit-chain';
import type pg from 'pg';

interface VerifyOptions {
  readonly companyId: number | undefined;
  /** Heads noted earlier, in hexadecimal. */
  readonly sought: readonly string[];
}

/** `--company 7` for one company; `--expect HASH`, once or several times, for heads noted earlier. @throws Error */
function readArguments(args: readonly string[]): VerifyOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { company: { type: 'string' }, expect: { type: 'string', multiple: true } },
  });
  const { company, expect = [] } = values;
  const companyId = company === undefined ? undefined : idOf(company);
  if (company !== undefined && companyId === undefined) throw new Error('--company must be the id of a company.');
  const sought = expect.map((hash) => hash.trim().toLowerCase());
  const isHead = (hash: string) => /^[0-9a-f]{64}$/.test(hash);
  if (!sought.every(isHead))
    throw new Error('--expect must be a head as this command prints it: 64 hexadecimal digits.');
  return { companyId, sought };
}

/** With several cells, each company has two logs. */
const LOG_NAMES: Readonly<Record<AuditedLog, string>> = {
  ...{ only: '', cell: '' },
  global: ' about members, keys and applications',
};

function lineOf({ company: { id, name }, log, isDeleting, entries, first, last, head, fault }: ChainReport): string {
  const of = `company ${id} (${name})${LOG_NAMES[log]}`;
  if (isDeleting) return `DELETING ${of}: not verified`;
  const extent = first && last ? `, ${first.id} of ${first.at} to ${last.id} of ${last.at}` : '';
  const counted = `${entries} ${entries === 1 ? 'entry' : 'entries'}${extent}${head ? `, head ${head}` : ''}`;
  if (!fault) return `OK      ${of}: ${counted}`;
  const where = fault.entryId === null ? '' : ` at entry ${fault.entryId}`;
  return `BROKEN  ${of}${where}: ${fault.says}. Up to there: ${counted}`;
}

/** Where logs are. */
export interface AuditLogs {
  readonly client: pg.ClientBase;
  readonly log: AuditedLog;
}

/** The logs that a connection finds. */
export function auditedLogOf({ client, cell, isOnly }: SideConnection): AuditLogs {
  return { client, log: isOnly ? 'only' : cell ? 'cell' : 'global' };
}

/**
 * Checks the chains of the audit log and reports each in a line.
 * @param say called with each line, without its end
 * @returns the exit code: 1 when a chain is broken, or a head or a company is missing
 * @throws Error for unknown or invalid arguments
 */
export async function verifyAuditLog(
  logs: readonly AuditLogs[],
  args: readonly string[],
  say: (line: string) => void,
): Promise<0 | 1> {
  const { companyId, sought } = readArguments(args);
  const found = new Set<string>();
  let [chains, broken] = [0, 0];
  for (const { client, log } of logs)
    for await (const report of verifyAuditChains(client, { companyId, sought, log })) {
      chains++;
      if (report.fault) broken++;
      for (const hash of report.found) found.add(hash);
      say(lineOf(report));
    }
  const unknown = companyId !== undefined && chains === 0;
  if (unknown) say(`MISSING company ${companyId}`);
  const lost = sought.filter((hash) => !found.has(hash));
  for (const hash of lost)
    say(`MISSING head ${hash}: no audit log contains it. The log was rewritten, or cut off before it.`);
  return broken > 0 || unknown || lost.length > 0 ? 1 : 0;
}
