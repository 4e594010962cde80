import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The history of the primary, as `replica.sql.ts` names it: one row, which a replica has once it has replayed a commit of this history. */
@Entity('primary_history')
export class PrimaryHistory {
  @PrimaryColumn('boolean', { name: 'is_only', default: true }) isOnly!: boolean;
  @Column('text') history!: string;
}
