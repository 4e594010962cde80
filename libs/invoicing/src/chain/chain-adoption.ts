import type { Database } from '@billhook/db/database';
import type { UnitOfWork } from '@billhook/db/unit-of-work';
import type { Clock } from '@billhook/platform/clock';
import type { RecordContext } from '../records/record.repository.js';
import { chainEntryOf, insertPdfEntries } from './chain-entries.sql.js';
import { chainedRecords } from './chained-records.js';
import { CHAINED_RESOURCES, type ChainedResource } from './record-digest.rules.js';

/** Records per transaction: few, because others wait for their locks. */
const BATCH = 50;

/** PDFs per statement. */
const PDF_BATCH = 1000;

const TABLES: Readonly<Record<ChainedResource, string>> = {
  invoice: 'invoices r WHERE r.number IS NOT NULL',
  credit_note: 'credit_notes r WHERE true',
  payment: 'payments r WHERE true',
};

/**
 * Adds entries for records and PDFs that were written before the document chain began, or by programs of the previous release during
 * the upgrade. Does nothing when that time is over, and in a new installation.
 * @returns how many entries it added
 */
export class ChainAdoption {
  constructor(
    private readonly context: RecordContext,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(stop?: AbortSignal): Promise<number> {
    const [adoption] = await this.db.query<{ until: Date }>({
      name: 'chain_adoption',
      text: 'SELECT until FROM document_chain_adoption WHERE until > $1',
      values: [this.clock.now()],
    });
    if (!adoption) return 0;
    let added = 0;
    for (const resource of CHAINED_RESOURCES) {
      for (let batch = BATCH; batch === BATCH && stop?.aborted !== true; added += batch)
        batch = await this.#records(resource);
    }
    for (let batch = PDF_BATCH; batch === PDF_BATCH && stop?.aborted !== true; added += batch)
      batch = await this.#pdfs();
    return added;
  }

  private get db(): Database {
    return this.context.db;
  }

  async #records(resource: ChainedResource): Promise<number> {
    const found = await this.db.query<{ id: number; companyId: number }>({
      name: `chain_adopt_${resource}`,
      text: `SELECT r.id, r.company_id AS "companyId" FROM ${TABLES[resource]} AND NOT EXISTS (SELECT FROM document_chain e
        WHERE e.resource = $1 AND e.record_id = r.id AND e.version >= r.version) ORDER BY r.id LIMIT $2`,
      values: [resource, BATCH],
    });
    const records = chainedRecords(this.context)[resource];
    await this.uow.run(async (tx) => {
      for (const { id, companyId } of found) {
        const data = await records.lock(tx, companyId, id);
        const at = this.clock.now();
        const entry = chainEntryOf({ companyId, resource, data, action: 'adopt', at, deleted: false });
        if (entry) tx.send(entry);
      }
    });
    return found.length;
  }

  async #pdfs(): Promise<number> {
    const added = await this.db.autocommit.query({
      name: 'chain_adopt_pdfs',
      text: `${insertPdfEntries(`SELECT * FROM document_files f WHERE bytes IS NOT NULL AND NOT EXISTS (SELECT FROM document_chain e
          WHERE e.resource = f.resource AND e.record_id = f.record_id AND e.version IS NULL) ORDER BY f.record_id LIMIT $1`)}
        RETURNING id`,
      values: [PDF_BATCH],
    });
    return added.length;
  }
}
