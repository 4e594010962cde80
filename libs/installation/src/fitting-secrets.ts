import { type DatabaseProblem, UnusableDatabaseError } from '@billhook/db/database-problem.rules';
import type { ReadRunner } from '@billhook/db/statement';
import { HASHED_VALUES } from '@billhook/identity/keys/hashed-counts';
import { KEYED_VALUES } from '@billhook/invoicing/document-chain/chain-confirmation';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Env } from '@billhook/platform/env';
import type { ProtectedValues } from '@billhook/platform/protected-values';
import { SEALED_VALUES } from '@billhook/webhooks/endpoints/resealing';

/** Few rows first. The large tables are read only if none of the others has a value. */
const PROTECTED: readonly ProtectedValues[] = [...KEYED_VALUES, ...HASHED_VALUES, ...SEALED_VALUES];

/**
 * SQLSTATE of a table or column that the schema step has not created, or that the role may not read, and of the type that a cell leaves for a
 * table when it moves to another server.
 */
const NOT_THERE = ['42P01', '42703', '42501', '42809'];

/**
 * Compares APP_SECRETS with the data, for a program that starts. In an ordinary start the first value that is found fits.
 * @throws UnusableDatabaseError if the database has protected values, and no secret fits any of them
 */
export async function requireFittingSecrets(
  db: ReadRunner,
  { APP_SECRETS, APP_SECRETS_CHECK }: Pick<Env, 'APP_SECRETS' | 'APP_SECRETS_CHECK'>,
): Promise<void> {
  if (!APP_SECRETS_CHECK) return;
  const { versions } = new AppSecrets(APP_SECRETS);
  const needed = new Map<string, string[]>();
  for (const values of PROTECTED) {
    const { fits, other } = await lookAt(db, values, versions);
    if (fits) return;
    if (other !== null) needed.set(other, [...(needed.get(other) ?? []), values.words]);
  }
  if (needed.size > 0) throw new UnusableDatabaseError(problemOf(versions, needed));
}

interface Fit {
  readonly fits: boolean;
  /** The version of one of the values, if no secret fits any of them. */
  readonly other: string | null;
}

async function lookAt(db: ReadRunner, { versions: text }: ProtectedValues, versions: readonly string[]): Promise<Fit> {
  try {
    const [found] = await db.query<Fit & Record<string, unknown>>({
      name: '',
      text: `SELECT EXISTS (SELECT FROM (${text}) stored WHERE version = ANY ($1)) AS fits,
        (SELECT version FROM (${text}) stored LIMIT 1) AS other`,
      values: [versions],
    });
    return found ?? { fits: false, other: null };
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_THERE.includes(String(error.code)))
      return { fits: false, other: null };
    throw error;
  }
}

function problemOf(versions: readonly string[], needed: ReadonlyMap<string, readonly string[]>): DatabaseProblem {
  const which = [...needed].map(([version, words]) => `${words.join(', ')} need the secret ${version}`).join(', and ');
  return {
    detail: `No secret of APP_SECRETS (${versions.join(', ')}) fits the data of this database: its ${which}.`,
    advice:
      'Set APP_SECRETS to the secrets of this installation, or correct DATABASE_URL. If they are lost: docs/operations.md, "Secrets".',
  };
}
