import type { LocalizedText } from '../shared/localized-text.js';

/*
 * The cases with which a receiver of webhooks is certified, as texts. `certification.ts` plays them. The command line has a copy of both
 * files, because its package imports no other: `npm run sdk` writes it.
 */

export const CERTIFICATION_CASE_NAMES = [
  'valid',
  'wrong-signature',
  'missing-signature',
  'altered-body',
  'altered-id',
  'old-timestamp',
  'future-timestamp',
  'two-secrets',
  'extra-versions',
  'header-case',
  'replayed-request',
  'duplicate-delivery',
  'concurrent-duplicates',
  'unknown-type',
  'unknown-member',
  'reordered-versions',
  'non-ascii',
  'large-body',
  'slow-body',
  'gzip',
  'empty-body',
  'wrong-content-type',
  'get-request',
  'no-redirect',
  'quick-response',
] as const;
export type CertificationCaseName = (typeof CERTIFICATION_CASE_NAMES)[number];

/** What a correct receiver does, and what proves it. */
export type CertificationExpectation =
  | 'Accepted'
  | 'Rejected'
  | 'NotServed'
  | 'NoError'
  | 'Once'
  | 'OnceOrRejected'
  | 'OnceOrBusy'
  | 'Newest'
  | 'NoRedirect'
  | 'Quick';

interface ExpectationText {
  /** Completes "A correct receiver". */
  readonly receiver: LocalizedText;
  readonly proof: LocalizedText;
}

const STATUS: LocalizedText = { en: 'the status', fr: 'le statut' };
const COUNT: LocalizedText = { en: 'webhook-handled', fr: 'webhook-handled' };

export const CERTIFICATION_EXPECTATIONS: Readonly<Record<CertificationExpectation, ExpectationText>> = {
  Accepted: { receiver: { en: 'responds with 2xx', fr: 'répond par 2xx' }, proof: STATUS },
  Rejected: { receiver: { en: 'responds with 4xx', fr: 'répond par 4xx' }, proof: STATUS },
  NotServed: { receiver: { en: 'responds with 4xx or 501', fr: 'répond par 4xx ou 501' }, proof: STATUS },
  NoError: { receiver: { en: 'responds with 2xx or 4xx', fr: 'répond par 2xx ou 4xx' }, proof: STATUS },
  Once: {
    receiver: { en: 'responds with 2xx to both, handles one', fr: 'répond par 2xx aux deux, en traite un' },
    proof: COUNT,
  },
  OnceOrRejected: {
    receiver: { en: 'handles it once, or rejects the repeat', fr: 'le traite une fois, ou rejette la répétition' },
    proof: { en: 'webhook-handled, or 4xx', fr: 'webhook-handled, ou 4xx' },
  },
  OnceOrBusy: {
    receiver: {
      en: 'handles one; others get 2xx, 409 or 503',
      fr: 'en traite un ; les autres reçoivent 2xx, 409 ou 503',
    },
    proof: COUNT,
  },
  Newest: {
    receiver: { en: 'responds with 2xx, ignores the older one', fr: 'répond par 2xx, ignore l’ancienne' },
    proof: COUNT,
  },
  NoRedirect: {
    receiver: { en: 'responds itself, without a redirect', fr: 'répond lui-même, sans redirection' },
    proof: STATUS,
  },
  Quick: {
    receiver: { en: 'responds with 2xx within 5 s', fr: 'répond par 2xx en 5 s' },
    proof: { en: 'the slowest response', fr: 'la réponse la plus lente' },
  },
};

export interface CertificationCase {
  readonly name: CertificationCaseName;
  readonly sends: LocalizedText;
  readonly expects: CertificationExpectation;
}

const row = (name: CertificationCaseName, expects: CertificationExpectation, en: string, fr: string) => ({
  ...{ name, expects },
  sends: { en, fr },
});

