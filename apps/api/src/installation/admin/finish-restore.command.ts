import { Database } from '@billhook/db/database';
import { connectClient } from '@billhook/db/database-client';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import type { NamedCompany } from '@billhook/identity/companies/compare-cards';
import { AFTER_RESTORE, RESTORED_DELIVERIES } from '@billhook/installation/backup/restored-deliveries';
import { matchCell } from '@billhook/installation/cells/match-cards';
import { placeCells, readAddresses, type CellAddresses } from '@billhook/installation/cells/place-cells';
import { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import { ENV, type Env } from '@billhook/platform/env';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';
import { heldText, settle } from './hold-deliveries.command.js';
import { verifyBooks } from './verify-books.command.js';

/** What happens to cards whose company the cell does not have: kept until the operator has checked that it is the right cell. */
const MISSING_COMPANIES = ['keep', 'delete'] as const;

const Options = z.object({
  deliveries: z.enum(RESTORED_DELIVERIES).default(AFTER_RESTORE),
  cell: z.array(z.string()).default([]),
  'missing-companies': z.enum(MISSING_COMPANIES).default('keep'),
});

export const finishRestore: Command = {
  summary: 'Decides about deliveries after a restore (they are held unless you send them), and verifies the books',
  usage: `[--deliveries ${RESTORED_DELIVERIES.join('|')}] [--cell 2=URL ...] [--missing-companies ${MISSING_COMPANIES.join('|')}]`,
  async run(app, args) {
    const { deliveries, cell, 'missing-companies': missing } = readOptions(Options, args);
    const placed = await place(app, readAddresses(cell));
    const held = await settle(app, deliveries);
    const text = deliveries === 'hold' ? heldText(held) : 'Nothing is held: the worker sends what waits.\n';
    const matched = await match(app, missing === 'delete');
    const done = `${placed}${text}${matched}`;
    try {
      return done + (await verifyBooks.run(app, []));
    } catch (error) {
      throw matched === '' || !(error instanceof Error) ? error : new Error(done + error.message, { cause: error });
    }
  },
};

/** First, because the directory of a backup has the addresses of the old installation. */
async function place(app: INestApplicationContext, addresses: CellAddresses): Promise<string> {
  const { DATABASE_URL: url } = app.get<Env>(ENV);
  const client = await connectClient({ connectionString: url, application_name: 'billhook-cells' });
  try {
    const lines = await placeCells(client, url, addresses);
    if (lines.length > 0) await app.get(Database).cells.read();
    return lines.join('');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Makes cells and global side agree, which may be of different moments. With one cell, there is nothing to do. */
async function match(app: INestApplicationContext, deletesMissing: boolean): Promise<string> {
  const db = app.get(Database);
  if (db.cells.areOne) return '';
  const parts = { db, uow: app.get(UnitOfWork), deletions: app.get(CompanyDeletionsRepository) };
  const cells = await db.cells.each((number) => matchCell(parts, number, deletesMissing));
  return cells
    .flatMap(({ number, missing, deletedAgain, ownerless, cards }) => [
      ...missing.map((company) =>
        deletesMissing
          ? `Cell ${number} does not have ${named(company)}: a worker deletes its card, its members and its keys.\n`
          : `Cell ${number} does not have ${named(company)}, which was created after the moment of the cell. Repeat with --missing-companies delete if this is the right cell.\n`,
      ),
      ...deletedAgain.map(
        (company) => `Cell ${number} still has ${named(company)}, which was deleted: a worker deletes it again.\n`,
      ),
      ...ownerless.map(
        (company) =>
          `Cell ${number} has ${named(company)}, which is later than the global side: it has no member. Run: npm run admin -- invite-owner --company ${company.id} --email ADDRESS\n`,
      ),
      ...(cards > 0 ? [`Cell ${number}: ${cards} cards have the state of their company again.\n`] : []),
    ])
    .join('');
}

const named = ({ id, name }: NamedCompany): string => `company ${id} (${name})`;
