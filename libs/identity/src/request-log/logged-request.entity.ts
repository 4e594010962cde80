import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A request to the API with a known credential. Written once, after its response. */
@Entity('api_requests')
export class LoggedRequest {
  /** Begins with its time, so it sorts by time. */
  @PrimaryColumn('text', { collation: 'C' }) id!: string;
  @PrimaryColumn('bigint', { name: 'company_id' }) companyId!: number;
  /** What the client sent as its own id, without secrets. */
  @Column('text', { name: 'client_request_id', nullable: true }) clientRequestId!: string | null;
  /** The id of the key, or the negative id of the grant of an application. */
  @Column('bigint') caller!: number;
  @Column('text') method!: string;
  /** As the documentation writes it: `/v1/invoices/{id}`. */
  @Column('text', { nullable: true }) route!: string | null;
  /** With the query, without secrets. */
  @Column('text') path!: string;
  @Column('smallint') status!: number;
  @Column('int', { name: 'duration_ms' }) durationMs!: number;
  @Column('text', { nullable: true }) problem!: string | null;
  /** What the log keeps of request and response besides the bodies, as JSON. Text, because PostgreSQL has no use for the members. */
  @Column('text', { nullable: true }) details!: string | null;
  /** JSON without secrets, perhaps cut. Not within `details`, where every quote would be escaped. */
  @Column('text', { name: 'request_body', nullable: true }) requestBody!: string | null;
  @Column('text', { name: 'response_body', nullable: true }) responseBody!: string | null;
}
