import { describe, expect, it } from '@jest/globals';
import { MAIL_STATUSES, retryFault } from './mail.js';

describe('retryFault', () => {
  it('lets only failed and kept mails be sent again, and only where there is a mail server', () => {
    const free = (sendsMail: boolean) => MAIL_STATUSES.filter((status) => retryFault(status, sendsMail) === undefined);
    expect(free(true)).toEqual(['Failed', 'Kept']);
    expect(free(false)).toEqual([]);
  });

  it('says why not', () => {
    expect(retryFault('Sent', true)).toContain('The email is Sent');
    expect(retryFault('Kept', false)).toContain('SMTP_URL');
  });
});
