import { parseArgs } from 'node:util';
import { verifyAuditChains, type ChainReport } from '@billhook/db/audit-chain';
import { loadDatabaseUrl } from '@billhook/platform/env';
import pg from 'pg';

/*
 * Checks that nobody has changed or removed anything in the audit log: `--company 7` for one company, `--expect HASH` (or several of them) for
 * heads that were noted earlier. Ends with 1 when a chain is broken or a head is nowhere to be found.
 */
const { values } = parseArgs({ options: { company: { type: 'string' }, expect: { type: 'string', multiple: true } } });
const { company, expect = [] } = values;
if (company !== undefined && !/^[1-9]\d{0,14}$/.test(company)) throw new Error('--company takes the id of a company.');
const sought = expect.map((hash) => hash.trim().toLowerCase());
if (!sought.every((hash) => /^[0-9a-f]{64}$/.test(hash)))
  throw new Error('--expect takes a head as it was printed: 64 digits.');

function lineOf({ company: { id, name }, entries, first, last, head, fault }: ChainReport): string {
  const extent = first && last ? `, ${first.id} of ${first.at} to ${last.id} of ${last.at}` : '';
  const counted = `${entries} ${entries === 1 ? 'entry' : 'entries'}${extent}`;
  if (!fault) return `OK      company ${id} (${name}): ${counted}${head ? `, head ${head}` : ''}`;
  const where = fault.entryId === null ? '' : ` at entry ${fault.entryId}`;
  return `BROKEN  company ${id} (${name})${where}: ${fault.says}. What holds before it: ${counted}`;
}

const client = new pg.Client({ connectionString: loadDatabaseUrl(), application_name: 'billhook-audit-verify' });
await client.connect();
const found = new Set<string>();
let [chains, broken] = [0, 0];
try {
  for await (const report of verifyAuditChains(client, {
    companyId: company === undefined ? undefined : Number(company),
    sought,
  })) {
    chains++;
    if (report.fault) broken++;
    for (const hash of report.found) found.add(hash);
    process.stdout.write(`${lineOf(report)}\n`);
  }
} finally {
  await client.end();
}
if (company !== undefined && chains === 0) {
  process.stdout.write(`There is no company ${company}.\n`);
  process.exitCode = 1;
}
for (const hash of sought.filter((each) => !found.has(each))) {
  process.stdout.write(`MISSING head ${hash}: no chain holds it. The log was written anew, or cut off before it.\n`);
  process.exitCode = 1;
}
if (broken > 0) process.exitCode = 1;
