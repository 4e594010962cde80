import { IndexesOfDeletions1700000000051 } from './0051-baseline.js';
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
import { RequestLog1700000000072 } from './0072-request-log.js';
import { ServedArchives1700000000074 } from './0074-served-archives.js';
import { Imports1700000000075 } from './0075-imports.js';
import { ClientsByEmail1700000000076 } from './0076-clients-by-email.js';
import { NumbersOfDrafts1700000000077 } from './0077-numbers-of-drafts.js';
import { ContentsOfPdfs1700000000078 } from './0078-contents-of-pdfs.js';
import { Sandboxes1700000000084 } from './0084-sandboxes.js';
import { ChainOfSandboxes1700000000085 } from './0085-chain-of-sandboxes.js';
import { RecordChanges1700000000088 } from './0088-record-changes.js';
import { Snapshots1700000000089 } from './0089-snapshots.js';
import { MessagesOnRequest1700000000091 } from './0091-messages-on-request.js';
import { MembersOfSandboxes1700000000092 } from './0092-members-of-sandboxes.js';
import { ClocksOfSandboxes1700000000093 } from './0093-clocks-of-sandboxes.js';
import { DownloadsOfParts1700000000094 } from './0094-downloads-of-parts.js';
import { SettlementEntries1700000000095 } from './0095-settlement-entries.js';
import { IndexesOfReceivables1700000000096 } from './0096-indexes-of-receivables.js';
import { IndexesOfHome1700000000097 } from './0097-indexes-of-home.js';
import { ClientPages1700000000098 } from './0098-client-pages.js';
import { TablesOfCells1700000000100 } from './0100-tables-of-cells.js';
import { Branding1700000000102 } from './0102-branding.js';
import { Tenants1700000000103 } from './0103-tenants.js';
import { GrantsAndDeletionsOfCells1700000000104 } from './0104-grants-and-deletions-of-cells.js';
import { PrimaryHistory1700000000105 } from './0105-primary-history.js';
import { MovesOfDeliveries1700000000106 } from './0106-moves-of-deliveries.js';
import { CreationOfCompanies1700000000107 } from './0107-creation-of-companies.js';
import { StepsOfDeletions1700000000108 } from './0108-steps-of-deletions.js';
import { ContractFrom0108CellSchema1700000000109 } from './0109-cell-schema.js';
import { Cells1700000000112 } from './0112-cells.js';
import { MovesOfCells1700000000115 } from './0115-moves-of-cells.js';

/** In the order in which they run. Add at the end; never edit one that was released. */
export const MIGRATIONS = [
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
  RequestLog1700000000072,
  ServedArchives1700000000074,
  Imports1700000000075,
  ClientsByEmail1700000000076,
  NumbersOfDrafts1700000000077,
  ContentsOfPdfs1700000000078,
  Sandboxes1700000000084,
  ChainOfSandboxes1700000000085,
  RecordChanges1700000000088,
  Snapshots1700000000089,
  MessagesOnRequest1700000000091,
  MembersOfSandboxes1700000000092,
  ClocksOfSandboxes1700000000093,
  DownloadsOfParts1700000000094,
  SettlementEntries1700000000095,
  IndexesOfReceivables1700000000096,
  IndexesOfHome1700000000097,
  ClientPages1700000000098,
  TablesOfCells1700000000100,
  Branding1700000000102,
  Tenants1700000000103,
  GrantsAndDeletionsOfCells1700000000104,
  PrimaryHistory1700000000105,
  MovesOfDeliveries1700000000106,
  CreationOfCompanies1700000000107,
  StepsOfDeletions1700000000108,
  ContractFrom0108CellSchema1700000000109,
  Cells1700000000112,
  MovesOfCells1700000000115,
];
