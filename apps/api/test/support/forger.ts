import { hmacOf } from '@billhook/invoicing/document-chain/chain-hmac.rules';
import { linkHash, type LinkedEntry } from '@billhook/invoicing/document-chain/link-hash.rules';
import { recordDigests, type ChainedResource } from '@billhook/invoicing/document-chain/record-digest.rules';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import { withCellOf } from '@billhook/testing/test-server';

/** The members of an entry that a forger chooses. */
export type Forged = Pick<LinkedEntry, 'resource' | 'recordId' | 'action'> &
  Partial<Pick<LinkedEntry, 'version' | 'number' | 'digest' | 'frozenDigest' | 'at'>>;

/**
 * A person who controls the database, and knows how Billhook calculates digests, hashes and HMACs.
 * @param secrets undefined for SQL alone
 */
export class Forger {
  constructor(
    private readonly databaseUrl: string,
    private readonly companyId: number,
    private readonly secrets?: AppSecrets,
  ) {}

  /** Runs statements as the owner of the server: no trigger runs. */
  async sql<T extends object>(text: string, ...values: unknown[]): Promise<T[]> {
    return withCellOf(this.databaseUrl, this.companyId, async (client) => {
      await client.query(`SET session_replication_role = 'replica'`);
      return (await client.query<T>(text, values)).rows;
    });
  }

  /** The digests of a record that was changed in SQL, as the API shows it. */
  digests(resource: ChainedResource, presented: object): Pick<LinkedEntry, 'digest' | 'frozenDigest'> {
    const { digest, frozenDigest } = recordDigests(resource, presented);
    return { digest: digest.toString('hex'), frozenDigest: frozenDigest.toString('hex') };
  }

  /** Inserts an entry, as a writer of Billhook does. */
  async add(forged: Forged): Promise<void> {
    const entry = this.#complete(forged);
    await this.sql(
      `INSERT INTO document_chain (company_id, resource, record_id, version, number, action, at, digest, frozen_digest, secret_version, hmac)
        VALUES ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), decode($9, 'hex'), $10, decode($11, 'hex'))`,
      ...[this.companyId, entry.resource, entry.recordId, entry.version, entry.number, entry.action, entry.at],
      ...[entry.digest, entry.frozenDigest, entry.secretVersion, entry.hmac],
    );
  }

  /** Links the entries that wait, as a worker without HMACs does. @param hashVersion 1 as 0.1.0 */
  async link(hashVersion = 2): Promise<void> {
    const [head] = await this.sql<{ sequence: number; hash: Buffer | null }>(
      `SELECT coalesce(max(h.sequence), 0) AS sequence, (SELECT hash FROM document_chain_heads WHERE company_id = $1) AS hash
        FROM document_chain_heads h WHERE company_id = $1`,
      this.companyId,
    );
    let [sequence, hash] = [head?.sequence ?? 0, head?.hash ?? null];
    const waiting = await this.sql<LinkedEntry & { id: number }>(
      `SELECT id, company_id AS "companyId", to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, resource,
        record_id AS "recordId", version, number, action, encode(digest, 'hex') AS digest, digest_version AS "digestVersion",
        encode(frozen_digest, 'hex') AS "frozenDigest", secret_version AS "secretVersion", encode(hmac, 'hex') AS hmac
        FROM document_chain WHERE company_id = $1 AND sequence IS NULL ORDER BY id`,
      this.companyId,
    );
    for (const { id, ...entry } of waiting) {
      hash = linkHash(hash, { ...entry, sequence: ++sequence, hashVersion });
      const stored = hashVersion === 1 ? null : hashVersion;
      await this.sql(
        'UPDATE document_chain SET sequence = $2, hash = $3, hash_version = $4 WHERE id = $1',
        ...[id, sequence, hash, stored],
      );
    }
    await this.sql(
      `INSERT INTO document_chain_heads (company_id, sequence, hash) VALUES ($1, $2, $3)
        ON CONFLICT (company_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash`,
      ...[this.companyId, sequence, hash],
    );
  }

  #complete(forged: Forged): Omit<LinkedEntry, 'sequence' | 'hashVersion'> {
    const facts = {
      ...{ companyId: this.companyId, version: null, number: null, digest: null, frozenDigest: null, digestVersion: 1 },
      ...{ at: new Date().toISOString(), ...forged },
    };
    if (!this.secrets) return { ...facts, secretVersion: null, hmac: null };
    const { secretVersion, hmac } = hmacOf(this.secrets, 'chain-entry', facts);
    return { ...facts, secretVersion, hmac: hmac.toString('hex') };
  }
}
