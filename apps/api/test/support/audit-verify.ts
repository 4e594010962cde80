import type pg from 'pg';
import { verifyAuditLog } from '../../src/identity/audit/audit-verify.command.js';
import {
  verifyDocuments,
  type DocumentChainArguments,
} from '../../src/invoicing/document-chain/document-chain-verify.command.js';
import type { TestApi } from './api.js';
import { chainContext } from './document-chains.js';

/** What the command `audit-verify` reports on a connection that finds everything. */
export interface VerifyReport {
  readonly code: number;
  readonly lines: readonly string[];
}

async function reportOf(verify: (say: (line: string) => void) => Promise<number>): Promise<VerifyReport> {
  const lines: string[] = [];
  const code = await verify((line) => void lines.push(line));
  return { code, lines };
}

export const reportOfLogs = (client: pg.Client, args: readonly string[] = []): Promise<VerifyReport> =>
  reportOf((say) => verifyAuditLog([{ client, log: 'only' }], args, say));

export const reportOfDocuments = (
  client: pg.Client,
  api: TestApi,
  options: DocumentChainArguments,
): Promise<VerifyReport> =>
  reportOf((say) => verifyDocuments([{ client, cell: undefined, isOnly: true }], chainContext(api, ''), options, say));
