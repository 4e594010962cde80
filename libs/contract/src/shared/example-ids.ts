/**
 * The records of the company that all examples speak of, each in the state that its name says. The document's examples name them in
 * paths, queries and bodies, and the conformance test makes a company whose records have exactly these ids: so every example is a
 * request that works.
 */
export const EXAMPLE_IDS = {
  company: 1,
  member: 2,
  key: 6,
  /** The number series of its invoices, made with the company. */
  series: 1,
  /** The standard rate, made with the company. */
  taxRate: 1,

  client: 17,
  /** Nothing refers to it, so that it can be deleted. */
  unusedClient: 18,

  draftInvoice: 43,
  discardedInvoice: 44,
  sentInvoice: 45,
  /** Sent; the client is about to reject it. */
  disputedInvoice: 46,
  rejectedInvoice: 47,
  /** Sent to the wrong client; about to be voided. */
  wrongInvoice: 48,
  /** Paid by `payment`, half credited by `creditNote`. */
  paidInvoice: 42,
  overdueInvoice: 41,
  /** Fallen due as well; about to be written off. */
  lostInvoice: 40,

  draftQuote: 8,
  sentQuote: 9,
  /** Sent; the client is about to decline it. */
  refusedQuote: 10,
  acceptedQuote: 11,
  /** Sent; about to be replaced by a revision. */
  outdatedQuote: 12,
  discardedQuote: 13,

  payment: 23,
  /** A part of it pays no invoice yet. */
  creditPayment: 24,
  /** Entered twice. */
  mistakenPayment: 25,

  creditNote: 3,

  /** Could not be delivered. */
  failedMail: 12,

  endpoint: 5,
  endpointExternalId: 'erp',
  discardedEndpoint: 7,
  disabledEndpoint: 9,
  unneededEndpoint: 10,
  /** To `endpoint`, of `event`; its schedule has ended. */
  failedDelivery: 77,
  /** To `discardedEndpoint`, of `event`. */
  waitingDelivery: 78,
  /** Both of `discardedEndpoint`. */
  runningRun: 31,
  pausedRun: 32,
  /** Of `disabledEndpoint`. */
  unwantedRun: 33,
  /** The `invoice.paid` of `paidInvoice`. */
  event: 'msg_invoicepaid4Qm8',
} as const;
