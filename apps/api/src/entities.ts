import { IdempotencyRecord } from '@billhook/db/idempotency-record.entity';
import { EventEntity, EventSequencerEntity } from '@billhook/delivery/event.entity';
import { WebhookAttemptEntity } from '@billhook/delivery/webhook-attempt.entity';
import { WebhookDeliveryEntity } from '@billhook/delivery/webhook-delivery.entity';
import { WebhookEndpointEntity } from '@billhook/delivery/webhook-endpoint.entity';
import { WebhookEndpointStateEntity } from '@billhook/delivery/webhook-endpoint-state.entity';
import { WebhookEndpointStatsEntity } from '@billhook/delivery/webhook-endpoint-stats.entity';
import { WebhookRunEntity } from '@billhook/delivery/webhook-run.entity';
import { WebhookWorkerEntity } from '@billhook/delivery/webhook-worker.entity';
import { Mail } from '@billhook/mail/mail.entity';
import { Client } from '@billhook/records/clients/client.entity';
import { Company } from '@billhook/records/companies/company.entity';
import { CreditNoteLine } from '@billhook/records/credit-notes/credit-note-line.entity';
import { CreditNote } from '@billhook/records/credit-notes/credit-note.entity';
import { AnsweringLink } from '@billhook/records/documents/answering-link.entity';
import { DocumentFile } from '@billhook/records/documents/document-file.entity';
import { InvoiceLine } from '@billhook/records/invoices/invoice-line.entity';
import { Invoice } from '@billhook/records/invoices/invoice.entity';
import { PaymentAllocation } from '@billhook/records/payments/payment-allocation.entity';
import { Payment } from '@billhook/records/payments/payment.entity';
import { QuoteLine } from '@billhook/records/quotes/quote-line.entity';
import { Quote } from '@billhook/records/quotes/quote.entity';
import { TaxRate } from '@billhook/records/tax-rates/tax-rate.entity';
import {
  DocumentNumber,
  NumberSeries,
  NumberSeriesNumber,
  NumberSeriesPeriod,
} from '@billhook/records/series/number-series.entity';
import { RecordHistory, RecordTombstone } from '@billhook/records/traces/record-history.entity';
import { Account } from './accounts/account.entity.js';
import { AuditEntry, AuditHead } from './audit/audit-entry.entity.js';
import { PasswordReset } from './auth/password-reset.entity.js';
import { RecoveryCode } from './auth/recovery-code.entity.js';
import { SecondFactor } from './auth/second-factor.entity.js';
import { Session } from './auth/session.entity.js';
import { DeprecatedCall } from './deprecations/deprecated-call.entity.js';
import { KeyHost, KeyPermission, KeyRequests } from './key-traffic/key-traffic.entity.js';
import { Invitation } from './invitations/invitation.entity.js';
import { ApiKey } from './keys/api-key.entity.js';
import { KeyPolicyEntity } from './keys/key-policy.entity.js';
import { Member } from './members/member.entity.js';
import { PortalLink } from './portal/portal-link.entity.js';
import { PortalSession } from './portal/portal-session.entity.js';

/** Every table, a line each. The conformance test compares them with what the migrations make. */
export const ENTITIES = [
  Account,
  AnsweringLink,
  ApiKey,
  AuditEntry,
  AuditHead,
  Client,
  Company,
  CreditNote,
  CreditNoteLine,
  DeprecatedCall,
  DocumentFile,
  DocumentNumber,
  EventEntity,
  EventSequencerEntity,
  IdempotencyRecord,
  Invitation,
  Invoice,
  InvoiceLine,
  KeyHost,
  KeyPermission,
  KeyPolicyEntity,
  KeyRequests,
  Mail,
  Member,
  NumberSeries,
  TaxRate,
  NumberSeriesNumber,
  NumberSeriesPeriod,
  PasswordReset,
  Payment,
  PaymentAllocation,
  PortalLink,
  PortalSession,
  Quote,
  QuoteLine,
  RecordHistory,
  RecordTombstone,
  RecoveryCode,
  SecondFactor,
  Session,
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEndpointStateEntity,
  WebhookEndpointStatsEntity,
  WebhookRunEntity,
  WebhookWorkerEntity,
];
