import type { Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { RecordTable } from '@billhook/domain/shared/resources';

/** Deleted payments remain as rows; a deleted record of another kind has none. */
const HELD: Partial<Readonly<Record<RecordTable, string>>> = { payments: ` AND status = 'Recorded'` };

const lockName = (table: RecordTable, companyId: number, externalId: string): string =>
  `${table}/${companyId}/${externalId}`;

/**
 * Locks several externalIds in a fixed order, to prevent deadlocks between transactions that claim the same ones
 * later.
 */
export async function reserveExternalIds(
  tx: Tx,
  table: RecordTable,
  companyId: number,
  externalIds: readonly string[],
): Promise<void> {
  await tx.query({
    name: 'external_ids_lock',
    text: 'SELECT pg_advisory_xact_lock(hash) FROM (SELECT hashtextextended(name, 0) AS hash FROM unnest($1::text[]) AS name ORDER BY 1) l',
    values: [externalIds.map((externalId) => lockName(table, companyId, externalId))],
  });
}

/**
 * Rejects an externalId that another record of the company has (409, naming that record). The lock makes two requests
 * with the same externalId wait for each other: the second one sees the record of the first.
 */
export async function claimExternalId(
  tx: Tx,
  table: RecordTable,
  record: { readonly companyId: number; readonly externalId: string | null; readonly id?: number },
): Promise<void> {
  if (record.externalId === null) return;
  tx.send({
    name: 'external_id_lock',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [lockName(table, record.companyId, record.externalId)],
  });
  const [holder] = await tx.query<{ id: number }>({
    name: `external_id_${table}`,
    text: `SELECT id FROM ${table} WHERE company_id = $1 AND external_id = $2${HELD[table] ?? ''}`,
    values: [record.companyId, record.externalId],
  });
  if (holder && holder.id !== record.id) {
    throw new Problem('external_id_taken', `The record ${holder.id} already has this externalId.`, {
      errors: [{ pointer: '/externalId', code: 'external_id_taken', message: 'is already used by another record' }],
      extensions: { existingId: holder.id },
    });
  }
}
