import { expect, it } from '@jest/globals';
import { mailProblem } from './mail-problem.js';

it.each([
  ['connect ECONNREFUSED 127.0.0.1:5205', 'Refused'],
  ['Unexpected socket close', 'Refused'],
  ['getaddrinfo ENOTFOUND smtp.example.com', 'UnknownHost'],
  ['queryA EAI_AGAIN smtp.example.com', 'UnknownHost'],
  ['Greeting never received: connection timeout', 'Timeout'],
  ['connect ETIMEDOUT 192.0.2.1:587', 'Timeout'],
  ['self-signed certificate in certificate chain', 'Certificate'],
  ["Hostname/IP does not match certificate's altnames", 'Certificate'],
  ['Invalid login: 535 5.7.8 Authentication failed', 'Login'],
  ['gone@example.com: 550 5.1.1 No such user', 'Recipient'],
  ['ada@example.com: 452 4.2.2 Mailbox full', 'Full'],
  ['451 4.7.1 Greylisted, try again later', 'Other'],
  ['554 5.7.1 Message rejected', 'Other'],
  ['The mail server did not finish within 60 seconds.', 'Timeout'],
  ['Client network socket disconnected before secure TLS connection was established', 'Other'],
  ['connect ECONNREFUSED 5.7.8.9:587', 'Refused'],
  ['Invalid login: 535 5.7.3 Authentication unsuccessful', 'Login'],
  ['Invalid login: 534-5.7.9 Application-specific password required', 'Login'],
  ['Invalid login: 535 Incorrect data', 'Login'],
  ['Mail command failed: 530 5.7.0 Must issue a STARTTLS command first', 'Other'],
  [
    'ada@example.com: 550-5.7.26 Your email has been blocked because the sender is unauthenticated. Authentication results: DKIM = did not pass',
    'Other',
  ],
  ['Message failed: 550 5.7.1 Message rejected as spam', 'Other'],
  ['550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'Other'],
  ['553 5.1.8 Sender address rejected: Domain not found', 'Other'],
  ['553 Sender address rejected', 'Other'],
  ['552 5.3.4 Message size exceeds fixed limit', 'Other'],
  ['552 Message size exceeds fixed limit', 'Other'],
  ['452 4.3.1 Insufficient system storage', 'Other'],
  ['info@certificate.example: 550 5.1.1 No such user', 'Recipient'],
  ['info@timeout.example: 550 Mailbox unavailable', 'Recipient'],
  ['ada@example.com: 550 5.1.10 Recipient not found', 'Recipient'],
  ['ada@example.com: 552 Exceeded storage allocation', 'Full'],
])('%s is the problem %s', (error, problem) => {
  expect(mailProblem(error)).toBe(problem);
});