/** In the order in which they are played. */
export const CERTIFICATION_CASES: readonly CertificationCase[] = [
  row('valid', 'Accepted', 'a valid message', 'un message valide'),
  row('wrong-signature', 'Rejected', 'a signature with another secret', 'une signature avec un autre secret'),
  row('missing-signature', 'Rejected', 'no webhook-signature', 'pas de webhook-signature'),
  row('altered-body', 'Rejected', 'a body that changed after signing', 'un corps modifié après la signature'),
  row('altered-id', 'Rejected', 'a webhook-id that is not the signed one', 'un webhook-id qui n’est pas celui signé'),
  row('old-timestamp', 'Rejected', 'a message signed 10 minutes ago', 'un message signé il y a 10 minutes'),
  row('future-timestamp', 'Rejected', 'a message signed in 10 minutes', 'un message signé dans 10 minutes'),
  row(
    'two-secrets',
    'Accepted',
    'signatures of another and of its secret',
    'les signatures d’un autre secret et du sien',
  ),
  row(
    'extra-versions',
    'Accepted',
    'signatures of unknown versions first',
    'd’abord des signatures de versions inconnues',
  ),
  row('header-case', 'Accepted', 'names of headers in mixed case', 'des noms d’en-têtes en casse mixte'),
  row('replayed-request', 'OnceOrRejected', 'the same request twice', 'deux fois la même requête'),
  row('duplicate-delivery', 'Once', 'a message, and its second attempt', 'un message, puis sa deuxième tentative'),
  row('concurrent-duplicates', 'OnceOrBusy', 'a message 5 times together', 'un message 5 fois en même temps'),
  row('unknown-type', 'Accepted', 'a type that does not exist', 'un type qui n’existe pas'),
  row('unknown-member', 'Accepted', 'unknown members in body and data', 'des membres inconnus dans le corps et data'),
  row(
    'reordered-versions',
    'Newest',
    'version 3 of a record, then version 2',
    'la version 3 d’un objet, puis la version 2',
  ),
  row('non-ascii', 'Accepted', 'accents, Chinese, an emoji, U+2028', 'des accents, du chinois, un emoji, U+2028'),
  row('large-body', 'Accepted', 'a body of 512 KiB', 'un corps de 512 Kio'),
  row('slow-body', 'Accepted', 'a body in two parts with a pause', 'un corps en deux parties avec une pause'),
  row('gzip', 'NoError', 'a body with content-encoding: gzip', 'un corps avec content-encoding: gzip'),
  row('empty-body', 'Rejected', 'an empty body with its signature', 'un corps vide avec sa signature'),
  row('wrong-content-type', 'NoError', 'content-type: text/plain', 'content-type: text/plain'),
  row('get-request', 'NotServed', 'GET in place of POST', 'GET au lieu de POST'),
  row('no-redirect', 'NoRedirect', 'a message to the exact URL', 'un message à l’URL exacte'),
  row('quick-response', 'Quick', '3 messages, one after the other', '3 messages, l’un après l’autre'),
];

/** NotVisible: the receiver responded correctly, and only its count could show whether it handled the message once. */
export const CERTIFICATION_OUTCOMES = ['Passed', 'Failed', 'NotVisible'] as const;
export type CertificationOutcome = (typeof CERTIFICATION_OUTCOMES)[number];

export const CERTIFICATION_REASON_NAMES = [
  'NoResponse',
  'Redirected',
  'NotAccepted',
  'NotRejected',
  'ServerError',
  'OtherRejection',
  'HandledAgain',
  'HandledOlder',
  'NotHandled',
  'TooSlow',
  'NoCount',
] as const;
export type CertificationReason = (typeof CERTIFICATION_REASON_NAMES)[number];

export const CERTIFICATION_REASONS: Readonly<Record<CertificationReason, LocalizedText>> = {
  NoResponse: { en: 'There was no response.', fr: 'Il n’y a pas eu de réponse.' },
  Redirected: {
    en: 'It redirects. Billhook follows no redirect: register the final address.',
    fr: 'Il redirige. Billhook ne suit aucune redirection : enregistrez l’adresse finale.',
  },
  NotAccepted: {
    en: 'It rejects the message. Billhook would send it again, and give up in the end.',
    fr: 'Il rejette le message. Billhook l’enverrait à nouveau, puis abandonnerait.',
  },
  NotRejected: {
    en: 'It accepts what it must reject: a request that is forged, altered, too old or malformed.',
    fr: 'Il accepte ce qu’il doit rejeter : une requête falsifiée, modifiée, trop ancienne ou mal formée.',
  },
  ServerError: {
    en: 'It fails in place of responding with 4xx: handle the error.',
    fr: 'Il échoue au lieu de répondre par 4xx : traitez l’erreur.',
  },
  OtherRejection: {
    en: 'The status 410 disables an endpoint and 429 pauses it: respond with 400.',
    fr: 'Le statut 410 désactive une destination et 429 la met en pause : répondez par 400.',
  },
  HandledAgain: { en: 'It handled the message more than once.', fr: 'Il a traité le message plus d’une fois.' },
  HandledOlder: {
    en: 'It handled an older version after a newer one.',
    fr: 'Il a traité une version plus ancienne après une plus récente.',
  },
  NotHandled: {
    en: 'It accepted a message that it never handled.',
    fr: 'Il a accepté un message qu’il n’a jamais traité.',
  },
  TooSlow: {
    en: 'Billhook waits for 15 s. Store the message, respond, and process it afterwards.',
    fr: 'Billhook attend 15 s. Enregistrez le message, répondez, puis traitez-le.',
  },
  NoCount: {
    en: 'The receiver responded correctly. Whether it handled the message once is visible only in webhook-handled.',
    fr: 'Le récepteur a répondu correctement. S’il a traité le message une seule fois n’est visible que dans webhook-handled.',
  },
};
