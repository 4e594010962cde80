import type { PublicStatus } from '@billhook/contract/invoicing/public-document';
import { Problem } from '@billhook/domain/shared/problems';

/** Why an answer comes too late, for whoever gives it. */
const CLOSED: Readonly<Record<PublicStatus, string>> = {
  Sent: 'It can not be answered like this.',
  Partial: 'It can not be answered like this.',
  Overdue: 'It can not be answered like this.',
  Paid: 'The invoice is paid already.',
  Settled: 'Nothing is left to pay of this invoice.',
  Rejected: 'The invoice was rejected already.',
  Void: 'The invoice was cancelled: there is nothing to pay.',
  Accepted: 'The quote was accepted already.',
  Declined: 'The quote was declined already.',
  Expired: 'The quote has expired. Ask whoever sent it for a new one.',
  Superseded: 'A newer version of this quote has taken its place.',
  Issued: 'A credit note takes no answer.',
};

/** What the client sees in place of a status of the records. */
const SHOWN_AS: Readonly<Record<string, PublicStatus>> = { Invoiced: 'Accepted', WrittenOff: 'Settled' };

const isPublicStatus = (status: unknown): status is PublicStatus => typeof status === 'string' && status in CLOSED;

const refused = (status: PublicStatus): Problem =>
  new Problem('action_not_allowed', CLOSED[status], { extensions: { currentStatus: status } });

/** The refusal of an answer that this kind of document does not take. */
export function otherKind(detail: string): Problem {
  return new Problem('action_not_allowed', detail);
}

/** A refusal of the records' services, which speak to integrators, as the client is told it. Everything else passes through. */
export function inClientsWords(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'action_not_allowed') throw error;
  const status = error.options.extensions?.['currentStatus'];
  const shown = SHOWN_AS[String(status)] ?? status;
  throw isPublicStatus(shown) ? refused(shown) : error;
}
