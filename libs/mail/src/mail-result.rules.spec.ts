import { describe, expect, it } from '@jest/globals';
import { mailResultOf, outstanding, type MailAttempt } from './mail-result.rules.js';
import { MAX_ATTEMPTS } from './mail-retry.rules.js';
import type { Mail } from './mail.entity.js';

const AT = new Date('2026-11-21T09:30:00.000Z');
const IN_A_MINUTE = new Date('2026-11-21T09:31:00.000Z');

const mail = (change: Partial<Mail> = {}): Mail => ({
  id: 41,
  companyId: 1,
  resource: 'invoice',
  recordId: 7,
  kind: 'Document',
  sealed: null,
  recipients: ['a@example.com', 'b@example.com'],
  accepted: [],
  refused: [],
  replyTo: null,
  fromName: 'Nordlicht',
  subject: 'Invoice',
  text: '',
  html: '',
  locale: 'en',
  attachmentName: null,
  status: 'Pending',
  attempts: 1,
  nextAttemptAt: AT,
  lastError: null,
  messageId: 'mail-41@example.com',
  createdBy: 'system',
  createdAt: AT,
  sentAt: null,
  updatedAt: AT,
  ...change,
});

const gone = { recipient: 'b@example.com', reply: '550 gone', permanent: true };
const busy = { recipient: 'b@example.com', reply: '451 busy', permanent: false };
const answered = (accepted: string[], ...refused: (typeof gone)[]): MailAttempt => ({
  kind: 'Answered',
  accepted,
  refused,
});
const failed = (permanent: boolean): MailAttempt => ({ kind: 'Failed', error: 'no', permanent });
const after = (attempt: MailAttempt, change: Partial<Mail> = {}) => mailResultOf(mail(change), attempt, AT, 0.5);

describe('mailResultOf', () => {
  it('is Sent when all recipients have it', () => {
    expect(after(answered(['a@example.com', 'b@example.com']))).toEqual({
      status: 'Sent',
      accepted: ['a@example.com', 'b@example.com'],
      refused: [],
      error: null,
      attempts: 1,
      nextAttemptAt: null,
      at: AT,
    });
  });

  it('is Sent with an error when one recipient has it and one is permanently rejected', () => {
    expect(after(answered(['a@example.com'], gone))).toMatchObject({
      status: 'Sent',
      refused: [{ recipient: 'b@example.com', reply: '550 gone' }],
      error: 'b@example.com: 550 gone',
      nextAttemptAt: null,
    });
  });

  it('retries only the deferred recipients', () => {
    const result = after(answered(['a@example.com'], busy));
    expect(result).toMatchObject({ status: 'Pending', error: 'b@example.com: 451 busy', nextAttemptAt: IN_A_MINUTE });
    expect(outstanding({ ...mail(), ...result })).toEqual(['b@example.com']);
    const last = after(answered(['b@example.com']), { ...result, attempts: 2 });
    expect(last).toMatchObject({ status: 'Sent', accepted: ['a@example.com', 'b@example.com'], error: null });
  });

  it('rejects a recipient that is deferred at the last attempt', () => {
    expect(after(answered([], busy), { recipients: ['b@example.com'], attempts: MAX_ATTEMPTS })).toMatchObject({
      status: 'Failed',
      refused: [{ recipient: 'b@example.com', reply: '451 busy' }],
      error: 'b@example.com: 451 busy',
    });
    const had = { accepted: ['a@example.com'], attempts: MAX_ATTEMPTS };
    expect(after(answered([], busy), had)).toMatchObject({ status: 'Sent', error: 'b@example.com: 451 busy' });
  });

  it('is Failed immediately when all recipients are permanently rejected', () => {
    expect(after(answered([], gone), { recipients: ['b@example.com'] })).toMatchObject({
      status: 'Failed',
      attempts: 1,
    });
    expect(after(failed(true))).toMatchObject({ status: 'Failed', error: 'no', nextAttemptAt: null });
  });

  it('stays Sent when the other recipients fail permanently', () => {
    expect(after(failed(true), { accepted: ['a@example.com'] })).toMatchObject({ status: 'Sent', error: 'no' });
  });

  it('is retried until the schedule ends', () => {
    expect(after(failed(false))).toMatchObject({ status: 'Pending', error: 'no', nextAttemptAt: IN_A_MINUTE });
    expect(after(failed(false), { attempts: MAX_ATTEMPTS - 1 }).status).toBe('Pending');
    expect(after(failed(false), { attempts: MAX_ATTEMPTS })).toMatchObject({ status: 'Failed', nextAttemptAt: null });
    expect(after(failed(false), { attempts: MAX_ATTEMPTS + 3 }).status).toBe('Failed');
  });

  it('does not count an attempt that a shutdown interrupted', () => {
    expect(after({ kind: 'Interrupted' }, { attempts: 3, lastError: 'before' })).toMatchObject({
      status: 'Pending',
      attempts: 2,
      nextAttemptAt: AT,
      error: 'before',
    });
  });
});
