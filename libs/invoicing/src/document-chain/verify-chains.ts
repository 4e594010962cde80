import type { ReadRunner } from '@billhook/db/statement';
import { presenceOf, presenceOnSide } from '@billhook/identity/companies/company.sql';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type pg from 'pg';
import type { RecordContext } from '../records/record.repository.js';
import { auditSeries } from '../series/series-continuity.js';
import { COMPOSE } from './chain-entries.sql.js';
import { faultOfHead, HEAD_FAULTS, headOf, oldEntriesOf, type StoredHead } from './chain-heads.js';
import { isBeforeUpgrade, isUpgrading, upgradePeriod, type UpgradePeriod } from './chain-upgrade.js';
import { EntryInspection, hmacError, stateOfEntry, type EntryNotes } from './entry-inspection.js';
import type { LinkedEntry } from './link-hash.rules.js';
import { nextState, stateBefore, type RecordEntry, type RecordState } from './record-entries.rules.js';
import { StoredDocuments } from './verify-documents.js';
import {
  subjectOf,
  verifyLinks,
  type DocumentChainError,
  type HashedEntry,
  type KnownCheckpoint,
} from './verify-links.js';

export interface DocumentChainReport {
  readonly company: { readonly id: number; readonly name: string };
  /** The company is being deleted, with its entries: they were not verified. */
  readonly isDeleting: boolean;
  readonly entries: number;
  /** Entries of the last seconds, which have no position yet. */
  readonly waiting: number;
  /** Records from before the chain, which get their entries soon. */
  readonly uncovered: number;
  readonly checkpoints: number;
  readonly head: { readonly sequence: number; readonly hash: string } | null;
  /** Series with numbers that are not in the order of dates, with the first of these numbers. */
  readonly outOfOrder: readonly string[];
  readonly notes: EntryNotes;
  readonly error: DocumentChainError | null;
}

export interface DocumentChainOptions {
  readonly companyId?: number | undefined;
  readonly checkpoints?: readonly KnownCheckpoint[];
  /** The public keys that checkpoints may have; undefined for any. */
  readonly trusted?: readonly string[] | undefined;
  /** Undefined: no HMAC is verified. */
  readonly secrets?: AppSecrets | undefined;
  readonly now: Date;
  /** Whether the client finds one of several cells. */
  readonly isDivided?: boolean | undefined;
}

/** Entries that are read at a time. */
const BATCH = 200;

const AT = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns of an entry in the form of its JSON. */
const COLUMNS = `company_id AS "companyId", ${AT} AS at, resource, record_id AS "recordId", version, number, action,
  encode(digest, 'hex') AS digest, digest_version AS "digestVersion", encode(frozen_digest, 'hex') AS "frozenDigest",
  secret_version AS "secretVersion", encode(hmac, 'hex') AS hmac`;

const LINKED = `SELECT ${COLUMNS}, sequence, coalesce(hash_version, 1) AS "hashVersion", encode(hash, 'hex') AS hash
  FROM document_chain WHERE company_id = $1 AND sequence IS NOT NULL ORDER BY sequence`;

const UNLINKED = `SELECT ${COLUMNS} FROM document_chain WHERE company_id = $1 AND sequence IS NULL ORDER BY id`;

const BY_RECORD = `SELECT ${COLUMNS} FROM document_chain WHERE company_id = $1
  ORDER BY resource, record_id, sequence NULLS LAST, id`;

const CHECKPOINTS = `SELECT company_id AS "companyId", sequence, hash, to_char(signed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "signedAt",
    public_key AS "publicKey", signature FROM checkpoints WHERE company_id = $1 ORDER BY sequence`;

const hasEntry = (resource: string): string => `EXISTS (SELECT FROM document_chain e
  WHERE e.company_id = r.company_id AND e.resource = ${resource} AND e.record_id = r.id AND e.version IS NOT NULL)`;

/** PDFs, or their contents, that have no entry. */
const filesWithoutEntry = (
  part: 'bytes' | 'content',
): string => `SELECT resource, record_id, NULL, true FROM document_files r
  WHERE company_id = $1 AND ${part} IS NOT NULL AND NOT EXISTS (SELECT FROM document_chain e
    WHERE e.company_id = r.company_id AND e.resource = r.resource AND e.record_id = r.record_id AND e.version IS NULL
      AND e.action ${part === 'content' ? '=' : '<>'} '${COMPOSE}')`;

