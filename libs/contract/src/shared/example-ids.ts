/**
 * The records of the company in all examples. The OpenAPI document uses these ids, and the conformance test creates records with them,
 * so every example is a request that works.
 */
export const EXAMPLE_IDS = {
  company: 1,
  member: 2,
  key: 6,
  /** The invoice series, created with the company. */
  series: 1,
  /** The standard rate, created with the company. */
  taxRate: 1,

  /** A rejected request of `key`. */
  request: 'req_0VbbAa3mq3vN5cYb8LmX2a',

  client: 17,
  /** Without references, so it can be deleted. */
  unusedClient: 18,
  /** The same, deleted in a batch. */
  needlessClient: 15,

  /** Not begun; cancelled in an example. */
  runningImport: 61,
  /** Cancelled before its first row. */
  endedImport: 62,

  /** Completed, with one part. */
  snapshot: 71,
  snapshotPart: 72,
  advance: 73,

  /** Edited in a batch, and deleted in a batch. */
  plannedInvoice: 38,
  needlessInvoice: 39,

  draftInvoice: 43,
  discardedInvoice: 44,
  sentInvoice: 45,
  /** Sent; the client rejects it in an example. */
  disputedInvoice: 46,
  rejectedInvoice: 47,
  /** Sent to the wrong client; voided in an example. */
  wrongInvoice: 48,
  /** Paid by `payment`, half credited by `creditNote`. */
  paidInvoice: 42,
  overdueInvoice: 41,
  /** Overdue as well; written off in an example. */
  lostInvoice: 40,

  draftQuote: 8,
  sentQuote: 9,
  /** Sent; the client declines it in an example. */
  refusedQuote: 10,
  acceptedQuote: 11,
  /** Sent; replaced by a revision in an example. */
  outdatedQuote: 12,
  discardedQuote: 13,

  payment: 23,
  /** Not fully allocated. */
  creditPayment: 24,
  /** Entered twice. */
  mistakenPayment: 25,

  creditNote: 3,

  /** The signed head of the document chain. */
  checkpoint: 14,

  /** Its delivery failed. */
  failedMail: 12,

  endpoint: 5,
  endpointExternalId: 'erp',
  discardedEndpoint: 7,
  disabledEndpoint: 9,
  unneededEndpoint: 10,
  /** The delivery of `event` to `endpoint`; all retries failed. */
  failedDelivery: 77,
  /** The delivery of `event` to `discardedEndpoint`. */
  waitingDelivery: 78,
  /** Both belong to `discardedEndpoint`. */
  runningRun: 31,
  pausedRun: 32,
  /** Of `disabledEndpoint`. */
  unwantedRun: 33,
  /** The `invoice.paid` of `paidInvoice`. */
  event: 'msg_invoicepaid4Qm8',
} as const;
