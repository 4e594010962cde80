import type { MailKind, MailResource, MailStatus, RejectedRecipient } from '@billhook/domain/invoicing/mail';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('mails')
export class Mail {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id!: number;
  /** Null for a notice about an account, which belongs to no company. */
  @Column('bigint', { name: 'company_id', nullable: true }) companyId!: number | null;
  /** The resource of the record; null for a notice. */
  @Column('text', { nullable: true }) resource!: MailResource | null;
  @Column('bigint', { name: 'record_id', nullable: true }) recordId!: number | null;
  @Column('text') kind!: MailKind | 'Notice';
  @Column('jsonb') recipients!: readonly string[];
  /** The recipients whose server accepted it. */
  @Column('jsonb') accepted!: readonly string[];
  /** The recipients who were permanently rejected. */
  @Column('jsonb') refused!: readonly RejectedRecipient[];
  @Column('text', { name: 'reply_to', nullable: true }) replyTo!: string | null;
  @Column('text', { name: 'from_name' }) fromName!: string;
  @Column('text') subject!: string;
  @Column('text', { name: 'body_text' }) text!: string;
  @Column('text', { name: 'body_html' }) html!: string;
  /** The encrypted bodies of a notice with a secret link; null when nothing is left to send. */
  @Column('text', { nullable: true }) sealed!: string | null;
  @Column('text') locale!: DocumentLocale;
  @Column('text', { name: 'attachment_name', nullable: true }) attachmentName!: string | null;
  @Column('text') status!: MailStatus;
  /** Started attempts, including the running one. */
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

/** An email that delivers a document of a company to its client. */
export type DocumentMail = Mail & {
  readonly companyId: number;
  readonly kind: 'Document';
  readonly resource: MailResource;
  readonly recordId: number;
};

/** False for a notice, which Billhook itself sends to a person. */
export function isDocumentMail<M extends Mail>(mail: M): mail is M & DocumentMail {
  return mail.kind === 'Document';
}