/** Issued documents, payments and PDFs without any entry. */
const WITHOUT_ENTRY = `
  SELECT 'invoice' AS resource, id AS "recordId", number, false AS pdf FROM invoices r
    WHERE company_id = $1 AND number IS NOT NULL AND NOT ${hasEntry(`'invoice'`)}
  UNION ALL SELECT 'credit_note', id, number, false FROM credit_notes r WHERE company_id = $1 AND NOT ${hasEntry(`'credit_note'`)}
  UNION ALL SELECT 'payment', id, NULL, false FROM payments r WHERE company_id = $1 AND NOT ${hasEntry(`'payment'`)}
  UNION ALL ${filesWithoutEntry('content')}
  UNION ALL ${filesWithoutEntry('bytes')}`;

const NO_NOTES: EntryNotes = { listed: [], counts: { upgrade: 0, adopted: 0, back: 0, old: 0, unverified: 0 } };

const UNVERIFIED = {
  ...{ isDeleting: true, entries: 0, waiting: 0, uncovered: 0, checkpoints: 0, head: null, outOfOrder: [] },
  ...{ notes: NO_NOTES, error: null },
};

type WithoutEntry = Pick<LinkedEntry, 'resource' | 'recordId' | 'number'> & { readonly pdf: boolean };

/**
 * Verifies the document chain of every company, or of one: links, checkpoints, HMACs, the records and PDFs themselves, and the numbers.
 * @param client a dedicated connection: each company is read in one snapshot
 */
export async function* verifyDocumentChains(
  client: pg.ClientBase,
  context: RecordContext,
  options: DocumentChainOptions,
): AsyncGenerator<DocumentChainReport> {
  const { rows } = await client.query<DocumentChainReport['company']>(
    'SELECT id, name FROM companies WHERE $1::bigint IS NULL OR id = $1 ORDER BY id',
    [options.companyId ?? null],
  );
  for (const company of rows) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      const presence = await (options.isDivided ? presenceOnSide : presenceOf)(client, company.id);
      if (presence === 'Present') yield await new ChainVerification(client, context, company, options).run();
      if (presence === 'Deleting') yield { ...UNVERIFIED, company };
    } finally {
      await client.query('ROLLBACK');
    }
  }
}

