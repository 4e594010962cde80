import { createHash } from 'node:crypto';
import type pg from 'pg';
import { presenceOf, presenceOnSide } from '../companies/company.sql.js';

/*
 * Verifies the audit log without trusting functions in the database: the hashed text is built here, and the hash is
 * computed here.
 */

export interface AuditedCompany {
  readonly id: number;
  readonly name: string;
}

export interface ChainEnd {
  readonly id: number;
  /** RFC 3339. */
  readonly at: string;
}

/** Which log of each company: the only one, or with several cells the one of its cell, or that of the global side. */
export type AuditedLog = 'only' | 'cell' | 'global';

/** The companies of a log, and which of them are being deleted, in the snapshot of the client. */
const COMPANIES: Readonly<Record<AuditedLog, string>> = {
  only: 'SELECT id::float8 AS id, name FROM companies WHERE $1::bigint IS NULL OR id = $1 ORDER BY id',
  cell: 'SELECT id::float8 AS id, name FROM companies WHERE $1::bigint IS NULL OR id = $1 ORDER BY id',
  global: `SELECT id::float8 AS id, name FROM tenants WHERE creating_since IS NULL AND ($1::bigint IS NULL OR id = $1) ORDER BY id`,
};

/** The first error in a chain. */
export interface ChainError {
  readonly kind: 'changed' | 'gap' | 'cut_off' | 'overhang';
  /** Null when no entry is left. */
  readonly entryId: number | null;
  readonly says: string;
}

/** A chain up to its end, or up to the entry before its first error. */
export interface ChainReport {
  readonly company: AuditedCompany;
  readonly log: AuditedLog;
  /** The company is being deleted, with its entries: they were not verified. */
  readonly isDeleting: boolean;
  readonly entries: number;
  readonly first: ChainEnd | null;
  readonly last: ChainEnd | null;
  /** SHA-256 of the last entry, in hexadecimal. */
  readonly head: string | null;
  /** The sought hashes that it contains. */
  readonly found: readonly string[];
  readonly fault: ChainError | null;
}

const UNVERIFIED = {
  isDeleting: true,
  entries: 0,
  first: null,
  last: null,
  head: null,
  found: [],
  fault: null,
} as const;

interface Link extends ChainEnd {
  readonly prevHash: Buffer | null;
  readonly hash: Buffer | null;
  readonly text: string;
}

interface Head {
  readonly entries: number;
  readonly entryId: number | null;
  readonly hash: Buffer | null;
}

/** Large enough to hide network latency, and about 2 MB at most. */
const BATCH = 2000;

const AT = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const LINKS = `SELECT id::float8 AS id, ${AT} AS at, prev_hash AS "prevHash", hash,
    jsonb_build_array(company_id, id, ${AT}, actor_kind, member_id, key_id, actor, action, target, details, ip, user_agent, request_id)::text AS text
  FROM audit_log WHERE company_id = $1 ORDER BY id`;

const HEAD = `SELECT entries::float8 AS entries, entry_id::float8 AS "entryId", hash FROM audit_heads WHERE company_id = $1`;

const sameBytes = (a: Buffer | null, b: Buffer | null): boolean => (a && b ? a.equals(b) : a === b);

function hashOf({ prevHash, text }: Link): Buffer {
  const sum = createHash('sha256');
  if (prevHash) sum.update(prevHash);
  return sum.update(text).digest();
}

interface VerifiedChains {
  readonly companyId?: number | undefined;
  readonly sought?: readonly string[];
  readonly log?: AuditedLog;
}

/**
 * Checks the chain of every company, or of one, in constant memory.
 * @param client a dedicated connection: each company is read in one snapshot
 * @param sought hexadecimal hashes noted as heads earlier
 */
export async function* verifyAuditChains(
  client: pg.ClientBase,
  { companyId, sought = [], log = 'only' }: VerifiedChains = {},
): AsyncGenerator<ChainReport> {
  const { rows } = await client.query<AuditedCompany>(COMPANIES[log], [companyId ?? null]);
  for (const company of rows) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      const presence = await (log === 'only' ? presenceOf : presenceOnSide)(client, company.id);
      if (presence === 'Present') yield await verifyChain(client, company, log, sought);
      if (presence === 'Deleting') yield { ...UNVERIFIED, company, log };
    } finally {
      await client.query('ROLLBACK');
    }
  }
}

async function verifyChain(
  client: pg.ClientBase,
  company: AuditedCompany,
  log: AuditedLog,
  sought: readonly string[],
): Promise<ChainReport> {
  const found: string[] = [];
  let [entries, first, last, hash]: [number, ChainEnd | null, ChainEnd | null, Buffer | null] = [0, null, null, null];
  const report = (fault: ChainError | null): ChainReport => {
    return { company, log, isDeleting: false, entries, first, last, head: hash?.toString('hex') ?? null, found, fault };
  };
  for await (const link of linksOf(client, company.id)) {
    const fault = errorOf(link, hash);
    if (fault) return report(fault);
    ({ hash } = link);
    last = { id: link.id, at: link.at };
    first ??= last;
    entries++;
    const hex = hash?.toString('hex') ?? '';
    if (sought.includes(hex)) found.push(hex);
  }
  const { rows } = await client.query<Head>(HEAD, [company.id]);
  return report(errorOfEnd(rows[0] ?? { entries: 0, entryId: null, hash: null }, { entries, last, hash }));
}

/** The entries of a company, oldest first. Uses a cursor, with which PostgreSQL plans once. */
async function* linksOf(client: pg.ClientBase, companyId: number): AsyncGenerator<Link> {
  await client.query(`DECLARE links NO SCROLL CURSOR FOR ${LINKS}`, [companyId]);
  for (;;) {
    const { rows } = await client.query<Link>(`FETCH ${BATCH} FROM links`);
    yield* rows;
    if (rows.length < BATCH) return;
  }
}

/** @param before hash of the previous entry, null for the first one */
function errorOf(link: Link, before: Buffer | null): ChainError | undefined {
  if (!sameBytes(hashOf(link), link.hash)) {
    return { kind: 'changed', entryId: link.id, says: 'it was changed: its hash does not match its content' };
  }
  if (!sameBytes(link.prevHash, before)) {
    return { kind: 'gap', entryId: link.id, says: 'entries before it were removed or rewritten' };
  }
  return undefined;
}

function errorOfEnd(
  head: Head,
  { entries, last, hash }: { readonly entries: number; readonly last: ChainEnd | null; readonly hash: Buffer | null },
): ChainError | null {
  if (sameBytes(head.hash, hash) && head.entries === entries) return null;
  const entryId = last?.id ?? null;
  const more = head.entries - entries;
  return more > 0
    ? {
        kind: 'cut_off',
        entryId,
        says: `the end was cut off: entry ${head.entryId} was the last, and ${more} are missing`,
      }
    : {
        kind: 'overhang',
        entryId,
        says: `entries follow the recorded end of the log, which was entry ${head.entryId ?? 'none'}`,
      };
}
