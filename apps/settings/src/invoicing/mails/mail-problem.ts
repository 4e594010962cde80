/** What an error of the mail server means for a sender. `other` has no words but those of the server. */
export type MailProblem =
  | 'refused'
  | 'unknownHost'
  | 'timeout'
  | 'certificate'
  | 'login'
  | 'recipient'
  | 'full'
  | 'other';

/** In this order: a rejected login or recipient has a reply code as well. */
const PROBLEMS: readonly (readonly [MailProblem, RegExp])[] = [
  ['unknownHost', /\b(ENOTFOUND|EAI_AGAIN|EDNS)\b/],
  ['refused', /\b(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE)\b|socket close/i],
  ['timeout', /\bETIMEDOUT\b|timeout|timed out/i],
  ['certificate', /certificate|self[- ]signed|\bSSL\b|\bTLS\b/i],
  ['login', /\b(530|534|535)\b|invalid login|authentication/i],
  ['full', /\b(452|552)\b|\b[45]\.2\.2\b|mailbox full|over quota/i],
  ['recipient', /\b(550|551|553)\b|\b5\.1\.\d\b|user unknown|no such user/i],
];

/** The problem behind the text that a mail server, or the connection to it, gave. */
export function mailProblem(error: string): MailProblem {
  return PROBLEMS.find(([, pattern]) => pattern.test(error))?.[0] ?? 'other';
}
