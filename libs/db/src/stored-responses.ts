import { IDEMPOTENCY_DAYS } from '@billhook/domain/shared/idempotency-key';
import { Problem } from '@billhook/domain/shared/problems';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import { seal, unseal } from '@billhook/platform/seal';
import type { Runner } from './statement.js';
import type { Tx } from './unit-of-work.js';

const PURPOSE = 'idempotent-answer';
const KEPT_MS = IDEMPOTENCY_DAYS * 86_400_000;
const RETRY_AFTER_S = 1;

/** A request to carry out once: the sender, its Idempotency-Key, and the content. */
export interface Claim {
  readonly companyId: number;
  readonly integration: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** SHA-256 of query and body. */
  readonly digest: Buffer;
  readonly at: Date;
}

/** The stored body with its status. Records from before the status was stored have the status of their route. */
export interface StoredResponse {
  readonly body: unknown;
  readonly status?: number;
}

/**
 * The stored responses under Idempotency-Keys. A response is written in the transaction of the change, so both exist or neither does, even
 * if the process ends between the commit and the response.
 */
export class StoredResponses {
  constructor(private readonly secrets: AppSecrets) {}

  /**
   * Locks the request until the end of the transaction.
   * @returns the stored response; undefined if the request is new
   * @throws Problem 409 idempotency_in_flight while it is carried out, 422 idempotency_key_reused if the key belongs to another request
   */
  async claim(tx: Tx, claim: Claim): Promise<StoredResponse | undefined> {
    const { companyId, integration, key, method, path } = claim;
    const name = JSON.stringify([companyId, integration, key, method, path]);
    // Does not wait: each waiting request would hold a connection until none is left.
    const locking = tx.query<{ free: boolean }>({
      name: 'idempotency_lock',
      text: 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS free',
      values: [name],
    });
    // A separate statement after the lock, so it sees what the previous holder committed. Both are one round trip.
    const finding = tx.query<{ digest: Buffer; answer: string }>({
      name: 'idempotency_find',
      text: `SELECT request_digest AS digest, answer FROM idempotency_records
        WHERE company_id = $1 AND integration = $2 AND key = $3 AND method = $4 AND path = $5 AND created_at > $6`,
      values: [companyId, integration, key, method, path, new Date(claim.at.getTime() - KEPT_MS)],
    });
    const [[lock], [record]] = await Promise.all([locking, finding]);
    if (!lock?.free) {
      throw new Problem('idempotency_in_flight', undefined, { extensions: { retryAfter: RETRY_AFTER_S } });
    }
    if (!record) return undefined;
    if (!record.digest.equals(claim.digest)) throw new Problem('idempotency_key_reused');
    return JSON.parse(unseal(this.secrets, PURPOSE, record.answer)) as StoredResponse;
  }

  /** Stores a successful response. Errors are not stored: they change nothing, and a repeat can succeed. */
  keep(tx: Tx, claim: Claim, answer: StoredResponse): void {
    const { companyId, integration, key, method, path, digest, at } = claim;
    tx.send({
      name: 'idempotency_keep',
      text: `INSERT INTO idempotency_records (company_id, integration, key, method, path, request_digest, answer, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (company_id, integration, key, method, path)
        DO UPDATE SET request_digest = excluded.request_digest, answer = excluded.answer, created_at = excluded.created_at`,
      values: [
        companyId,
        integration,
        key,
        method,
        path,
        digest,
        seal(this.secrets, PURPOSE, JSON.stringify(answer)),
        at,
      ],
    });
  }
}

/**
 * Deletes expired responses.
 * @returns their number
 */
export async function deleteOldResponses(runner: Runner, now: Date): Promise<number> {
  const [row] = await runner.query<{ count: number }>({
    name: 'idempotency_forget',
    text: 'WITH gone AS (DELETE FROM idempotency_records WHERE created_at <= $1 RETURNING 1) SELECT count(*)::int AS count FROM gone',
    values: [new Date(now.getTime() - KEPT_MS)],
  });
  return row?.count ?? 0;
}
