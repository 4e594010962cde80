import { UnitOfWork } from '@billhook/db/unit-of-work';
import { IDS_OF_CELL } from '@billhook/domain/shared/cell-ids';
import { addMissingEntries } from '@billhook/invoicing/settlements/add-missing-entries';
import { describe, expect, it } from '@jest/globals';
import { startWithKey } from '../support/start.js';

const { api, key, records } = await startWithKey('2026-11-21T09:00:00.000Z');

const entries = () =>
  api.database.query({
    name: 'test_entries',
    text: 'SELECT invoice_id, payment_id, amount FROM settlement_entries WHERE company_id = $1 ORDER BY id',
    values: [key.companyId],
  });

describe('the settlements that programs of an earlier release wrote', () => {
  it('are added in a later cell, whose ids do not begin at 1', async () => {
    await api.database.query({
      name: 'test_later_ids',
      text: `SELECT setval(pg_get_serial_sequence('cell_1.invoices', 'id'), $1)`,
      values: [3 * IDS_OF_CELL],
    });
    for (let n = 0; n < 2; n++) await records.paid(await records.sent());
    const before = await entries();
    expect(before).toHaveLength(2);
    const text = 'DELETE FROM settlement_entries WHERE company_id = $1';
    await api.database.query({ name: 'test_lose_entries', text, values: [key.companyId] });
    const stop = AbortSignal.timeout(20_000);
    await api.within(key.companyId, () =>
      addMissingEntries(api.app.get(UnitOfWork), api.clock, { isUpgrading: true, stop }),
    );
    expect(await entries()).toEqual(before);
  });
});
