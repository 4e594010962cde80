import { describe, expect, it } from '@jest/globals';
import { MAIL_STATUSES, retryError } from './mail.js';

describe('retryError', () => {
  it('allows only failed and kept emails to be sent again, and only with a mail server', () => {
    const free = (sendsMail: boolean) => MAIL_STATUSES.filter((status) => retryError(status, sendsMail) === undefined);
    expect(free(true)).toEqual(['Failed', 'Kept']);
    expect(free(false)).toEqual([]);
  });

  it('returns the reason', () => {
    expect(retryError('Sent', true)).toContain('The email is Sent');
    expect(retryError('Kept', false)).toContain('SMTP_URL');
  });
});
