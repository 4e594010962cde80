import { lockOfCell } from '@billhook/db/current-cell';
import type { Tx } from '@billhook/db/unit-of-work';
import { CHANGE_LOCK, EXPIRE_CHANGES, LOCK_NUMBERS } from './change-log.sql.js';

/** Makes every position in the log of a company expire, and waits for a process that numbers its changes. The caller deletes them. */
export async function expireChanges(tx: Tx, companyId: number): Promise<void> {
  tx.send({ name: 'change_log_lock', text: LOCK_NUMBERS, values: [lockOfCell(CHANGE_LOCK), companyId] });
  await tx.query({ name: 'change_log_expire', text: EXPIRE_CHANGES, values: [companyId] });
}