/** The verification of one company, in one snapshot. */
class ChainVerification {
  readonly #runner: ReadRunner;
  /** Whether entries without an HMAC, and records without an entry, are expected. */
  #upgrading = false;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly context: RecordContext,
    private readonly company: DocumentChainReport['company'],
    private readonly options: DocumentChainOptions,
  ) {
    this.#runner = {
      query: async (statement) => (await client.query(statement.text, [...(statement.values ?? [])])).rows as never,
    };
  }

  async run(): Promise<DocumentChainReport> {
    const { company } = this;
    const { checkpoints = [], trusted, secrets } = this.options;
    this.#upgrading = await this.#isUpgrading();
    const head = await headOf(this.#runner, company.id);
    const fault = head && secrets && (await this.#faultOf(head, secrets));
    const inspection = new EntryInspection({
      ...{ secrets, isUpgrading: this.#upgrading, oldEntries: head && oldEntriesOf(head) },
      confirmed: fault === undefined || fault === 'continued' ? (head?.confirmedSequence ?? 0) : 0,
    });
    const signed = await this.#read<KnownCheckpoint>(CHECKPOINTS);
    const own = checkpoints.filter(({ companyId }) => companyId === company.id);
    const links = await verifyLinks(cursor<HashedEntry>(this.client, LINKED, company.id), {
      ...{ checkpoints: [...signed, ...own], trusted },
      inspect: (entry) => (fault && fault !== 'continued' ? undefined : inspection.inspect(entry)),
    });
    const unlinked = await this.#unlinked();
    const end = {
      ...{ company, isDeleting: false, ...links, waiting: unlinked.count, uncovered: 0, outOfOrder: [] },
      ...{ checkpoints: signed.length, notes: inspection.notes },
    };
    const error =
      links.error ??
      errorOfEnd(links.entries, links.head?.hash ?? null, head) ??
      (fault && {
        kind: 'head',
        where: `entry ${head.confirmedSequence ?? head.sequence}`,
        says: HEAD_FAULTS[fault],
      }) ??
      unlinked.error ??
      (await this.#errorOfDocuments());
    if (error) return { ...end, error };
    const without = await this.#read<WithoutEntry>(`${WITHOUT_ENTRY} LIMIT 10000`);
    const [first] = without;
    if (first && !this.#upgrading) {
      const where = `${first.pdf ? 'PDF of ' : ''}${subjectOf(first)}`;
      return { ...end, error: { kind: 'no_entry', where, says: 'it has no entry in the document chain' } };
    }
    const numbers = await auditSeries(this.#runner, company.id);
    const [missing] = numbers.filter(({ isContinuous }) => !isContinuous);
    return {
      ...{ ...end, uncovered: without.length },
      outOfOrder: numbers
        .filter(({ outOfOrder }) => outOfOrder !== '')
        .map((each) => `${each.name}: ${each.outOfOrder}`),
      error: missing ? { kind: 'numbers', where: missing.name, says: missing.says } : null,
    };
  }

  /** Without the secrets, the time of the upgrade in the database is trusted. */
  async #isUpgrading(): Promise<boolean> {
    const { secrets, now } = this.options;
    const period: UpgradePeriod | undefined = await upgradePeriod(this.#runner, secrets);
    if (!period) return isBeforeUpgrade(this.#runner);
    return secrets ? isUpgrading(period, now) : now < period.endsAt;
  }

  #faultOf(head: StoredHead, secrets: AppSecrets) {
    const options = { secrets, companyId: this.company.id, isUpgrading: this.#upgrading };
    return faultOfHead(this.#runner, options, head);
  }

  async #unlinked(): Promise<{ readonly count: number; readonly error: DocumentChainError | undefined }> {
    const { secrets } = this.options;
    let count = 0;
    let error: DocumentChainError | undefined;
    for await (const entry of cursor<RecordEntry>(this.client, UNLINKED, this.company.id)) {
      count++;
      const state = secrets ? stateOfEntry(secrets, entry) : 'valid';
      if (state === 'valid' || (state === 'missing' && this.#upgrading)) continue;
      error ??= hmacError(entry, null, state);
    }
    return { count, error };
  }

  /** The first record or PDF that its entries do not match, or whose entries contradict each other. */
  async #errorOfDocuments(): Promise<DocumentChainError | undefined> {
    const documents = new StoredDocuments(this.context, this.#runner);
    let batch: RecordState[] = [];
    for await (const state of statesOf(cursor<RecordEntry>(this.client, BY_RECORD, this.company.id))) {
      if ('kind' in state) return (await documents.firstError(this.company.id, batch)) ?? state;
      batch.push(state);
      if (batch.length < BATCH) continue;
      const error = await documents.firstError(this.company.id, batch);
      if (error) return error;
      batch = [];
    }
    return documents.firstError(this.company.id, batch);
  }

  async #read<T extends object>(text: string): Promise<T[]> {
    return (await this.client.query<T>(text, [this.company.id])).rows;
  }
}

/** The state of each record after its last entry; ends with the first error. @param entries in order, grouped by record */
async function* statesOf(entries: AsyncIterable<RecordEntry>): AsyncGenerator<RecordState | DocumentChainError> {
  let state: RecordState | undefined;
  for await (const entry of entries) {
    if (state && (state.resource !== entry.resource || state.recordId !== entry.recordId)) {
      yield state;
      state = undefined;
    }
    const next = nextState(state ?? stateBefore(entry), entry);
    if (next.error) {
      yield next.error;
      return;
    }
    ({ state } = next);
  }
  if (state) yield state;
}

function errorOfEnd(entries: number, hash: string | null, head: StoredHead | undefined): DocumentChainError | null {
  const last = head?.sequence ?? 0;
  if (entries === last && hash === (head?.hash?.toString('hex') ?? null)) return null;
  return last > entries
    ? { kind: 'cut_off', where: `entry ${entries}`, says: `the end was cut off: entry ${last} was the last` }
    : {
        kind: 'overhang',
        where: `entry ${last}`,
        says: 'entries follow the recorded end of the chain, or its hash was changed',
      };
}

/** The rows of a statement, in constant memory. A cursor without its own name would end the one before. */
async function* cursor<T extends object>(client: pg.ClientBase, text: string, companyId: number): AsyncGenerator<T> {
  await client.query(`DECLARE chain_rows NO SCROLL CURSOR FOR ${text}`, [companyId]);
  try {
    for (;;) {
      const { rows } = await client.query<T>(`FETCH ${BATCH} FROM chain_rows`);
      yield* rows;
      if (rows.length < BATCH) return;
    }
  } finally {
    await client.query('CLOSE chain_rows');
  }
}
