import { describe, expect, it } from '@jest/globals';
import { MAIL_STATUSES, retryError } from './mail.js';

describe('retryError', () => {
  it('allows only failed and kept emails to be sent again, and only with a mail server, outside a sandbox', () => {
    const free = (sendsMail: boolean, inSandbox = false) =>
      MAIL_STATUSES.filter((status) => retryError(status, sendsMail, inSandbox) === undefined);
    expect(free(true)).toEqual(['Failed', 'Kept']);
    expect(free(false)).toEqual([]);
    expect(free(true, true)).toEqual([]);
  });

  it('returns the reason', () => {
    expect(retryError('Sent', true, false)).toContain('The email is Sent');
    expect(retryError('Kept', false, false)).toContain('SMTP_URL');
  });
});
