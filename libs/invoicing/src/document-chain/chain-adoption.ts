import { lockOfCell } from '@billhook/db/current-cell';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import type { RecordContext } from '../records/record.repository.js';
import { ADOPT, chainEntryOf, COMPOSE, pdfHmac } from './chain-entries.sql.js';
import { beginUpgrade, isUpgrading } from './chain-upgrade.js';
import { chainedRecords } from './chained-records.js';
import { CHAINED_RESOURCES, type ChainedResource } from './record-digest.rules.js';

/** Records per transaction: few, because others wait for their locks. */
const BATCH = 50;

/** PDFs per statement. */
const PDF_BATCH = 1000;

/** An arbitrary number: the advisory lock of a batch. */
const ADOPTION_LOCK = 7_301_948;

const TABLES: Readonly<Record<ChainedResource, string>> = {
  invoice: 'invoices r WHERE r.number IS NOT NULL',
  credit_note: 'credit_notes r WHERE true',
  payment: 'payments r WHERE true',
};

/** The last record of a batch, where the next one continues. */
interface AdoptionPlace {
  readonly resource: string;
  readonly recordId: number;
}

const START: AdoptionPlace = { resource: '', recordId: 0 };

interface AdoptionBatch {
  readonly added: number;
  /** Undefined after the last batch. */
  readonly next: AdoptionPlace | undefined;
}

type Owned = AdoptionPlace & { readonly companyId: number };

/**
 * Adds entries for records and PDFs without any entry, which are older than the document chain. Does nothing when the time of the upgrade
 * is over, and in a new installation.
 */
export class ChainAdoption {
  constructor(
    private readonly context: RecordContext,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Ends early while another worker adopts. @returns how many entries it added */
  async run(stop?: AbortSignal): Promise<number> {
    const period = await beginUpgrade(this.uow, this.context.secrets, this.clock);
    if (!isUpgrading(period, this.clock.now())) return 0;
    const kinds = [
      ...CHAINED_RESOURCES.map((resource) => (tx: Tx, after: AdoptionPlace) => this.#records(tx, resource, after)),
      (tx: Tx, after: AdoptionPlace) => this.#pdfs(tx, after),
    ];
    let added = 0;
    for (const adopt of kinds) {
      for (let after: AdoptionPlace | undefined = START; after && stop?.aborted !== true;) {
        const from: AdoptionPlace = after;
        const batch: AdoptionBatch | undefined = await this.uow.run(async (tx) =>
          (await isAlone(tx)) ? adopt(tx, from) : undefined,
        );
        if (!batch) return added;
        added += batch.added;
        after = batch.next;
      }
    }
    return added;
  }

  async #records(tx: Tx, resource: ChainedResource, after: AdoptionPlace): Promise<AdoptionBatch> {
    const found = await tx.query<Owned>({
      name: `chain_adopt_${resource}`,
      text: `SELECT $1::text AS resource, r.id AS "recordId", r.company_id AS "companyId" FROM ${TABLES[resource]} AND r.id > $2
        AND NOT EXISTS (SELECT FROM document_chain e
          WHERE e.company_id = r.company_id AND e.resource = $1 AND e.record_id = r.id AND e.version IS NOT NULL)
        ORDER BY r.id LIMIT $3`,
      values: [resource, after.recordId, BATCH],
    });
    let added = 0;
    for (const record of found) if (await this.#record(tx, resource, record)) added++;
    return { added, next: found.length === BATCH ? found.at(-1) : undefined };
  }

  /** @returns whether it added an entry: the record may have been deleted in the meantime, or have an entry by now */
  async #record(tx: Tx, resource: ChainedResource, { companyId, recordId }: Owned): Promise<boolean> {
    const records = chainedRecords(this.context)[resource];
    const data = await records.lock(tx, companyId, recordId).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') return undefined;
      throw error;
    });
    if (!data) return false;
    const covered = await tx.query({
      name: 'chain_adopt_covered',
      text: `SELECT FROM document_chain
        WHERE company_id = $1 AND resource = $2 AND record_id = $3 AND version IS NOT NULL LIMIT 1`,
      values: [companyId, resource, recordId],
    });
    if (covered.length > 0) return false;
    const at = this.clock.now();
    const entry = chainEntryOf({ companyId, resource, data, action: ADOPT, at, deleted: false }, this.context.secrets);
    if (entry) tx.send(entry);
    return entry !== undefined;
  }

  async #pdfs(tx: Tx, { resource, recordId }: AdoptionPlace): Promise<AdoptionBatch> {
    const found = await tx.query<Owned & { readonly digest: string }>({
      name: 'chain_adopt_pdfs',
      text: `SELECT company_id AS "companyId", resource, record_id AS "recordId", digest FROM document_files f
        WHERE bytes IS NOT NULL AND (f.resource, f.record_id) > ($1, $2)
          AND NOT EXISTS (SELECT FROM document_chain e WHERE e.company_id = f.company_id AND e.resource = f.resource
            AND e.record_id = f.record_id AND e.version IS NULL AND e.action <> '${COMPOSE}') ORDER BY f.resource, f.record_id LIMIT $3`,
      values: [resource, recordId, PDF_BATCH],
    });
    const at = this.clock.now();
    const keyed = found.map((pdf) => pdfHmac(this.context.secrets, { ...pdf, action: ADOPT, at }));
    if (found.length > 0) {
      tx.send({
        name: 'chain_add_pdfs',
        text: `INSERT INTO document_chain (company_id, resource, record_id, action, at, digest, secret_version, hmac)
          SELECT p.company_id, p.resource, p.record_id, '${ADOPT}', $4, decode(p.digest, 'hex'), $6, p.hmac
          FROM unnest($1::bigint[], $2::text[], $3::bigint[], $5::text[], $7::bytea[])
            AS p (company_id, resource, record_id, digest, hmac)`,
        values: [
          ...[
            found.map(({ companyId }) => companyId),
            found.map((pdf) => pdf.resource),
            found.map((pdf) => pdf.recordId),
          ],
          ...[at, found.map(({ digest }) => digest), keyed[0]?.secretVersion, keyed.map(({ hmac }) => hmac)],
        ],
      });
    }
    return { added: found.length, next: found.length === PDF_BATCH ? found.at(-1) : undefined };
  }
}

/** Whether no other worker adopts until the transaction ends. Statements after it see the entries of the batch before. */
async function isAlone(tx: Tx): Promise<boolean> {
  const [lock] = await tx.query<{ taken: boolean }>({
    name: 'chain_adopt_lock',
    text: 'SELECT pg_try_advisory_xact_lock($1) AS taken',
    values: [lockOfCell(ADOPTION_LOCK)],
  });
  return lock?.taken === true;
}
