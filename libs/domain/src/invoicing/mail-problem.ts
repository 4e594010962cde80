import type { LocalizedText } from '../shared/localized-text.js';

/** What an error of a mail server means for a sender. `Other` has only the text of the server. */
export const MAIL_PROBLEMS = [
  'Refused',
  'UnknownHost',
  'Timeout',
  'Certificate',
  'Login',
  'Recipient',
  'Full',
  'Other',
] as const;
export type MailProblem = (typeof MAIL_PROBLEMS)[number];

export const MAIL_PROBLEM_TEXTS: Readonly<Record<MailProblem, LocalizedText>> = {
  Refused: {
    en: 'The mail server did not accept the connection.',
    fr: 'Le serveur de messagerie n’a pas accepté la connexion.',
  },
  UnknownHost: {
    en: 'The name of the mail server is not known to DNS.',
    fr: 'Le nom du serveur de messagerie est inconnu du DNS.',
  },
  Timeout: {
    en: 'The mail server did not respond in time.',
    fr: 'Le serveur de messagerie n’a pas répondu à temps.',
  },
  Certificate: {
    en: 'The certificate of the mail server is not trusted.',
    fr: 'Le certificat du serveur de messagerie n’est pas reconnu.',
  },
  Login: {
    en: 'The mail server rejected the user name or the password.',
    fr: 'Le serveur de messagerie a refusé l’identifiant ou le mot de passe.',
  },
  Recipient: {
    en: 'The mail server does not know a recipient. Check the email address.',
    fr: 'Le serveur de messagerie ne connaît pas un destinataire. Vérifiez l’adresse e-mail.',
  },
  Full: {
    en: 'The mailbox of a recipient is full.',
    fr: 'La boîte de réception d’un destinataire est pleine.',
  },
  Other: {
    en: 'The mail server did not accept the email.',
    fr: 'Le serveur de messagerie n’a pas accepté l’e-mail.',
  },
};

/** In this order: a rejected login or recipient has a reply code as well. */
const PATTERNS: readonly (readonly [MailProblem, RegExp])[] = [
  ['UnknownHost', /\b(ENOTFOUND|EAI_AGAIN|EDNS)\b/],
  ['Refused', /\b(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE)\b|socket close/i],
  ['Timeout', /\bETIMEDOUT\b|timeout|timed out/i],
  ['Certificate', /certificate|self[- ]signed|\bSSL\b|\bTLS\b/i],
  ['Login', /\b(530|534|535)\b|invalid login|authentication/i],
  ['Full', /\b(452|552)\b|\b[45]\.2\.2\b|mailbox full|over quota/i],
  ['Recipient', /\b(550|551|553)\b|\b5\.1\.\d\b|user unknown|no such user/i],
];

/** The problem behind the text that a mail server, or the connection to it, returned. */
export function mailProblem(error: string): MailProblem {
  return PATTERNS.find(([, pattern]) => pattern.test(error))?.[0] ?? 'Other';
}
