import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RecordListOf, RecordQuery, Tombstone } from '@billhook/contract/shared/list-query';
import type { ListOf } from '@billhook/contract/shared/page';
import type { Deleted, Kept, Listed, PageOf, Window } from '@billhook/db/lists/list-records';
import { turned, type Edge, type Position } from '@billhook/db/lists/sort';
import { Problem } from '@billhook/domain/shared/problems';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import { Injectable } from '@nestjs/common';

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** An edge as encoded in a cursor. */
type Sealed = readonly [id: number, value: string | null, back: boolean, including: boolean];

/**
 * Opaque cursors in both directions. An HMAC binds a cursor to the list, the company, the filters and the order that it came from, so it cannot be
 * altered to read another list.
 */
@Injectable()
export class PagingService {
  constructor(private readonly secrets: AppSecrets) {}

  /**
   * The response of a list.
   * @param read returns the page at the cursor
   * @throws Problem cursor_mismatch
   */
  page<Row, View>(
    list: string,
    companyId: number,
    query: PageQuery,
    read: (window: Window) => Promise<PageOf<Kept<Row>>>,
    present: (row: Row) => View,
  ): Promise<ListOf<View>> {
    return this.answer(list, companyId, query, read, ({ row }) => present(row));
  }

  /**
   * The response of a list of records, in which deleted records are tombstones.
   * @param read returns the page at the cursor
   * @throws Problem cursor_mismatch
   */
  records<Row, View>(
    list: string,
    companyId: number,
    query: RecordQuery,
    read: (window: Window) => Promise<Listed<Row>>,
    present: (row: Row) => View,
  ): Promise<RecordListOf<View>> {
    return this.answer(list, companyId, query, read, (entry) =>
      'row' in entry ? present(entry.row) : presentDeleted(entry.deleted),
    );
  }

  /** A cursor of a position in a feed, which does not depend on the filters. */
  mark(feed: string, companyId: number, place: Position): string {
    return this.seal({ ...place, back: false, including: false }, scopeOf(feed, companyId, {}));
  }

  /**
   * The position in a cursor.
   * @param parameter the name of the query parameter
   * @throws Problem cursor_mismatch
   */
  marked(feed: string, companyId: number, mark: string, parameter: string): Position {
    const { id, value } = this.open(mark, scopeOf(feed, companyId, {}), parameter);
    return { id, value };
  }

  private async answer<Each extends { readonly position: Position }, View>(
    list: string,
    companyId: number,
    query: PageQuery,
    read: (window: Window) => Promise<PageOf<Each>>,
    present: (entry: Each) => View,
  ): Promise<ListOf<View>> {
    const { limit, cursor } = query;
    const scope = scopeOf(list, companyId, query);
    const from = cursor === undefined ? undefined : this.open(cursor, scope);
    const { entries, hasPrevious, hasMore, total } = await read({ limit, from });
    /** The next position, or the previous one if no row of the page is left. */
    const cursorAt = (entry: Each | undefined, back: boolean): string | null => {
      const edge = entry ? { ...entry.position, back, including: false } : from && turned(from);
      return edge ? this.seal(edge, scope) : null;
    };
    return {
      data: entries.map(present),
      page: {
        nextCursor: hasMore ? cursorAt(entries.at(-1), false) : null,
        prevCursor: hasPrevious ? cursorAt(entries[0], true) : null,
        limit,
        hasMore,
        ...(total && { total: total.total, totalCapped: total.capped }),
      },
    };
  }

  private seal({ id, value, back, including }: Edge, scope: string): string {
    const sealed: Sealed = [id, value, back, including];
    const text = letters(Buffer.from(JSON.stringify(sealed)));
    return signed(this.secrets.current('cursor').key, text, scope).toString();
  }

  private open(cursor: string, scope: string, parameter = 'cursor'): Edge {
    const text = cursor.split('.', 1)[0] ?? '';
    if (!this.isOurs(Buffer.from(cursor), text, scope)) {
      throw new Problem('cursor_mismatch', undefined, {
        errors: [
          {
            parameter,
            code: 'cursor_mismatch',
            message: 'belongs to a request with another list, other filters or another sort',
          },
        ],
      });
    }
    const [id, value, back, including] = JSON.parse(bytes(text).toString()) as Sealed;
    return { id, value, back, including };
  }

  /** Whether a configured application secret signed it: a secret may be replaced between two pages. */
  private isOurs(cursor: Buffer, text: string, scope: string): boolean {
    return this.secrets.keys('cursor').some(({ key }) => {
      const ours = signed(key, text, scope);
      return cursor.length === ours.length && timingSafeEqual(cursor, ours);
    });
  }
}

function presentDeleted({ id, version, at }: Deleted): Tombstone {
  return { id, version, deletedAt: at.toISOString() };
}

/** The members of a query that a cursor is not bound to. */
const ASKED = ['limit', 'cursor', 'includeTotal', 'expand'];

/** Identifies the list of a cursor by its name, its filters and its order. */
function scopeOf(list: string, companyId: number, query: object): string {
  const set = Object.entries(query).filter(([name, value]) => value !== undefined && !ASKED.includes(name));
  return JSON.stringify([list, companyId, set.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Without the underscore of base64url: `bhk_…` in a URL would be rejected as a key. */
const letters = (buffer: Buffer): string => buffer.toString('base64url').replaceAll('_', '~');
const bytes = (text: string): Buffer => Buffer.from(text.replaceAll('~', '_'), 'base64url');

const SEAL_BYTES = 16;

/** Decodes a cursor, and rejects any other spelling of the same text. */
function signed(key: Buffer, text: string, scope: string): Buffer {
  const seal = createHmac('sha256', key).update(`${text}\n${scope}`).digest().subarray(0, SEAL_BYTES);
  return Buffer.from(`${text}.${letters(seal)}`);
}
