import type { Statement } from './statement.js';

/** A move that has begun and not ended. */
export interface BegunMove {
  readonly fromUrl: string | null;
  readonly toUrl: string | null;
  /** The name that the schema gets at the server that it leaves. */
  readonly oldSchema: string;
  /** The cluster of the target, which is in the names of slots. */
  readonly targetSystem: string;
}

/** The cells with such a move, and since when. */
export const READ_MOVES: Statement = {
  name: 'cell_moves_read',
  text: 'SELECT cell, started_at AS at FROM cell_moves ORDER BY cell',
};

/** Returns a `BegunMove`, if there is one. */
export const findMoveOf = (cell: number) => ({
  text: `SELECT from_url AS "fromUrl", to_url AS "toUrl", old_schema AS "oldSchema", target_system AS "targetSystem"
    FROM cell_moves WHERE cell = $1`,
  values: [cell],
});

export const insertMoveOf = (cell: number, { fromUrl, toUrl, oldSchema, targetSystem }: BegunMove) => ({
  text: 'INSERT INTO cell_moves (cell, from_url, to_url, old_schema, target_system, started_at) VALUES ($1, $2, $3, $4, $5, now())',
  values: [cell, fromUrl, toUrl, oldSchema, targetSystem],
});

export const deleteMoveOf = (cell: number) => ({ text: 'DELETE FROM cell_moves WHERE cell = $1', values: [cell] });
