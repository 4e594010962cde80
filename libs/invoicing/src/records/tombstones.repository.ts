import type { Deleted, Tombstones, Window } from '@billhook/db/lists/list-records';
import { beyond, direction, edgeName } from '@billhook/db/lists/sort';
import type { ReadRunner } from '@billhook/db/statement';

/** The tombstones of deleted records, for lists with `updatedSince`. */
export class TombstonesRepository implements Tombstones {
  constructor(
    private readonly db: ReadRunner,
    private readonly resource: string,
  ) {}

  since(companyId: number, moment: string, { from, limit }: Window): Promise<Deleted[]> {
    const descending = from?.back ?? false;
    const way = direction(descending);
    const further = from ? `AND (deleted_at, record_id) ${beyond(descending, from)} ($5, $6)` : '';
    return this.db.query<Deleted & Record<string, unknown>>({
      name: `tombstones_${edgeName(from)}`,
      text: `SELECT record_id AS id, version, deleted_at AS at FROM record_tombstones
        WHERE company_id = $1 AND resource = $2 AND deleted_at >= $3 ${further}
        ORDER BY deleted_at ${way}, record_id ${way} LIMIT $4`,
      values: [companyId, this.resource, moment, limit + 1, ...(from ? [from.value, from.id] : [])],
    });
  }

  async count(companyId: number, moment: string, most: number): Promise<number> {
    const [row] = await this.db.query<{ total: number }>({
      name: 'tombstones_total',
      text: `SELECT count(*)::int AS total FROM (SELECT FROM record_tombstones
        WHERE company_id = $1 AND resource = $2 AND deleted_at >= $3 LIMIT ${most}) t`,
      values: [companyId, this.resource, moment],
    });
    return row?.total ?? 0;
  }
}
