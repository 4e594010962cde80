import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An archive of a client that this installation has served, of its present release or of an earlier one. */
@Entity('served_archives')
export class ServedArchive {
  @PrimaryColumn('text') name!: string;
  @PrimaryColumn('text') digest!: string;
  @Column('bytea') content!: Buffer;
  @Column({ type: 'timestamptz', name: 'stored_at', precision: 3 }) storedAt!: Date;
}
