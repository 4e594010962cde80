import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ListOf } from '@billhook/contract/common';
import type { RecordListOf, RecordQuery, Tombstone } from '@billhook/contract/list-query';
import { Problem } from '@billhook/domain/problems';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Listed, Window } from '@billhook/records/lists/list-records';
import type { Sliced, Slice } from '@billhook/records/paging';
import { Injectable } from '@nestjs/common';

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What a page begins after: the id of a row, and what the list is sorted by where that is another member. */
type Position = readonly [id: number, value?: string | null];

/**
 * Opaque cursors. A cursor is bound, by an HMAC, to the list, the company, the filters and the order it came from, so it can not be bent
 * to read another list.
 */
@Injectable()
export class Paging {
  constructor(private readonly secrets: AppSecrets) {}

  /** @throws Problem cursor_mismatch */
  slice(list: string, companyId: number, query: PageQuery): Slice {
    const position = this.begin(list, companyId, query);
    return position ? { limit: query.limit, before: position[0] } : { limit: query.limit };
  }

  /** The answer of a list. `position` of a row is what the next page begins after. */
  page<Row, View>(
    list: string,
    companyId: number,
    query: PageQuery,
    sliced: Sliced<Row>,
    present: (row: Row) => View,
    position: (row: Row) => number,
  ): ListOf<View> {
    const { limit } = query;
    const last = sliced.rows.at(-1);
    const nextCursor = sliced.hasMore && last ? this.seal([position(last)], scopeOf(list, companyId, query)) : null;
    return { data: sliced.rows.map(present), page: { nextCursor, limit, hasMore: sliced.hasMore } };
  }

  /**
   * The answer of a list of records.
   * @param read gives the page that begins where the cursor says
   * @throws Problem cursor_mismatch
   */
  async records<Row, View>(
    list: string,
    companyId: number,
    query: RecordQuery,
    read: (window: Window) => Promise<Listed<Row>>,
    present: (row: Row) => View,
  ): Promise<RecordListOf<View>> {
    const { limit } = query;
    const [id, value = null] = this.begin(list, companyId, query) ?? [];
    const { entries, hasMore, total } = await read({ limit, after: id === undefined ? undefined : { id, value } });
    const last = entries.at(-1)?.position;
    const nextCursor = hasMore && last ? this.seal([last.id, last.value], scopeOf(list, companyId, query)) : null;
    return {
      data: entries.map((entry) => ('row' in entry ? present(entry.row) : presentDeleted(entry.deleted))),
      page: { nextCursor, limit, hasMore, ...(total && { total: total.total, totalCapped: total.capped }) },
    };
  }

  private begin(list: string, companyId: number, query: PageQuery): Position | undefined {
    return query.cursor === undefined ? undefined : this.open(query.cursor, scopeOf(list, companyId, query));
  }

  private seal(position: Position, scope: string): string {
    const text = Buffer.from(JSON.stringify(position)).toString('base64url');
    return `${text}.${mac(this.secrets.current('cursor').key, text, scope).toString('base64url')}`;
  }

  private open(cursor: string, scope: string): Position {
    const [text = '', given = ''] = cursor.split('.');
    if (!this.isOurs(Buffer.from(given, 'base64url'), text, scope)) {
      throw new Problem('cursor_mismatch', undefined, {
        errors: [
          {
            parameter: 'cursor',
            code: 'cursor_mismatch',
            message: 'belongs to another list, other filters or another order',
          },
        ],
      });
    }
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Position;
  }

  /** Whether any live application secret made it: a secret may be replaced between two pages. */
  private isOurs(given: Buffer, text: string, scope: string): boolean {
    return this.secrets.keys('cursor').some(({ key }) => {
      const expected = mac(key, text, scope);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}

function presentDeleted({ id, at }: { readonly id: number; readonly at: Date }): Tombstone {
  return { id, deletedAt: at.toISOString() };
}

/** Not part of what a cursor is bound to: how much is asked for. */
const ASKED = ['limit', 'cursor', 'includeTotal'];

/** Says which list a cursor belongs to: its name, its filters and its order. */
function scopeOf(list: string, companyId: number, query: object): string {
  const set = Object.entries(query).filter(([name, value]) => value !== undefined && !ASKED.includes(name));
  return JSON.stringify([list, companyId, set.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function mac(key: Buffer, text: string, scope: string): Buffer {
  return createHmac('sha256', key).update(`${text}\n${scope}`).digest().subarray(0, 16);
}
