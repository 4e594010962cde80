import { Database } from '@billhook/db/database';
import { Outbox } from '@billhook/db/outbox';
import {
  verifyDocumentChains,
  type DocumentChainOptions,
  type DocumentChainReport,
} from '@billhook/invoicing/document-chain/verify-chains';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import { withClient } from '@billhook/testing/test-server';
import { DataSource } from 'typeorm';
import type { TestApi } from './api.js';

/** @param publicUrl as it is now: it may have changed since a record was written */
export const chainContext = ({ app }: TestApi, publicUrl: string): RecordContext => ({
  source: app.get(DataSource),
  db: app.get(Database),
  outbox: app.get(Outbox),
  publicUrl,
});

/** The reports of `npm run audit-verify` on the document chains. */
export const verifyChains = (api: TestApi, options: DocumentChainOptions = {}): Promise<DocumentChainReport[]> =>
  withClient(api.databaseUrl, async (client) => {
    const reports: DocumentChainReport[] = [];
    const context = chainContext(api, 'https://other.example');
    for await (const report of verifyDocumentChains(client, context, options)) reports.push(report);
    return reports;
  });

/** The same for one company. */
export async function verifyChain(
  api: TestApi,
  companyId: number,
  options: DocumentChainOptions = {},
): Promise<DocumentChainReport> {
  const [report] = await verifyChains(api, { ...options, companyId });
  if (!report) throw new Error('there is no such company');
  return report;
}
