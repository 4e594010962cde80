import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BegunMove } from './cell-moves.sql.js';

/** The move of a cell. `cell-moves.sql.ts` has what the commands read of it. */
@Entity('cell_moves')
export class CellMoveRow implements BegunMove {
  @PrimaryColumn('integer') cell!: number;
  /** Null for the server of DATABASE_URL, as in `cells`. */
  @Column('text', { name: 'from_url', nullable: true }) fromUrl!: string | null;
  @Column('text', { name: 'to_url', nullable: true }) toUrl!: string | null;
  @Column('text', { name: 'old_schema' }) oldSchema!: string;
  @Column('text', { name: 'target_system' }) targetSystem!: string;
  @Column({ type: 'timestamptz', name: 'started_at', precision: 3 }) startedAt!: Date;
}
