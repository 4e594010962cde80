import { checkConsistency, type CheckedConsistency } from '@billhook/db/consistency-check';
import { Database } from '@billhook/db/database';
import { connectClient } from '@billhook/db/database-client';
import { verifyAuditChains } from '@billhook/identity/audit/audit-chain';
import { BOOKS_CHECKS } from '@billhook/invoicing/books/books-checks.sql';
import { countKeyed } from '@billhook/invoicing/document-chain/chain-confirmation';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { ENV, type Env } from '@billhook/platform/env';
import { countSealed } from '@billhook/webhooks/endpoints/resealing';
import { SEQUENCE_CHECKS } from '@billhook/webhooks/events/sequence-checks.sql';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';

export const verifyBooks: Command = {
  summary:
    'Recalculates the books, and verifies the audit log, the sequences of events and the secrets, after a restore',
  usage: '',
  async run(app, args) {
    readOptions(z.object({}), args);
    const results = [
      ...(await checkConsistency(app.get(Database), [...BOOKS_CHECKS, ...SEQUENCE_CHECKS])),
      await auditChains(app.get<Env>(ENV).DATABASE_URL),
      await secrets(app),
    ];
    const report = results.map(lineOf).join('');
    if (results.some(({ count }) => count > 0)) throw new Error(report.trimEnd());
    return report;
  },
};

const lineOf = ({ says, count, examples }: CheckedConsistency): string =>
  count === 0 ? `OK      ${says}\n` : `BROKEN  ${says}: not for ${count}, such as ${examples.join('; ')}\n`;

async function auditChains(connectionString: string): Promise<CheckedConsistency> {
  const client = await connectClient({ connectionString, application_name: 'billhook-verify-books', statementMs: 0 });
  const broken: string[] = [];
  try {
    for await (const { company, fault } of verifyAuditChains(client)) {
      if (fault) broken.push(`company ${company.id}: ${fault.says}`);
    }
  } finally {
    await client.end();
  }
  return {
    says: 'No entry of an audit log was changed or removed',
    count: broken.length,
    examples: broken.slice(0, 5),
  };
}

/** Data that was encrypted with a secret of the old installation is lost without it. */
async function secrets(app: INestApplicationContext): Promise<CheckedConsistency> {
  const { versions } = app.get(AppSecrets);
  const db = app.get(Database);
  const sealed = [...(await countSealed(db)), ...(await countKeyed(db))];
  const unreadable = sealed.filter(({ version }) => !versions.includes(version));
  return {
    says: 'APP_SECRETS has every secret that encrypts data or confirms a document chain',
    count: unreadable.reduce((sum, { count }) => sum + count, 0),
    examples: unreadable.map(({ words, count }) => `${words}: ${count}`),
  };
}
