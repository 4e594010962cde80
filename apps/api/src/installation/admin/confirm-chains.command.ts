import { onEachSide } from '@billhook/db/cell-connections';
import { inCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import { Outbox } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { ChainConfirmation, countKeyed } from '@billhook/invoicing/document-chain/chain-confirmation';
import { repeatUpgrade } from '@billhook/invoicing/document-chain/chain-upgrade';
import { verifyDocumentChains } from '@billhook/invoicing/document-chain/verify-chains';
import { recordContext } from '@billhook/invoicing/record-context';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';

export const confirmChains: Command = {
  summary: 'Verifies the document chains and confirms their heads with the first secret, before another one is removed',
  usage: '',
  async run(app, args) {
    readOptions(z.object({}), args);
    const secrets = app.get(AppSecrets);
    const { confirmed, faults } = await confirmAll(app, secrets);
    const [current = ''] = secrets.versions;
    const db = app.get(Database);
    const keyed = (await db.cells.each(() => countKeyed(db))).flat();
    const left = keyed.filter(({ version }) => version !== current);
    const lines = [
      `The first secret (${current}) confirms ${confirmed} ${confirmed === 1 ? 'chain' : 'chains'}.`,
      ...left.map(({ words, version, count }) => `Still with the secret ${version}: ${words}: ${count}`),
      ...faults,
    ];
    if (faults.length > 0) throw new Error(lines.join('\n'));
    return `${lines.join('\n')}\n`;
  },
};

export const reopenUpgrade: Command = {
  summary:
    'For an upgrade from 0.1.0 that was late: for one day, workers link its entries and adopt records without one',
  usage: '',
  async run(app, args) {
    readOptions(z.object({}), args);
    const [uow, secrets, clock] = [app.get(UnitOfWork), app.get(AppSecrets), app.get<Clock>(CLOCK)];
    const periods = await app.get(Database).cells.each(() => repeatUpgrade(uow, secrets, clock));
    const [end = ''] = periods.map(({ endsAt }) => endsAt.toISOString());
    return `Entries without an HMAC are linked until ${end}. audit-verify lists them.\n`;
  },
};

async function confirmAll(app: INestApplicationContext, secrets: AppSecrets) {
  const [db, uow, clock, env] = [app.get(Database), app.get(UnitOfWork), app.get<Clock>(CLOCK), app.get<Env>(ENV)];
  const confirmation = new ChainConfirmation(uow, secrets, clock);
  const outbox = app.get(Outbox);
  const context = recordContext({ source: app.get(DataSource), db, outbox, publicUrl: env.PUBLIC_URL, secrets });
  const config = { connectionString: env.DATABASE_URL, application_name: 'billhook-confirm-chains', statementMs: 0 };
  const faults: string[] = [];
  let confirmed = 0;
  await onEachSide(config, async (sides) => {
    for (const { client, cell, isOnly } of sides) {
      if (!isOnly && !cell) continue;
      const options = { secrets, now: clock.now(), isDivided: !isOnly };
      for await (const { company, error, head } of verifyDocumentChains(client, context, options)) {
        const whose = `Not confirmed: company ${company.id} (${company.name})`;
        if (error) faults.push(`${whose} at ${error.where}: ${error.says}`);
        else if (head && (await inCell(cell?.number, () => confirmation.confirm(company.id)))) confirmed++;
        else if (head) faults.push(`${whose}: a worker links it. Try again.`);
      }
    }
  });
  await db.cells.each(() => confirmation.confirmUpgrade());
  return { confirmed, faults };
}
