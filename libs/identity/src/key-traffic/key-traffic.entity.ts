import type { KeyOutcome } from '@billhook/domain/identity/key-outcome';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often a key called a route on a day, by outcome. */
@Entity('key_requests')
export class KeyRequests {
  @PrimaryColumn('bigint', { name: 'key_id' }) keyId!: number;
  /** `YYYY-MM-DD`, in UTC. */
  @PrimaryColumn('date') day!: string;
  @PrimaryColumn('text') method!: string;
  /** As the documentation writes it: `/v1/invoices/{id}`. */
  @PrimaryColumn('text') route!: string;
  @PrimaryColumn('text') outcome!: KeyOutcome;
  @Column('bigint') count!: number;
}

/** A caller of a key: a network address and a program. */
@Entity('key_hosts')
export class KeyHost {
  @PrimaryColumn('bigint', { name: 'key_id' }) keyId!: number;
  /** Whether the requests came after the end of the key. */
  @PrimaryColumn('boolean') dead!: boolean;
  @PrimaryColumn('text') ip!: string;
  /** Empty when the program sent no `User-Agent`. */
  @PrimaryColumn('text', { name: 'user_agent' }) userAgent!: string;
  @Column({ type: 'timestamptz', name: 'first_at', precision: 3 }) firstAt!: Date;
  @Column({ type: 'timestamptz', name: 'last_at', precision: 3 }) lastAt!: Date;
  @Column('bigint') count!: number;
  @Column('text', { name: 'last_method' }) lastMethod!: string;
  @Column('text', { name: 'last_route' }) lastRoute!: string;
}

/** When a request last needed a permission of a key. */
@Entity('key_permissions')
export class KeyPermission {
  @PrimaryColumn('bigint', { name: 'key_id' }) keyId!: number;
  @PrimaryColumn('text') permission!: Permission;
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3 }) lastUsedAt!: Date;
}
