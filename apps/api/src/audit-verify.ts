import { loadDatabaseUrl } from '@billhook/platform/load-env';
import pg from 'pg';
import { verifyAuditLog } from './identity/audit/audit-verify.command.js';

/** Checks that no entry of the audit log was changed or removed. Exits with 1 otherwise. */
const client = new pg.Client({ connectionString: loadDatabaseUrl(), application_name: 'billhook-audit-verify' });
try {
  await client.connect();
  process.exitCode = await verifyAuditLog(client, process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await client.end();
}
