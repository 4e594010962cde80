import type { Cell } from '@billhook/db/cell-rows';
import type { Cells } from '@billhook/db/cells';
import { groupsOf, schemaInSql, type CellGroup } from '@billhook/db/cells-together';
import { withinTime } from '@billhook/platform/within-time';
import type { QueryResultRow } from 'pg';
import { NOW } from '../sql/now.sql.js';
import { heardMs, isSilent } from '../sql/worker-silence.sql.js';
import { GONE_MS, type Beat, type BeatRow } from './worker-heartbeat.js';

/** The longest wait, because a cell that is locked must not keep workers of others from sending their own. */
const WAIT_MS = 1_000;

/**
 * Heartbeats in several cells at the same time, with one statement for each server. Alone, each would change the cell of a connection, for which
 * PostgreSQL plans its statement again.
 */
export class JointHeartbeats {
  readonly #waiting = new Map<number, { readonly beat: Beat; readonly resolve: (row: BeatRow | undefined) => void }>();

  constructor(private readonly cells: Pick<Cells, 'all' | 'runAt'>) {}

  /** Adds one. Resolves with its result after `send`, or with undefined if it was not sent. */
  add(cell: number, beat: Beat): Promise<BeatRow | undefined> {
    return new Promise((resolve) => this.#waiting.set(cell, { beat, resolve }));
  }

  /** Sends all that were added. Never rejects. */
  async send(): Promise<void> {
    await Promise.all(
      groupsOf(this.cells.all).map((group) => withinTime(WAIT_MS, this.#sendTo(group)).catch(() => undefined)),
    );
    for (const { resolve } of this.#waiting.values()) resolve(undefined);
  }

  async #sendTo(group: CellGroup): Promise<void> {
    const added = group.cells.flatMap(({ number }) => {
      const one = this.#waiting.get(number);
      return one ? [{ number, ...one }] : [];
    });
    if (added.length === 0) return;
    const text = texts.get(group) ?? textFor(group.cells);
    texts.set(group, text);
    const statement = {
      name: `worker_beats ${group.name}`,
      text,
      values: [
        added.map(({ number }) => number),
        added.map(({ beat }) => beat.id),
        added.map(({ beat }) => beat.clockAheadMs),
        GONE_MS,
      ],
    };
    const rows = await this.cells.runAt<BeatRow & QueryResultRow & { readonly cell: number }>(statement, group);
    for (const row of rows) this.#waiting.get(row.cell)?.resolve(row);
  }
}

const texts = new WeakMap<CellGroup, string>();

const all = (cells: readonly Cell[], query: (cell: Cell) => string, between = ' UNION ALL '): string =>
  cells.map(query).join(between);

/** $1 the cells, $2 the worker in each, $3 the milliseconds that its clock is ahead, $4 those without a heartbeat after which a worker is dead. */
const textFor = (cells: readonly Cell[]): string => `
WITH given AS MATERIALIZED (
  SELECT * FROM unnest($1::integer[], $2::bigint[], $3::bigint[]) AS g (cell, id, ahead)
), workers AS MATERIALIZED (
  ${all(cells, (cell) => `SELECT ${cell.number} AS cell, id, beat_at, heard_ms, gone FROM ${schemaInSql(cell)}.webhook_workers`)}
), heard AS MATERIALIZED (
  SELECT cell, ${heardMs('$4')} AS ms FROM workers GROUP BY cell
), ${all(cells, beatIn, ', ')}, beats AS (
  ${all(cells, ({ number }) => `SELECT ${number} AS cell, id FROM beat_${number}`)}
)
SELECT g.cell, b.id, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
  coalesce(o."seesGone", false) AS "seesGone", coalesce(o."isAlone", true) AS "isAlone"
FROM given g LEFT JOIN beats b ON b.cell = g.cell
LEFT JOIN (
  SELECT w.cell, bool_or(w.gone OR ${isSilent('$4', 'h.ms')}) AS "seesGone", bool_and(w.gone) AS "isAlone"
  FROM workers w JOIN given i ON i.cell = w.cell JOIN heard h ON h.cell = w.cell
  WHERE w.id IS DISTINCT FROM i.id GROUP BY w.cell
) o ON o.cell = g.cell`;

/** As the heartbeat of one worker does. */
function beatIn(cell: Cell): string {
  const of = (column: string, table: string): string => `(SELECT ${column} FROM ${table} WHERE cell = ${cell.number})`;
  return `beat_${cell.number} AS (
  UPDATE ${schemaInSql(cell)}.webhook_workers SET beat_at = ${NOW}, clock_ahead_ms = ${of('ahead', 'given')}, heard_ms = ${of('ms', 'heard')}
  WHERE id = ${of('id', 'given')} AND NOT gone RETURNING id
)`;
}
