import type { ReadRunner } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { ChainEntry, ChainHead } from './chain-entry.entity.js';
import { linkHash } from './link-hash.rules.js';

/** Entries per transaction. */
const BATCH = 500;

type Unlinked = Pick<ChainEntry, 'id' | 'resource' | 'recordId' | 'version' | 'number' | 'action' | 'at' | 'digest'>;

/**
 * Gives committed entries their place in the chain of their company. Writers of one company therefore never wait for each other.
 * @returns how many it linked
 */
export async function linkChains(db: ReadRunner, uow: UnitOfWork, stop?: AbortSignal): Promise<number> {
  const companies = await db.query<{ id: number }>({
    name: 'chain_companies',
    text: 'SELECT DISTINCT company_id AS id FROM document_chain WHERE sequence IS NULL ORDER BY company_id',
  });
  let linked = 0;
  for (const { id } of companies) {
    for (let batch = BATCH; batch === BATCH && stop?.aborted !== true; linked += batch) {
      batch = await uow.run((tx) => linkBatch(tx, id));
    }
  }
  return linked;
}

async function linkBatch(tx: Tx, companyId: number): Promise<number> {
  tx.send({
    name: 'chain_head_begin',
    // The lock delays a deletion of the company, which would not find the new head. A deleted company has no entry.
    text: `INSERT INTO document_chain_heads (company_id, sequence)
      SELECT e.company_id, 0 FROM (SELECT company_id FROM document_chain
        WHERE company_id = $1 AND sequence IS NULL ORDER BY id LIMIT 1 FOR KEY SHARE) e
      ON CONFLICT DO NOTHING`,
    values: [companyId],
  });
  const [head] = await tx.query<Pick<ChainHead, 'sequence' | 'hash'>>({
    name: 'chain_head_lock',
    // Another worker that holds the row links the entries.
    text: 'SELECT sequence, hash FROM document_chain_heads WHERE company_id = $1 FOR UPDATE SKIP LOCKED',
    values: [companyId],
  });
  if (!head) return 0;
  const entries = await tx.query<Unlinked>({
    name: 'chain_unlinked',
    text: `SELECT id, resource, record_id AS "recordId", version, number, action, at, digest FROM document_chain
      WHERE company_id = $1 AND sequence IS NULL ORDER BY id LIMIT $2`,
    values: [companyId, BATCH],
  });
  let { sequence, hash } = head;
  const hashes = entries.map(({ at, digest, ...entry }) => {
    sequence++;
    hash = linkHash(hash, {
      ...{ ...entry, companyId, sequence, at: at.toISOString() },
      digest: digest?.toString('hex') ?? null,
    });
    return hash;
  });
  if (entries.length === 0) return 0;
  tx.send({
    name: 'chain_link',
    text: `UPDATE document_chain e SET sequence = l.sequence, hash = l.hash
      FROM (SELECT id, hash, $3::bigint + place AS sequence FROM unnest($1::bigint[], $2::bytea[]) WITH ORDINALITY AS u (id, hash, place)) l
      WHERE e.id = l.id`,
    values: [entries.map(({ id }) => id), hashes, head.sequence],
  });
  tx.send({
    name: 'chain_head_move',
    text: 'UPDATE document_chain_heads SET sequence = $2, hash = $3 WHERE company_id = $1',
    values: [companyId, sequence, hash],
  });
  return entries.length;
}
