import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import type { MailKind, MailResource, MailStatus, RefusedRecipient } from '@billhook/domain/invoicing/mail';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('mails')
export class Mail {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  /** Null where a notice is about an account, which belongs to no company. */
  @Column('bigint', { name: 'company_id', nullable: true }) companyId!: number | null;
  /** The resource of the record; null of a notice. */
  @Column('text', { nullable: true }) resource!: MailResource | null;
  @Column('bigint', { name: 'record_id', nullable: true }) recordId!: number | null;
  @Column('text') kind!: MailKind | 'Notice';
  @Column('jsonb') recipients!: readonly string[];
  /** Those whose server took it. */
  @Column('jsonb') accepted!: readonly string[];
  /** Those who were refused for good. */
  @Column('jsonb') refused!: readonly RefusedRecipient[];
  @Column('text', { name: 'reply_to', nullable: true }) replyTo!: string | null;
  @Column('text', { name: 'from_name' }) fromName!: string;
  @Column('text') subject!: string;
  @Column('text', { name: 'body_text' }) text!: string;
  @Column('text', { name: 'body_html' }) html!: string;
  /** The bodies of a notice as they are sent, where they hold a secret link; gone when there is nothing left to send. */
  @Column('text', { nullable: true }) sealed!: string | null;
  @Column('text') locale!: DocumentLocale;
  @Column('text', { name: 'attachment_name', nullable: true }) attachmentName!: string | null;
  @Column('text') status!: MailStatus;
  /** Begun, the one under way included. */
  @Column('int') attempts!: number;
  @Column({ type: 'timestamptz', name: 'next_attempt_at', precision: 3, nullable: true }) nextAttemptAt!: Date | null;
  @Column('text', { name: 'last_error', nullable: true }) lastError!: string | null;
  /** Without the angle brackets. */
  @Column('text', { name: 'message_id', nullable: true }) messageId!: string | null;
  @Column('text', { name: 'created_by' }) createdBy!: string;
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'sent_at', precision: 3, nullable: true }) sentAt!: Date | null;
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 }) updatedAt!: Date;
}

/** A mail that hands a record over, from a company to its client. */
export type DocumentMail = Mail & {
  readonly companyId: number;
  readonly kind: 'Document';
  readonly resource: MailResource;
  readonly recordId: number;
};

/** False of a notice, which the product itself writes to a person. */
export function isDocumentMail<M extends Mail>(mail: M): mail is M & DocumentMail {
  return mail.kind === 'Document';
}
