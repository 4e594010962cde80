import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ListOf } from '@billhook/contract/common';
import { Problem } from '@billhook/domain/problems';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Sliced, Slice } from '@billhook/records/paging';
import { Injectable } from '@nestjs/common';

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

/** Says which list a cursor belongs to: its name and its filters. */
type Filter = Readonly<Record<string, unknown>>;

/**
 * Opaque cursors. A cursor is bound, by an HMAC, to the list, the company and the filters it came from, so it can not be bent
 * to read another list.
 */
@Injectable()
export class Paging {
  constructor(private readonly secrets: AppSecrets) {}

  /** @throws Problem cursor_mismatch */
  slice(list: string, companyId: number, query: PageQuery): Slice {
    const { limit, cursor, ...filter } = query;
    return cursor === undefined ? { limit } : { limit, before: this.open(cursor, this.scope(list, companyId, filter)) };
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
    const { limit, cursor: _, ...filter } = query;
    const last = sliced.rows.at(-1);
    const nextCursor = sliced.hasMore && last ? this.seal(position(last), this.scope(list, companyId, filter)) : null;
    return { data: sliced.rows.map(present), page: { nextCursor, limit, hasMore: sliced.hasMore } };
  }

  private scope(list: string, companyId: number, filter: Filter): string {
    const set = Object.entries(filter).filter(([, value]) => value !== undefined);
    return JSON.stringify([list, companyId, set.sort(([a], [b]) => (a < b ? -1 : 1))]);
  }

  private seal(position: number, scope: string): string {
    return `${position.toString(36)}.${mac(this.secrets.current('cursor').key, position, scope).toString('base64url')}`;
  }

  private open(cursor: string, scope: string): number {
    const [text = '', mac = ''] = cursor.split('.');
    const position = /^[0-9a-z]{1,11}$/.test(text) ? parseInt(text, 36) : NaN;
    const given = Buffer.from(mac, 'base64url');
    if (!Number.isSafeInteger(position) || !this.isOurs(given, position, scope)) {
      throw new Problem('cursor_mismatch', undefined, {
        errors: [{ parameter: 'cursor', code: 'cursor_mismatch', message: 'belongs to another list or other filters' }],
      });
    }
    return position;
  }

  /** Whether any live application secret made it: a secret may be replaced between two pages. */
  private isOurs(given: Buffer, position: number, scope: string): boolean {
    return this.secrets.keys('cursor').some(({ key }) => {
      const expected = mac(key, position, scope);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}

function mac(key: Buffer, position: number, scope: string): Buffer {
  return createHmac('sha256', key).update(`${position}\n${scope}`).digest().subarray(0, 16);
}
