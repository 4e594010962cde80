import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The installation: one row. */
@Entity('installation')
export class Installation {
  @PrimaryColumn('boolean', { name: 'is_only', default: true }) isOnly!: boolean;
  @Column('uuid') id!: string;
}
