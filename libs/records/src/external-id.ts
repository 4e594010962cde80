import type { Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/problems';

export type RecordTable = 'clients' | 'invoices' | 'quotes' | 'payments' | 'credit_notes';

/**
 * Refuses an externalId that another record of the company holds (409, naming the holder). The lock makes two requests
 * with the same externalId wait for each other, so the second one sees the first one's record.
 */
export async function claimExternalId(
  tx: Tx,
  table: RecordTable,
  record: { readonly companyId: number; readonly externalId: string | null; readonly id?: number },
): Promise<void> {
  if (record.externalId === null) return;
  await tx.query({
    name: 'external_id_lock',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`${table}/${record.companyId}/${record.externalId}`],
  });
  const [holder] = await tx.query<{ id: number }>({
    name: `external_id_${table}`,
    text: `SELECT id FROM ${table} WHERE company_id = $1 AND external_id = $2`,
    values: [record.companyId, record.externalId],
  });
  if (holder && holder.id !== record.id) {
    throw new Problem('external_id_taken', `The externalId is held by the record ${holder.id}.`, {
      errors: [{ pointer: '/externalId', code: 'external_id_taken', message: 'is held by another record' }],
      extensions: { existingId: holder.id },
    });
  }
}
