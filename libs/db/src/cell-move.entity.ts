import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A move of a cell that has begun and not ended. The rest of its state is read from the servers. */
@Entity('cell_moves')
export class CellMoveRow {
  @PrimaryColumn('integer') cell!: number;
  /** As `cells.url`. */
  @Column('text', { name: 'from_url', nullable: true }) fromUrl!: string | null;
  @Column('text', { name: 'to_url', nullable: true }) toUrl!: string | null;
  /** The name that the schema gets at the former server. */
  @Column('text', { name: 'old_schema' }) oldSchema!: string;
  /** Of the cluster. */
  @Column('text', { name: 'target_system' }) targetSystem!: string;
  @Column({ type: 'timestamptz', name: 'started_at', precision: 3 }) startedAt!: Date;
}
