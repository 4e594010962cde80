import type { AuditFilters } from '@billhook/contract/identity/audit';
import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { containsPart, end, is, type AllFilters, type Filters } from '@billhook/db/lists/filter';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import type { ReadRunner } from '@billhook/db/statement';
import type { ChainedEntry } from '@billhook/identity/audit/audit-entry.entity';
import { Injectable } from '@nestjs/common';

/** The condition of each filter. */
const FILTERS: AllFilters<AuditFilters> = {
  action: (actions) => ({ any: ['action = ANY (?)'], value: actions }),
  actorKind: is('actor_kind'),
  memberId: is('member_id'),
  keyId: is('key_id'),
  target: is('target'),
  ip: is('ip'),
  since: end('at', '>=', 'at'),
  until: end('at', '<', 'at'),
  q: (value) => ({ any: [containsPart('actor'), containsPart('target')], value }),
};

/** Filters are numbered in statement names, which PostgreSQL cuts after 63 bytes. */
function conditionsOf(companyId: number, query: AuditFilters): Conditions {
  const filters: Filters<AuditFilters> = FILTERS;
  const conditions = new Conditions().add('company', 'company_id = ?', companyId);
  const add = <Name extends keyof AuditFilters>(name: Name, place: number) => {
    const value = query[name];
    const condition = value === undefined || value === null ? undefined : filters[name]?.(value);
    if (condition) conditions.of(String(place), condition);
  };
  (Object.keys(FILTERS) as (keyof AuditFilters)[]).forEach(add);
  return conditions;
}

const SELECT = `SELECT id, company_id AS "companyId", at, actor_kind AS "actorKind", member_id AS "memberId", key_id AS "keyId", actor,
  action, target, details, ip, user_agent AS "userAgent", request_id AS "requestId", encode(prev_hash, 'hex') AS "prevHash",
  encode(hash, 'hex') AS hash FROM audit_log`;

/** The extent of an export. Entries written in the meantime have higher ids than `lastId`. */
export interface Extent {
  readonly count: number;
  readonly lastId: number | null;
}

/** Reads the audit log of a company, newest first. */
@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  list(companyId: number, filters: AuditFilters, window: Window): Promise<PageOf<Kept<ChainedEntry>>> {
    const conditions = conditionsOf(companyId, filters);
    return listNewestFirst(
      this.db,
      { name: 'audit', select: SELECT, id: 'id', idOf: (entry) => entry.id, conditions },
      window,
    );
  }

  async extent(runner: ReadRunner, companyId: number, filters: AuditFilters): Promise<Extent> {
    const { where, values, signature } = conditionsOf(companyId, filters);
    const [extent] = await runner.query<Extent>({
      name: `audit_extent_${signature}`,
      text: `SELECT count(*)::int AS count, max(id) AS "lastId" FROM audit_log WHERE ${where}`,
      values,
    });
    return extent ?? { count: 0, lastId: null };
  }

  /** The entries up to an id, newest first. */
  upTo(companyId: number, filters: AuditFilters, lastId: number, limit: number): Promise<ChainedEntry[]> {
    const { where, values, signature } = conditionsOf(companyId, filters).add('upto', 'id <= ?', lastId);
    return this.db.query<ChainedEntry>({
      name: `audit_batch_${signature}`,
      text: `${SELECT} WHERE ${where} ORDER BY id DESC LIMIT $${values.length + 1}`,
      values: [...values, limit],
    });
  }
}
