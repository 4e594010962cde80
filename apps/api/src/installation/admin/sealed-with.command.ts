import { Database } from '@billhook/db/database';
import { KeysRepository } from '@billhook/identity/keys/keys.repository';
import { OAuthApplicationsRepository } from '@billhook/identity/oauth/applications.repository';
import { OAuthTokensRepository } from '@billhook/identity/oauth/tokens.repository';
import { countKeyed } from '@billhook/invoicing/document-chain/chain-confirmation';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { countSealed } from '@billhook/webhooks/endpoints/resealing';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';

interface Held {
  readonly words: string;
  readonly version: string;
  readonly count: number;
  /** How it moves to the current secret. */
  readonly leaves: string;
}

const HASHED_ON_USE = 'each is hashed again when it is next used';

export const sealedWith: Command = {
  summary: 'Lists what each secret in APP_SECRETS still encrypts, and which secrets can be removed',
  usage: '',
  async run(app, args) {
    readOptions(z.object({}), args);
    const db = app.get(Database);
    const keys = await app.get(KeysRepository).countByHashVersion();
    const clientSecrets = await app.get(OAuthApplicationsRepository).countSecretsByHashVersion();
    const tokens = await app.get(OAuthTokensRepository).countByHashVersion();
    const held: Held[] = [
      ...(await countSealed(db)).map(({ ends, ...kind }) => ({
        ...kind,
        leaves: ends ?? 'the worker encrypts them again',
      })),
      ...keys.map((row) => ({ ...row, words: 'API keys', leaves: HASHED_ON_USE })),
      ...clientSecrets.map((row) => ({ ...row, words: 'client secrets of applications', leaves: HASHED_ON_USE })),
      ...tokens.map(({ isRefresh, ...row }) =>
        isRefresh
          ? { ...row, words: 'refresh tokens of applications', leaves: HASHED_ON_USE }
          : { ...row, words: 'access tokens and codes of applications', leaves: 'each expires within an hour' },
      ),
      ...(await countKeyed(db)).map((row) => ({ ...row, leaves: 'admin confirm-chains confirms them again' })),
    ];
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

const of = (held: readonly Held[], version: string): Held[] => held.filter((each) => each.version === version);

const lines = (held: readonly Held[], isOld = false): string =>
  held.map(({ count, words, leaves }) => `  ${words}: ${count}${isOld ? ` (${leaves})` : ''}\n`).join('');

function describeSecret(name: string, held: readonly Held[], isOld: boolean): string {
  if (!isOld) return `${name}: encrypts new data\n${lines(held)}`;
  return held.length === 0
    ? `${name}: no longer needed, can be removed\n`
    : `${name}: still needed\n${lines(held, true)}`;
}
