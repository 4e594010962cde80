import type { ReadRunner, Runner, Statement } from '@billhook/db/statement';
import { IDEMPOTENCY_DAYS } from '@billhook/domain/shared/idempotency-key';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Logger } from '@billhook/platform/logger';
import { countOf, type ProtectedValues } from '@billhook/platform/protected-values';
import { reseal, SEAL_PURPOSES, type SealPurpose } from '@billhook/platform/seal';
import type { StoredSecret } from './sealed-secret.rules.js';

/*
 * All data that APP_SECRETS encrypts, and how it is re-encrypted with the first of them before an older one is removed. The type check
 * rejects a new use of `seal` that is missing here.
 */

interface SealedKind extends ProtectedValues {
  /** The re-encrypted data; null for data that expires soon and is too large to read. */
  readonly renewal: Renewal | null;
  readonly ends: string | null;
}

interface Renewal {
  /** $1 the current version with its dot and a %, $2 the id after which to continue: rows of { id, sealed }, at most 200. */
  readonly find: string;
  /** $1 id, $2 the new text, $3 the old one: a row that changed in the meantime is not written. */
  readonly write: string;
  readonly renew: (text: string, one: (sealed: string) => string) => string;
}

const versionOf = (column: string): string => `split_part(${column}, '.', 1)`;

/** A column with one encrypted text. @param where the condition of a partial index, for a large table */
function column(
  words: string,
  table: string,
  id: string,
  name: string,
  where = 'true',
  ends: string | null = null,
): SealedKind {
  return {
    words,
    ends,
    versions: `SELECT ${versionOf(name)} AS version FROM ${table} WHERE ${where} AND ${name} IS NOT NULL`,
    renewal: {
      find: `SELECT ${id} AS id, ${name} AS sealed FROM ${table}
        WHERE ${where} AND ${name} NOT LIKE $1 AND ${id} > $2 ORDER BY ${id} LIMIT 200`,
      write: `UPDATE ${table} SET ${name} = $2 WHERE ${id} = $1 AND ${name} = $3 RETURNING 1`,
      renew: (text, one) => one(text),
    },
  };
}

const KINDS: Readonly<Record<SealPurpose, SealedKind>> = {
  'webhook-secret': {
    words: 'signing secrets of webhooks',
    ends: null,
    versions: `SELECT ${versionOf(`s->>'sealed'`)} AS version FROM webhook_endpoints, jsonb_array_elements(secrets) s`,
    renewal: {
      find: `SELECT id, secrets::text AS sealed FROM webhook_endpoints e WHERE id > $2
        AND EXISTS (SELECT FROM jsonb_array_elements(e.secrets) s WHERE s->>'sealed' NOT LIKE $1) ORDER BY id LIMIT 200`,
      write: 'UPDATE webhook_endpoints SET secrets = $2::jsonb WHERE id = $1 AND secrets = $3::jsonb RETURNING 1',
      renew: (text, one) =>
        JSON.stringify(
          (JSON.parse(text) as StoredSecret[]).map((stored) => ({ ...stored, sealed: one(stored.sealed) })),
        ),
    },
  },
  'webhook-headers': column('custom headers of webhooks', 'webhook_endpoints', 'id', 'headers'),
  'second-factor': column('two-factor secrets', 'second_factors', 'account_id', 'secret'),
  'answering-link': column('client links of documents', 'answering_links', 'id', 'sealed'),
  'client-link': column('links to pages of clients', 'client_links', 'id', 'sealed'),
  notice: column('waiting emails with a link', 'mails', 'id', 'sealed', `status = 'Pending'`),
  'idempotent-answer': {
    words: 'stored responses to an Idempotency-Key',
    ends: `each is deleted after ${IDEMPOTENCY_DAYS} days`,
    versions: `SELECT ${versionOf('answer')} AS version FROM idempotency_records`,
    renewal: null,
  },
};

/** The rest under a version of the application secret. */
export interface SealedCount {
  readonly purpose: SealPurpose;
  readonly words: string;
  readonly version: string;
  readonly count: number;
  /** Why waiting is enough; null if the worker re-encrypts it. */
  readonly ends: string | null;
}

/** The data that does not expire, and is small enough for a check with a time limit. */
export const LASTING_PURPOSES: readonly SealPurpose[] = SEAL_PURPOSES.filter(
  (purpose) => KINDS[purpose].renewal !== null,
);

/** What `LASTING_PURPOSES` encrypt, for the check of a program that starts. */
export const SEALED_VALUES: readonly ProtectedValues[] = LASTING_PURPOSES.map((purpose) => KINDS[purpose]);

/** Counts encrypted data by kind and version. Reads whole tables, so only the operator runs it. */
export async function countSealed(
  runner: ReadRunner,
  purposes: readonly SealPurpose[] = SEAL_PURPOSES,
  isHere: (statement: Pick<Statement, 'name' | 'text'>) => boolean = () => true,
): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const purpose of purposes) {
    const { words, versions, ends } = KINDS[purpose];
    const text = countOf(versions);
    if (!isHere({ name: `sealed_count_${purpose}`, text })) continue;
    const rows = await runner.query<{ version: string; count: number }>({ name: `sealed_count_${purpose}`, text });
    counts.push(...rows.map(({ version, count }) => ({ purpose, words, version, count, ends })));
  }
  return counts;
}

export interface Resealed {
  readonly renewed: number;
  /** Encrypted with a secret that is no longer configured: unreadable until that secret is configured again. */
  readonly lost: number;
}

/** Re-encrypts data of older application secrets with the first one. */
export class Resealing {
  constructor(
    private readonly runner: Runner,
    private readonly secrets: AppSecrets,
    private readonly logger: Logger,
    /** Whether a statement is about the place that is re-encrypted. */
    private readonly isHere: (statement: Pick<Statement, 'name' | 'text'>) => boolean = () => true,
  ) {}

  /** Re-encrypts everything. A simultaneous change of a row wins. */
  async run(): Promise<Resealed> {
    let [renewed, lost] = [0, 0];
    for (const purpose of SEAL_PURPOSES) {
      const { renewal, words } = KINDS[purpose];
      if (!renewal || !this.isHere({ name: `reseal_find_${purpose}`, text: renewal.find })) continue;
      const done = await this.#renew(purpose, renewal);
      renewed += done.renewed;
      lost += done.lost;
      if (done.renewed > 0) this.logger.info({ count: done.renewed }, `encrypted again: ${words}`);
      if (done.lost > 0) {
        this.logger.error({ count: done.lost }, `encrypted with a secret that is not in APP_SECRETS: ${words}`);
      }
    }
    return { renewed, lost };
  }

  async #renew(purpose: SealPurpose, { find, write, renew }: Renewal): Promise<Resealed> {
    const current = `${this.secrets.current(purpose).version}.%`;
    let [renewed, lost] = [0, 0];
    for (let last = 0; ;) {
      const rows = await this.runner.query<{ id: number; sealed: string }>({
        name: `reseal_find_${purpose}`,
        text: find,
        values: [current, last],
      });
      for (const { id, sealed } of rows) {
        const text = opened(() => renew(sealed, (one) => reseal(this.secrets, purpose, one)));
        if (text === undefined) {
          lost += 1;
          continue;
        }
        const values = [id, text, sealed];
        const written = await this.runner.query({ name: `reseal_write_${purpose}`, text: write, values });
        renewed += written.length;
      }
      if (rows.length < 200) return { renewed, lost };
      last = rows.at(-1)?.id ?? last;
    }
  }
}

/** Undefined if it cannot be decrypted: such a row must not block the others. */
function opened(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
