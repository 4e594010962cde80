import { Foundation1700000000001 } from './0001-foundation.js';
import { Invoicing1700000000002 } from './0002-invoicing.js';
import { Mail1700000000003 } from './0003-mail.js';
import { Lists1700000000004 } from './0004-lists.js';
import { Idempotency1700000000005 } from './0005-idempotency.js';
import { RateLimits1700000000006 } from './0006-rate-limits.js';
import { DeprecatedCalls1700000000007 } from './0007-deprecated-calls.js';
import { Access1700000000008 } from './0008-access.js';
import { AuditChain1700000000009 } from './0009-audit-chain.js';
import { Notices1700000000010 } from './0010-notices.js';
import { KeyTraffic1700000000011 } from './0011-key-traffic.js';
import { SignIn1700000000012 } from './0012-sign-in.js';
import { WebhookEngine1700000000013 } from './0013-webhook-engine.js';
import { AnsweringLinks1700000000015 } from './0015-answering-links.js';
import { Money1700000000016 } from './0016-money.js';
import { NumberSpace1700000000017 } from './0017-number-space.js';
import { WebhookWorkers1700000000018 } from './0018-webhook-workers.js';
import { PortalStepUp1700000000019 } from './0019-portal-step-up.js';
import { EventStreamPlaces1700000000020 } from './0020-event-stream-places.js';
import { AfterIssue1700000000021 } from './0021-after-issue.js';
import { VatNumbers1700000000022 } from './0022-vat-numbers.js';
import { DueDateAtIssue1700000000024 } from './0024-due-date-at-issue.js';
import { NoDeprecatedCalls1700000000025 } from './0025-no-deprecated-calls.js';
import { OAuth1700000000026 } from './0026-oauth.js';
import { EndpointsOfApplications1700000000027 } from './0027-endpoints-of-applications.js';
import { RateLimitStates1700000000028 } from './0028-rate-limit-states.js';
import { GrantsOfApplications1700000000030 } from './0030-grants-of-applications.js';
import { LastSuccess1700000000032 } from './0032-last-success.js';
import { DeliveryLog1700000000034 } from './0034-delivery-log.js';
import { PortalAccess1700000000036 } from './0036-portal-access.js';
import { OneIndexOfWaitingDeliveries1700000000037 } from './0037-one-index-of-waiting-deliveries.js';
import { KeysOfClients1700000000039 } from './0039-keys-of-clients.js';
import { IndexesOfValues1700000000040 } from './0040-indexes-of-values.js';
import { EventCounters1700000000041 } from './0041-event-counters.js';
import { EventOrigin1700000000043 } from './0043-event-origin.js';
import { CompanyExports1700000000046 } from './0046-company-exports.js';
import { CompanyDeletions1700000000047 } from './0047-company-deletions.js';
import { DocumentChain1700000000048 } from './0048-document-chain.js';
import { Checkpoints1700000000049 } from './0049-checkpoints.js';
import { TimeOfHeartbeats1700000000050 } from './0050-time-of-heartbeats.js';
import { IndexesOfDeletions1700000000051 } from './0051-indexes-of-deletions.js';
import { ChangesOfApplications1700000000052 } from './0052-changes-of-applications.js';
import { KeyedDocumentChain1700000000054 } from './0054-keyed-document-chain.js';
import { DaysOfAttempts1700000000057 } from './0057-days-of-attempts.js';
import { IncompleteExports1700000000059 } from './0059-incomplete-exports.js';
import { BuiltinApplications1700000000060 } from './0060-builtin-applications.js';
import { TaxNumberOfTheCompany1700000000061 } from './0061-tax-number-of-the-company.js';
import { ExternalIdsOfDeletedPayments1700000000063 } from './0063-external-ids-of-deleted-payments.js';
import { DueDateByTerms1700000000064 } from './0064-due-date-by-terms.js';
import { SearchForm1700000000065 } from './0065-search-form.js';
import { SearchIndexes1700000000066 } from './0066-search-indexes.js';
import { Installation1700000000067 } from './0067-installation.js';
import { DefaultsOfTheCompany1700000000068 } from './0068-defaults-of-the-company.js';
import { PurposeOfPortalLinks1700000000069 } from './0069-purpose-of-portal-links.js';
import { ServedArchives1700000000074 } from './0074-served-archives.js';

/** In the order in which they run. Add at the end; never edit one that was released. */
export const MIGRATIONS = [
  Foundation1700000000001,
  Invoicing1700000000002,
  Mail1700000000003,
  Lists1700000000004,
  Idempotency1700000000005,
  RateLimits1700000000006,
  DeprecatedCalls1700000000007,
  Access1700000000008,
  AuditChain1700000000009,
  Notices1700000000010,
  KeyTraffic1700000000011,
  SignIn1700000000012,
  WebhookEngine1700000000013,
  AnsweringLinks1700000000015,
  Money1700000000016,
  NumberSpace1700000000017,
  WebhookWorkers1700000000018,
  PortalStepUp1700000000019,
  EventStreamPlaces1700000000020,
  AfterIssue1700000000021,
  VatNumbers1700000000022,
  DueDateAtIssue1700000000024,
  NoDeprecatedCalls1700000000025,
  OAuth1700000000026,
  EndpointsOfApplications1700000000027,
  RateLimitStates1700000000028,
  GrantsOfApplications1700000000030,
  LastSuccess1700000000032,
  DeliveryLog1700000000034,
  PortalAccess1700000000036,
  OneIndexOfWaitingDeliveries1700000000037,
  KeysOfClients1700000000039,
  IndexesOfValues1700000000040,
  EventCounters1700000000041,
  EventOrigin1700000000043,
  CompanyExports1700000000046,
  CompanyDeletions1700000000047,
  DocumentChain1700000000048,
  Checkpoints1700000000049,
  TimeOfHeartbeats1700000000050,
  IndexesOfDeletions1700000000051,
  ChangesOfApplications1700000000052,
  KeyedDocumentChain1700000000054,
  DaysOfAttempts1700000000057,
  IncompleteExports1700000000059,
  BuiltinApplications1700000000060,
  TaxNumberOfTheCompany1700000000061,
  ExternalIdsOfDeletedPayments1700000000063,
  DueDateByTerms1700000000064,
  SearchForm1700000000065,
  SearchIndexes1700000000066,
  Installation1700000000067,
  DefaultsOfTheCompany1700000000068,
  PurposeOfPortalLinks1700000000069,
  ServedArchives1700000000074,
];
