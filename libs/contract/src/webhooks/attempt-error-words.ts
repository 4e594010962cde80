import type { LocalizedText } from '@billhook/domain/shared/localized-text';
import type { AttemptErrorKind } from './attempt-error-kinds.js';
import { ATTEMPT_ERROR_LABELS } from './attempt-error-labels.js';

/** The result of a failed attempt, as the API returns it. */
export interface AttemptFailure {
  /** The stored sentence, in English. */
  readonly error: string;
  /** Null for attempts of installations before kinds were stored. */
  readonly errorKind: AttemptErrorKind | null;
  readonly responseStatus: number | null;
}

/** The stored sentences without variable parts: `attempt-error.rules.ts` of `libs/webhooks` writes them. */
const SENTENCES: Readonly<Record<string, LocalizedText>> = {
  'The host name is not known to DNS': {
    en: 'The host name is not known to DNS',
    fr: 'Le nom d’hôte est inconnu du DNS',
  },
  'The host name has no address in DNS': {
    en: 'The host name has no address in DNS',
    fr: 'Le nom d’hôte n’a pas d’adresse dans le DNS',
  },
  'DNS did not respond': { en: 'DNS did not respond', fr: 'Le DNS n’a pas répondu' },
  'DNS could not look up the host name': {
    en: 'DNS could not look up the host name',
    fr: 'Le DNS n’a pas pu résoudre le nom d’hôte',
  },
  'The address is not public': { en: 'The address is not public', fr: 'L’adresse n’est pas publique' },
  'The connection was refused': { en: 'Connection refused', fr: 'Connexion refusée' },
  'The connection was reset before the response was complete': {
    en: 'Connection reset before the end of the response',
    fr: 'Connexion réinitialisée avant la fin de la réponse',
  },
  'The connection was closed before the response was complete': {
    en: 'Connection closed before the end of the response',
    fr: 'Connexion fermée avant la fin de la réponse',
  },
  'The connection timed out': { en: 'The connection timed out', fr: 'La connexion a dépassé le délai' },
  'The host is unreachable': { en: 'The host is unreachable', fr: 'L’hôte est injoignable' },
  'The network of the host is unreachable': {
    en: 'The network of the host is unreachable',
    fr: 'Le réseau de l’hôte est injoignable',
  },
  'The headers of the response are too large': {
    en: 'The headers of the response are too large',
    fr: 'Les en-têtes de la réponse sont trop volumineux',
  },
  'The length of the response differs from its Content-Length': {
    en: 'The length of the response differs from its Content-Length',
    fr: 'La longueur de la réponse ne correspond pas à son Content-Length',
  },
  'The response does not fit the request: it changes the protocol or asks for more data': {
    en: 'The response changes the protocol or asks for more data',
    fr: 'La réponse change de protocole ou demande d’autres données',
  },
  'The signing secret could not be decrypted; nothing was sent': {
    en: 'The signing secret could not be decrypted. Nothing was sent',
    fr: 'Le secret de signature n’a pas pu être déchiffré. Rien n’a été envoyé',
  },
  'The text of the event is no longer stored; nothing was sent': {
    en: 'The text of the event is no longer stored. Nothing was sent',
    fr: 'Le texte de l’événement n’est plus conservé. Rien n’a été envoyé',
  },
  'The worker stopped during the attempt': {
    en: 'The worker stopped during the attempt',
    fr: 'Le worker s’est arrêté pendant la tentative',
  },
  'The worker did not receive the deliveries that it had claimed': {
    en: 'The worker did not receive the delivery',
    fr: 'Le worker n’a pas reçu l’envoi',
  },
  'The worker was stopped before it could send': {
    en: 'The worker was stopped before it could send',
    fr: 'Le worker a été arrêté avant de pouvoir envoyer',
  },
  'The worker was stopped before it received the response': {
    en: 'The worker was stopped before it received the response',
    fr: 'Le worker a été arrêté avant de recevoir la réponse',
  },
};

