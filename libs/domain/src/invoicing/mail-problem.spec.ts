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
])('%s is the problem %s', (error, problem) => {
  expect(mailProblem(error)).toBe(problem);
});
