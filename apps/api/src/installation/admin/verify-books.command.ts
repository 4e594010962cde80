import { onEachSide } from '@billhook/db/cell-connections';
import { checkConsistency, type CheckedConsistency } from '@billhook/db/consistency-check';
import { Database } from '@billhook/db/database';
import { verifyAuditChains } from '@billhook/identity/audit/audit-chain';
import { compareCards } from '@billhook/identity/companies/compare-cards';
import { BOOKS_CHECKS } from '@billhook/invoicing/books/books-checks.sql';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { ENV, type Env } from '@billhook/platform/env';
import { SEQUENCE_CHECKS } from '@billhook/webhooks/events/sequence-checks.sql';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { auditedLogOf } from '../../identity/audit/audit-verify.command.js';
import { readOptions, type Command } from './command.js';
import { countProtected } from './sealed-with.command.js';

export const verifyBooks: Command = {
  summary:
    'Recalculates the books, and verifies the audit log, the sequences of events and the secrets, after a restore',
  usage: '',
  async run(app, args) {
    readOptions(z.object({}), args);
    const results = [
      ...(await checkedInAll(app.get(Database))),
      ...(await cards(app.get(Database))),
      await auditChains(app.get<Env>(ENV).DATABASE_URL),
      await secrets(app),
    ];
    const report = results.map(lineOf).join('');
    if (results.some(({ count }) => count > 0)) throw new Error(report.trimEnd());
    return report;
  },
};

/** Examples of a fault. */
const SHOWN = 5;

const lineOf = ({ says, count, examples }: CheckedConsistency): string =>
  count === 0 ? `OK      ${says}\n` : `BROKEN  ${says}: not for ${count}, such as ${examples.join('; ')}\n`;

/** Each check once, over all cells. */
async function checkedInAll(db: Database): Promise<CheckedConsistency[]> {
  const found = await db.cells.each(() => checkConsistency(db, [...BOOKS_CHECKS, ...SEQUENCE_CHECKS]));
  return (found[0] ?? []).map(({ says }, check) => ({
    says,
    count: found.reduce((sum, results) => sum + (results[check]?.count ?? 0), 0),
    examples: found.flatMap((results) => results[check]?.examples ?? []).slice(0, SHOWN),
  }));
}

/** With one cell, no restore separates companies from their cards. */
async function cards(db: Database): Promise<CheckedConsistency[]> {
  if (db.cells.areOne) return [];
  const found = await db.cells.each((number) => compareCards(db, db, number));
  const faults = [
    ...found.flatMap(({ withoutCompany }) => withoutCompany.map(({ id }) => `company ${id} has only a card`)),
    ...found.flatMap(({ withoutCard }) => withoutCard.map(({ id }) => `company ${id} has no card`)),
  ];
  return [
    {
      says: 'Each company has its card on the global side, and its rows in the cell of the card',
      count: faults.length,
      examples: faults.slice(0, SHOWN),
    },
  ];
}

async function auditChains(connectionString: string): Promise<CheckedConsistency> {
  const broken: string[] = [];
  const config = { connectionString, application_name: 'billhook-verify-books', statementMs: 0 };
  await onEachSide(config, async (sides) => {
    for (const { client, log } of sides.map(auditedLogOf))
      for await (const { company, fault } of verifyAuditChains(client, { log }))
        if (fault) broken.push(`company ${company.id}: ${fault.says}`);
  });
  return {
    says: 'No entry of an audit log was changed or removed',
    count: broken.length,
    examples: broken.slice(0, SHOWN),
  };
}

/** Data that was encrypted with a secret of the old installation is lost without it. */
async function secrets(app: INestApplicationContext): Promise<CheckedConsistency> {
  const { versions } = app.get(AppSecrets);
  const db = app.get(Database);
  const sealed = await countProtected(db);
  const unreadable = sealed.filter(({ version }) => !versions.includes(version));
  return {
    says: 'APP_SECRETS has every secret that encrypts data or confirms a document chain',
    count: unreadable.reduce((sum, { count }) => sum + count, 0),
    examples: unreadable.map(({ words, count }) => `${words}: ${count}`),
  };
}
