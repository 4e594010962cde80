import type { LocalizedText } from '../shared/localized-text.js';

/** Why a URL cannot receive webhooks. `{port}` is its port. */
export const URL_REJECTIONS = {
  characters: {
    en: 'The URL contains a space or a control character.',
    fr: 'L’URL contient une espace ou un caractère de contrôle.',
  },
  notUrl: { en: 'This is not a URL.', fr: 'Ce n’est pas une URL.' },
  https: { en: 'The URL must begin with https://.', fr: 'L’URL doit commencer par https://.' },
  httpOrHttps: {
    en: 'The URL must begin with https:// or http://.',
    fr: 'L’URL doit commencer par https:// ou http://.',
  },
  credentials: {
    en: 'The URL must not contain a user name or a password.',
    fr: 'L’URL ne doit contenir ni nom d’utilisateur ni mot de passe.',
  },
  fragment: {
    en: 'The URL must not contain a fragment, because it is never sent.',
    fr: 'L’URL ne doit pas contenir de fragment, car il n’est jamais envoyé.',
  },
  // One text for every target, which prevents exploring the network of the installation.
  notPublic: { en: 'The address is not public.', fr: 'L’adresse n’est pas publique.' },
  port: {
    en: 'Port {port} is reserved for a protocol other than HTTP.',
    fr: 'Le port {port} est réservé à un autre protocole que HTTP.',
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;

export type UrlRejection = keyof typeof URL_REJECTIONS;

/** The sentence for a rejected URL, which has this port. */
export function urlRejection(rejection: UrlRejection, port = ''): LocalizedText {
  const { en, fr } = URL_REJECTIONS[rejection];
  return { en: en.replace('{port}', port), fr: fr.replace('{port}', port) };
}

const REJECTIONS = Object.keys(URL_REJECTIONS) as readonly UrlRejection[];

/** The sentence in both languages that the API, which writes English, gives for a URL. Undefined if it is none of these. */
export function knownUrlRejection(sentence: string): LocalizedText | undefined {
  const port = /\d+/.exec(sentence)?.[0];
  return REJECTIONS.map((each) => urlRejection(each, port)).find(({ en }) => en === sentence);
}
