import type { MailStatus } from '@billhook/domain/invoicing/mail';
import { describe, expect, it } from '@jest/globals';
import { undelivered, type DeliveredDocument } from './undelivered.js';

const delivery = (status: MailStatus): DeliveredDocument['delivery'] => ({
  ...{ channel: 'Email', to: ['compta@lumen.example'], mailId: 1, error: null, at: '2026-11-28T09:00:00Z' },
  status,
});

describe('the email of a document', () => {
  it.each(['Pending', 'Failed', 'Kept'] as const)('did not reach the client while it is %s', (status) => {
    expect(undelivered({ status: 'Sent', viewedAt: null, delivery: delivery(status) })).toBe(status);
  });

  it.each([
    ['was accepted', { status: 'Sent', viewedAt: null, delivery: delivery('Sent') }],
    [
      'waits, and the link was opened',
      { status: 'Sent', viewedAt: '2026-11-28T10:00:00Z', delivery: delivery('Pending') },
    ],
    ['waits, and the document is paid', { status: 'Paid', viewedAt: null, delivery: delivery('Pending') }],
    ['does not exist', { status: 'Sent', viewedAt: null, delivery: null }],
  ] as const)('is no reason for a warning if it %s', (_, document) => {
    expect(undelivered(document)).toBeUndefined();
  });
});
