import type { AuditFilters } from '@billhook/contract/identity/audit';
import { inCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { containsPart, end, is, type AllFilters, type Filters } from '@billhook/db/lists/filter';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { isOfGlobalSide } from '@billhook/db/new-cell';
import type { ReadRunner } from '@billhook/db/statement';
import type { ChainedEntry } from '@billhook/identity/audit/audit-entry.entity';
import { Injectable } from '@nestjs/common';
import { edgeAbove, listBoth } from './both-logs.js';

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

/** The extent of an export. Entries written in the meantime have higher ids than the last ones. */
export interface Extent {
  readonly count: number;
  readonly lastId: number | null;
  /** With several cells, the last entry of the log of the global side. */
  readonly lastGlobalId?: number | null;
}

/** Reads the audit log of a company, newest first. */
@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  async list(companyId: number, filters: AuditFilters, window: Window): Promise<PageOf<Kept<ChainedEntry>>> {
    await this.db.cells.know();
    if (this.db.cells.areOne) return this.listHere(companyId, filters, window);
    return listBoth((side, part) => this.on(side, () => this.listHere(companyId, filters, part)), window);
  }

  /** In the order of ids, for an export: with several cells, first what is on the global side, then what is in the cell. */
  async listById(companyId: number, window: Window): Promise<PageOf<Kept<ChainedEntry>>> {
    await this.db.cells.know();
    const { from, limit } = window;
    if (this.db.cells.areOne || (from && !isOfGlobalSide(from.id))) return this.listHere(companyId, {}, window);
    const global = await this.on('global', () => this.listHere(companyId, {}, window));
    if (global.hasMore) return global;
    const rest = limit - global.entries.length;
    if (rest === 0) return { ...global, hasMore: true };
    const own = await this.listHere(companyId, {}, { limit: rest });
    return { ...own, entries: [...global.entries, ...own.entries], hasPrevious: global.hasPrevious };
  }

  /** The part of the extent that is on the global side, which a transaction of the cell does not see. Undefined with one cell. */
  async globalExtent(companyId: number, filters: AuditFilters): Promise<Extent | undefined> {
    await this.db.cells.know();
    return this.db.cells.areOne ? undefined : this.on('global', () => this.extent(this.db, companyId, filters));
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

  /** The entries of an extent, newest first, in batches. */
  async *within(
    companyId: number,
    filters: AuditFilters,
    { lastId, lastGlobalId }: Pick<Extent, 'lastId' | 'lastGlobalId'>,
    limit: number,
  ): AsyncGenerator<ChainedEntry[]> {
    if (lastGlobalId !== undefined) {
      yield* this.withinBoth(companyId, filters, { lastId, lastGlobalId }, limit);
      return;
    }
    let next = lastId;
    while (next !== null) {
      const rows = await this.upTo(companyId, filters, next, limit);
      yield rows;
      const last = rows.length < limit ? undefined : rows.at(-1);
      if (!last) return;
      next = last.id - 1;
    }
  }

  private async *withinBoth(
    companyId: number,
    filters: AuditFilters,
    { lastId, lastGlobalId }: Pick<Extent, 'lastId' | 'lastGlobalId'>,
    limit: number,
  ): AsyncGenerator<ChainedEntry[]> {
    let from: Window['from'] = edgeAbove(lastId ?? 0, lastGlobalId ?? 0);
    for (let hasMore = true; hasMore;) {
      const page = await this.list(companyId, filters, { limit, from });
      yield page.entries.map(({ row }) => row);
      const last = page.entries.at(-1);
      hasMore = page.hasMore && last !== undefined;
      if (last) from = { ...last.position, back: false, including: false };
    }
  }

  private listHere(companyId: number, filters: AuditFilters, window: Window): Promise<PageOf<Kept<ChainedEntry>>> {
    const conditions = conditionsOf(companyId, filters);
    return listNewestFirst(
      this.db,
      { name: 'audit', select: SELECT, id: 'id', idOf: (entry) => entry.id, conditions },
      window,
    );
  }

  /** The entries up to an id, newest first. */
  private upTo(companyId: number, filters: AuditFilters, lastId: number, limit: number): Promise<ChainedEntry[]> {
    const { where, values, signature } = conditionsOf(companyId, filters).add('upto', 'id <= ?', lastId);
    return this.db.query<ChainedEntry>({
      name: `audit_batch_${signature}`,
      text: `${SELECT} WHERE ${where} ORDER BY id DESC LIMIT $${values.length + 1}`,
      values: [...values, limit],
    });
  }

  /** A statement on a table of both sides is on the side of the work. */
  private on<T>(side: 'global' | 'cell', work: () => Promise<T>): Promise<T> {
    return side === 'global' ? inCell(undefined, work) : work();
  }
}
