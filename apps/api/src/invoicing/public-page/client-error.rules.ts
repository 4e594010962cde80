import type { PublicStatus } from '@billhook/contract/invoicing/public-document';
import { Problem } from '@billhook/domain/shared/problems';

/** Why an answer is rejected, worded for the client. */
const CLOSED: Readonly<Record<PublicStatus, string>> = {
  Sent: 'This document cannot be answered in this way.',
  Partial: 'This document cannot be answered in this way.',
  Overdue: 'This document cannot be answered in this way.',
  Paid: 'The invoice is already paid.',
  Settled: 'Nothing is outstanding on this invoice.',
  Rejected: 'The invoice was already rejected.',
  Void: 'The invoice was cancelled. There is nothing to pay.',
  Accepted: 'The quote was already accepted.',
  Declined: 'The quote was already declined.',
  Expired: 'The quote has expired. Ask its sender for a new one.',
  Superseded: 'A newer version replaces this quote.',
  Issued: 'A credit note cannot be answered.',
};

/** The status that the client sees instead of the record's status. */
const SHOWN_AS: Readonly<Record<string, PublicStatus>> = { Invoiced: 'Accepted', WrittenOff: 'Settled' };

const isPublicStatus = (status: unknown): status is PublicStatus => typeof status === 'string' && status in CLOSED;

const refused = (status: PublicStatus): Problem =>
  new Problem('action_not_allowed', CLOSED[status], { extensions: { currentStatus: status } });

/** The error for an answer that this kind of document does not accept. */
export function otherKind(detail: string): Problem {
  return new Problem('action_not_allowed', detail);
}

/** Rewords an error of the record services, which is written for integrators, for the client. Rethrows all other errors. */
export function inWordsOfClient(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'action_not_allowed') throw error;
  const status = error.options.extensions?.['currentStatus'];
  const shown = SHOWN_AS[String(status)] ?? status;
  throw isPublicStatus(shown) ? refused(shown) : error;
}
