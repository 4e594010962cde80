import { IdempotencyRecord } from '@billhook/db/idempotency-record.entity';
import { EventEntity, EventSequencerEntity } from '@billhook/webhooks/events/event.entity';
import { WebhookAttemptEntity } from '@billhook/webhooks/deliveries/webhook-attempt.entity';
import { WebhookDeliveryEntity } from '@billhook/webhooks/deliveries/webhook-delivery.entity';
import { WebhookEndpointEntity } from '@billhook/webhooks/endpoints/webhook-endpoint.entity';
import { WebhookEndpointStateEntity } from '@billhook/webhooks/endpoints/webhook-endpoint-state.entity';
import { WebhookEndpointStatsEntity } from '@billhook/webhooks/endpoints/webhook-endpoint-stats.entity';
import { WebhookRunEntity } from '@billhook/webhooks/runs/webhook-run.entity';
import { WebhookWorkerEntity } from '@billhook/webhooks/engine/webhook-worker.entity';
import { Mail } from '@billhook/mail/mail.entity';
import { Client } from '@billhook/invoicing/clients/client.entity';
import { Company } from '@billhook/identity/companies/company.entity';
import { CreditNoteLine } from '@billhook/invoicing/credit-notes/credit-note-line.entity';
import { CreditNote } from '@billhook/invoicing/credit-notes/credit-note.entity';
import { AnsweringLink } from '@billhook/invoicing/documents/answering-link.entity';
import { DocumentFile } from '@billhook/invoicing/documents/document-file.entity';
import { InvoiceLine } from '@billhook/invoicing/invoices/invoice-line.entity';
import { Invoice } from '@billhook/invoicing/invoices/invoice.entity';
import { PaymentAllocation } from '@billhook/invoicing/payments/payment-allocation.entity';
import { Payment } from '@billhook/invoicing/payments/payment.entity';
import { QuoteLine } from '@billhook/invoicing/quotes/quote-line.entity';
import { Quote } from '@billhook/invoicing/quotes/quote.entity';
import { TaxRate } from '@billhook/invoicing/tax-rates/tax-rate.entity';
import {
  DocumentNumber,
  NumberSeries,
  NumberSeriesNumber,
  NumberSeriesPeriod,
} from '@billhook/invoicing/series/number-series.entity';
import { RecordHistory, RecordTombstone } from '@billhook/invoicing/traces/record-history.entity';
import { Account } from '@billhook/identity/accounts/account.entity';
import { AuditEntry, AuditHead } from '@billhook/identity/audit/audit-entry.entity';
import { PasswordReset } from '@billhook/identity/auth/password-reset.entity';
import { RecoveryCode } from '@billhook/identity/auth/recovery-code.entity';
import { SecondFactor } from '@billhook/identity/auth/second-factor.entity';
import { Session } from '@billhook/identity/auth/session.entity';
import { DeprecatedCall } from '@billhook/identity/deprecations/deprecated-call.entity';
import { KeyHost, KeyPermission, KeyRequests } from '@billhook/identity/key-traffic/key-traffic.entity';
import { Invitation } from '@billhook/identity/invitations/invitation.entity';
import { ApiKey } from '@billhook/identity/keys/api-key.entity';
import { KeyPolicyEntity } from '@billhook/identity/keys/key-policy.entity';
import { Member } from '@billhook/identity/members/member.entity';
import { PortalLink } from '@billhook/webhooks/portal/portal-link.entity';
import { PortalSession } from '@billhook/webhooks/portal/portal-session.entity';

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
