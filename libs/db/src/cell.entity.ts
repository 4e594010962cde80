import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Cell } from './cell-rows.js';

/** Where the companies of a cell are. `cell-rows.ts` has what programs read of it. */
@Entity('cells')
export class CellRow implements Cell {
  @PrimaryColumn('integer') number!: number;
  /** Null for the server of DATABASE_URL. Without a user or a password, it has those of DATABASE_URL. */
  @Column('text', { nullable: true }) url!: string | null;
  @Column('text') schema!: string;
  @Column('text') state!: Cell['state'];
  @Column('boolean', { name: 'divided', default: true }) isDivided!: boolean;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' }) createdAt!: Date;
}
