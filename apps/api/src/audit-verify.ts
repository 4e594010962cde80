import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { onEachSide } from '@billhook/db/cell-connections';
import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { Outbox } from '@billhook/db/outbox';
import { startProblem } from '@billhook/db/start-problem';
import { idOf } from '@billhook/domain/shared/value-patterns';
import { IDENTITY_ENTITIES } from '@billhook/identity/identity-entities';
import { INVOICING_ENTITIES } from '@billhook/invoicing/invoicing-entities';
import { recordContext } from '@billhook/invoicing/record-context';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { loadDatabaseUrl, loadSecrets } from '@billhook/platform/load-env';
import { auditedLogOf, verifyAuditLog } from './identity/audit/audit-verify.command.js';
import { verifyChainFile, verifyDocuments } from './invoicing/document-chain/document-chain-verify.command.js';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The database, once it is known. */
let url: string | undefined;

/** Checks that no entry of the audit log, no issued document and no payment was changed or removed. Exits with 1 otherwise. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      company: { type: 'string' },
      expect: { type: 'string', multiple: true },
      checkpoint: { type: 'string', multiple: true },
      'public-key': { type: 'string', multiple: true },
      file: { type: 'string' },
      list: { type: 'boolean' },
    },
  });
  const { company, expect = [], checkpoint: checkpointFiles, 'public-key': trusted, file, list } = values;
  const configured = loadSecrets();
  const secrets = configured && new AppSecrets(configured);
  if (file !== undefined) return verifyChainFile(file, { checkpointFiles, trusted, secrets, list }, say);
  const logArguments = [
    ...(company === undefined ? [] : ['--company', company]),
    ...expect.flatMap((h) => ['--expect', h]),
  ];
  url = loadDatabaseUrl();
  const config = { connectionString: url, application_name: 'billhook-audit-verify', statementMs: 0 };
  // The entities name the columns. Everything is read by clients, in one snapshot per company.
  const source = createDataSource({ url, poolSize: 1, statementMs: 0 }, [...IDENTITY_ENTITIES, ...INVOICING_ENTITIES]);
  try {
    await source.initialize();
    const context = recordContext({
      ...{ source, db: new Database(source), outbox: new Outbox(() => undefined), publicUrl: '' },
      // Nothing is written.
      secrets: secrets ?? new AppSecrets([randomUUID()]),
    });
    const companyId = company === undefined ? undefined : idOf(company);
    const given = { companyId, checkpointFiles, trusted, secrets, list, now: new Date() };
    return await onEachSide(config, async (sides) => {
      const log = await verifyAuditLog(sides.map(auditedLogOf), logArguments, say);
      return log | (await verifyDocuments(sides, context, given, say));
    });
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const problem = startProblem(error, url);
  process.stderr.write(`${problem?.message ?? (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}
