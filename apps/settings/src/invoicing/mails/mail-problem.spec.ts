import { expect, it } from '@jest/globals';
import { mailProblem } from './mail-problem.js';

it.each([
  ['connect ECONNREFUSED 127.0.0.1:5205', 'refused'],
  ['Unexpected socket close', 'refused'],
  ['getaddrinfo ENOTFOUND smtp.example.com', 'unknownHost'],
  ['queryA EAI_AGAIN smtp.example.com', 'unknownHost'],
  ['Greeting never received: connection timeout', 'timeout'],
  ['connect ETIMEDOUT 192.0.2.1:587', 'timeout'],
  ['self-signed certificate in certificate chain', 'certificate'],
  ["Hostname/IP does not match certificate's altnames", 'certificate'],
  ['Invalid login: 535 5.7.8 Authentication failed', 'login'],
  ['gone@example.com: 550 5.1.1 No such user', 'recipient'],
  ['ada@example.com: 452 4.2.2 Mailbox full', 'full'],
  ['451 4.7.1 Greylisted, try again later', 'other'],
  ['554 5.7.1 Message rejected', 'other'],
])('%s is the problem %s', (error, problem) => {
  expect(mailProblem(error)).toBe(problem);
});
