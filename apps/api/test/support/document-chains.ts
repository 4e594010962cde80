import { Database } from '@billhook/db/database';
import { Outbox } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { ChainAdoption } from '@billhook/invoicing/document-chain/chain-adoption';
import { ChainLinking } from '@billhook/invoicing/document-chain/link-chains';
import {
  verifyDocumentChains,
  type DocumentChainOptions,
  type DocumentChainReport,
} from '@billhook/invoicing/document-chain/verify-chains';
import { recordContext } from '@billhook/invoicing/record-context';
import type { RecordContext } from '@billhook/invoicing/records/record.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { ENV, type Env } from '@billhook/platform/env';
import { CELL_SCHEMAS } from '@billhook/testing/own-tables';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { withCell } from '@billhook/testing/test-server';
import { DataSource } from 'typeorm';
import type { TestApi } from './api.js';

/** @param publicUrl as it is now: it may have changed since a record was written */
export const chainContext = ({ app }: TestApi, publicUrl: string): RecordContext =>
  recordContext({
    source: app.get(DataSource),
    db: app.get(Database),
    outbox: app.get(Outbox),
    publicUrl,
    secrets: app.get(AppSecrets),
  });

/** What a spec verifies: with the secrets, unless it leaves them out. */
export type VerifyOptions = Omit<Partial<DocumentChainOptions>, 'secrets'> & {
  readonly secrets?: AppSecrets | 'none';
};

/** The worker's round: links the document chains of all companies. */
export async function linkChains({ app, clock, cells }: TestApi, secrets = app.get(AppSecrets)): Promise<number> {
  const linking = new ChainLinking({ db: app.get(Database), uow: app.get(UnitOfWork), secrets, clock });
  const linked = await cells.each(() => linking.run());
  return linked.reduce((sum, count) => sum + count, 0);
}

/** The worker's round of an upgrade, in the cell of a company. @returns the number of added entries */
export function adoptRecords(api: TestApi, companyId: number, publicUrl?: string): Promise<number> {
  const context = chainContext(api, publicUrl ?? api.app.get<Env>(ENV).PUBLIC_URL);
  return api.within(companyId, () => new ChainAdoption(context, api.app.get(UnitOfWork), api.clock).run());
}

/** The reports of `npm run audit-verify` on the document chains. */
export async function verifyChains(api: TestApi, given: VerifyOptions = {}): Promise<DocumentChainReport[]> {
  const reports: DocumentChainReport[] = [];
  const context = chainContext(api, 'https://other.example');
  const { secrets = api.app.get(AppSecrets) } = given;
  const options = {
    ...{ now: api.clock.now(), isDivided: HAS_TWO_CELLS, ...given },
    secrets: secrets === 'none' ? undefined : secrets,
  };
  for (const schema of CELL_SCHEMAS)
    await withCell(api.databaseUrl, schema, async (client) => {
      for await (const report of verifyDocumentChains(client, context, options)) reports.push(report);
    });
  return reports;
}

/** The same for one company. */
export async function verifyChain(
  api: TestApi,
  companyId: number,
  options: VerifyOptions = {},
): Promise<DocumentChainReport> {
  const [report] = await verifyChains(api, { ...options, companyId });
  if (!report) throw new Error('there is no such company');
  return report;
}
