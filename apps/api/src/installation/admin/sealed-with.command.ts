import { Database } from '@billhook/db/database';
import { countHashed, type HashedCount } from '@billhook/identity/keys/hashed-counts';
import { countKeyed } from '@billhook/invoicing/document-chain/chain-confirmation';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { SEAL_PURPOSES } from '@billhook/platform/seal';
import { countSealed } from '@billhook/webhooks/endpoints/resealing';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';

export const sealedWith: Command = {
  summary: 'Lists what each secret in APP_SECRETS still encrypts, and which secrets can be removed',
  usage: '',
  async run(app, args) {
    readOptions(z.object({}), args);
    const db = app.get(Database);
    const held: HashedCount[] = [...(await countProtected(db)), ...(await countHashed(db))];
    const { versions } = app.get(AppSecrets);
    const unknown = [...new Set(held.map(({ version }) => version))].filter((version) => !versions.includes(version));
    return [
      ...versions.map((version, at) =>
        describeSecret(`Secret ${at + 1} of APP_SECRETS (${version})`, of(held, version), at > 0),
      ),
      ...unknown.map(
        (version) =>
          `A secret that is not in APP_SECRETS (${version}): unreadable without it\n${lines(of(held, version))}`,
      ),
    ].join('\n');
  },
};

/** What secrets encrypt or confirm, on all sides together. */
export async function countProtected(db: Database): Promise<HashedCount[]> {
  const { cells } = db;
  const counts = await cells.everywhere(async () => [
    ...(await countSealed(db, SEAL_PURPOSES, (statement) => cells.isHere(statement))).map(({ ends, ...kind }) => ({
      ...kind,
      leaves: ends ?? 'the worker encrypts them again',
    })),
    ...(await countKeyed(db, (statement) => cells.isHere(statement))).map((row) => ({
      ...row,
      leaves: 'admin confirm-chains confirms them again',
    })),
  ]);
  const sums = new Map<string, HashedCount>();
  for (const row of counts.flat()) {
    const key = `${row.words} ${row.version}`;
    sums.set(key, { ...row, count: row.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}

const of = (held: readonly HashedCount[], version: string): HashedCount[] =>
  held.filter((each) => each.version === version);

const lines = (held: readonly HashedCount[], isOld = false): string =>
  held.map(({ count, words, leaves }) => `  ${words}: ${count}${isOld ? ` (${leaves})` : ''}\n`).join('');

function describeSecret(name: string, held: readonly HashedCount[], isOld: boolean): string {
  if (!isOld) return `${name}: encrypts new data\n${lines(held)}`;
  return held.length === 0
    ? `${name}: no longer needed, can be removed\n`
    : `${name}: still needed\n${lines(held, true)}`;
}
