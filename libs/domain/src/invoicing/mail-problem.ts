import type { LocalizedText } from '../shared/localized-text.js';

/** What an error of a mail server means for a sender. For `Other`, only the error itself says why. */
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
    en: 'The email could not be sent.',
    fr: 'L’e-mail n’a pas pu être envoyé.',
  },
};

/** An enhanced status code (RFC 3463) with the reply code in front of it, and not a part of an IP address. */
const CODE = /(?<![\d.])(\d{3}[ -])?[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** By reply code and enhanced code. Servers use 5.7.x for many reasons, and only 534 and 535 are replies to a login. */
const CODES: readonly (readonly [MailProblem, RegExp])[] = [
  ['Recipient', /5\.1\.(1|2|3|6|10)$/],
  ['Full', /\.2\.2$/],
  ['Login', /5\.7\.[89]$|^53[45][ -]/],
  ['Other', /\.[37]\.\d+$|5\.1\.[78]$/],
];

/** By the text, in this order. */
const TEXTS: readonly (readonly [MailProblem, RegExp])[] = [
  ['UnknownHost', /\b(ENOTFOUND|EAI_AGAIN|EDNS)\b/],
  ['Refused', /\b(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE)\b|socket close/i],
  ['Timeout', /\bETIMEDOUT\b|timeout|timed out|did not finish within/i],
  ['Certificate', /certificate|self[- ]signed/i],
  ['Login', /invalid login|authentication (failed|unsuccessful|required)/i],
  ['Full', /mailbox (is )?full|over ?quota/i],
  ['Recipient', /user unknown|no such user/i],
  ['Other', /\b(sender|spam|message size|too many recipients)\b/i],
];

/** By the reply code alone, of a server without enhanced codes. */
const REPLIES: readonly (readonly [MailProblem, RegExp])[] = [
  ['Login', /\b(534|535)\b/],
  ['Full', /\b(452|552)\b/],
  ['Recipient', /\b(550|551|553)\b/],
];

/** The problem behind the text that a mail server, or the connection to it, returned. */
export function mailProblem(error: string): MailProblem {
  // An address in front of a reply may contain any word.
  const text = error.replace(/[^\s@]{1,80}@\S{1,260}: /g, '');
  const code = CODE.exec(text)?.[0];
  const kinds = code === undefined ? [...TEXTS, ...REPLIES] : TEXTS;
  return (code === undefined ? undefined : kindOf(CODES, code)) ?? kindOf(kinds, text) ?? 'Other';
}

const kindOf = (kinds: typeof TEXTS, text: string): MailProblem | undefined =>
  kinds.find(([, pattern]) => pattern.test(text))?.[0];
