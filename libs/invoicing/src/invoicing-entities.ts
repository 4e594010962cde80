import { ChangeLogEntry, RecordChangeCounter } from './changes/change-log-entry.entity.js';
import { Client } from './clients/client.entity.js';
import { CreditNoteLine, CreditNote } from './credit-notes/credit-note.entity.js';
import { ChainAdoptionPeriod, ChainEntry, ChainHead, ChainUpgradePeriod } from './document-chain/chain-entry.entity.js';
import { Checkpoint } from './document-chain/checkpoint.entity.js';
import { ClientLink } from './documents/client-link.entity.js';
import { AnsweringLink, DocumentFile } from './documents/document-file.entity.js';
import { InvoiceLine, Invoice } from './invoices/invoice.entity.js';
import { PaymentAllocation, Payment } from './payments/payment.entity.js';
import { QuoteLine, Quote } from './quotes/quote.entity.js';
import { RecordHistory, RecordTombstone } from './records/record-history.entity.js';
import { DocumentNumber, NumberSeries, NumberSeriesNumber, NumberSeriesPeriod } from './series/number-series.entity.js';
import { Postponement, SettlementEntry } from './settlements/settlement-entry.entity.js';
import { TaxRate } from './tax-rates/tax-rate.entity.js';

/** The tables of records, number series and documents. */
export const INVOICING_ENTITIES = [
  AnsweringLink,
  ChainAdoptionPeriod,
  ChainEntry,
  ChainHead,
  ChainUpgradePeriod,
  Client,
  ClientLink,
  CreditNote,
  CreditNoteLine,
  DocumentFile,
  DocumentNumber,
  Invoice,
  InvoiceLine,
  NumberSeries,
  NumberSeriesNumber,
  NumberSeriesPeriod,
  Payment,
  PaymentAllocation,
  Quote,
  QuoteLine,
  ChangeLogEntry,
  RecordChangeCounter,
  RecordHistory,
  RecordTombstone,
  Checkpoint,
  Postponement,
  SettlementEntry,
  TaxRate,
];