/** What follows `TLS failed: ` in a stored sentence: our own words, and the messages of OpenSSL and Node for certificates. */
const TLS_REASONS: Readonly<Record<string, LocalizedText>> = {
  'certificate has expired': { en: 'the certificate has expired', fr: 'le certificat a expiré' },
  'certificate is not yet valid': {
    en: 'the certificate is not valid yet',
    fr: 'le certificat n’est pas encore valide',
  },
  'self-signed certificate': { en: 'the certificate is self-signed', fr: 'le certificat est auto-signé' },
  'self-signed certificate in certificate chain': {
    en: 'the certificate chain contains a self-signed certificate',
    fr: 'la chaîne de certificats contient un certificat auto-signé',
  },
  'unable to verify the first certificate': {
    en: 'intermediate certificates are missing',
    fr: 'des certificats intermédiaires manquent',
  },
  'unable to get local issuer certificate': {
    en: 'the issuer of the certificate is not trusted',
    fr: 'l’émetteur du certificat n’est pas approuvé',
  },
  'unable to get issuer certificate': {
    en: 'the issuer of the certificate is not trusted',
    fr: 'l’émetteur du certificat n’est pas approuvé',
  },
  'certificate revoked': { en: 'the certificate was revoked', fr: 'le certificat a été révoqué' },
  'the receiver closed the connection during the handshake': {
    en: 'the receiver closed the connection during the handshake',
    fr: 'le récepteur a fermé la connexion pendant la négociation',
  },
  'the port does not speak TLS': { en: 'the port does not speak TLS', fr: 'le port ne parle pas TLS' },
  'the receiver supports neither TLS 1.2 nor 1.3': {
    en: 'the receiver supports neither TLS 1.2 nor 1.3',
    fr: 'le récepteur ne prend en charge ni TLS 1.2 ni TLS 1.3',
  },
};

const OTHER_NAME: LocalizedText = {
  en: 'the certificate is for another host name',
  fr: 'le certificat est pour un autre nom d’hôte',
};

function tlsWords(reason: string): LocalizedText {
  const known = reason.startsWith("Hostname/IP does not match certificate's altnames")
    ? OTHER_NAME
    : TLS_REASONS[reason];
  return { en: `TLS: ${known?.en ?? reason}`, fr: `TLS : ${known?.fr ?? reason}` };
}

const DEADLINES: Readonly<Record<string, LocalizedText>> = {
  'DNS did not respond': { en: 'DNS did not respond', fr: 'Le DNS n’a pas répondu' },
  'No connection': { en: 'No connection', fr: 'Aucune connexion' },
  'No TLS connection': { en: 'No TLS connection', fr: 'Aucune connexion TLS' },
  'No response': { en: 'No response', fr: 'Aucune réponse' },
  'No complete response': { en: 'No complete response', fr: 'Aucune réponse complète' },
};

/** The stored sentences with a variable part. */
const PATTERNS: readonly (readonly [RegExp, (parts: readonly string[]) => LocalizedText | undefined])[] = [
  [
    /^Responded with (\d+), a redirect to (.*); redirects are not followed$/s,
    ([status = '', target = '']) => ({
      en: `HTTP ${status}, a redirect to ${target}`,
      fr: `HTTP ${status}, une redirection vers ${target}`,
    }),
  ],
  [/^Responded with (\d+)$/, ([status = '']) => statusWords(Number(status))],
  [/^TLS failed: (.*)$/s, ([reason = '']) => tlsWords(reason)],
  [/^TLS failed \((.*)\)$/, ([code = '']) => ({ en: `TLS failed (${code})`, fr: `Échec de TLS (${code})` })],
  [
    /^(.*) within ([\d.]+) s$/,
    ([what = '', seconds = '']) => {
      const known = DEADLINES[what];
      return known && { en: `${known.en} within ${seconds} s`, fr: `${known.fr} en ${seconds.replace('.', ',')} s` };
    },
  ],
  [
    /^The response is not valid HTTP: (.*)$/s,
    ([reason = '']) => ({
      en: `The response is not valid HTTP: ${reason}`,
      fr: `La réponse n’est pas du HTTP valide : ${reason}`,
    }),
  ],
];

/** 410 disables the endpoint, so its name is added. */
function statusWords(status: number): LocalizedText {
  const words = status === 410 ? 'HTTP 410 Gone' : `HTTP ${status}`;
  return { en: words, fr: words };
}

/** The error of an attempt in a few words, for lists and emails: `HTTP 500`, `Connection refused`. An unknown sentence stays as stored. */
export function attemptErrorWords({ error, errorKind, responseStatus }: AttemptFailure): LocalizedText {
  const sentence = SENTENCES[error];
  if (sentence) return sentence;
  for (const [pattern, words] of PATTERNS) {
    const [, ...parts] = pattern.exec(error) ?? [];
    const found = parts.length > 0 ? words(parts) : undefined;
    if (found) return found;
  }
  if (errorKind === 'Status' && responseStatus !== null) return statusWords(responseStatus);
  const label = errorKind && errorKind !== 'Other' ? `${ATTEMPT_ERROR_LABELS[errorKind].fr} : ` : '';
  return { en: error, fr: `${label}${error}` };
}
