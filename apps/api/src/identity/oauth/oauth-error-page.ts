import { createHash } from 'node:crypto';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** What happened: the application is at fault, it is not registered here, there are too many requests, or Billhook does not work now. */
type PageKind = 'invalid' | 'unregistered' | 'limited' | 'unavailable';

const TEXTS = {
  en: {
    invalid: {
      title: 'The request of the application is invalid',
      text: 'Return to the application and start again. If this happens again, send its developer this error:',
    },
    unregistered: {
      title: 'The application did not get access',
      text: 'Its request ended with this error:',
    },
    limited: {
      title: 'Too many requests',
      text: 'Too many requests came from your network. Wait a minute, then try again.',
    },
    unavailable: {
      title: 'Billhook is not available at the moment',
      text: 'Wait a moment, then try again. If that fails, start again in the application.',
    },
    link: 'The application is not registered here, so Billhook does not redirect your browser to its address. Open the address only if you trust {host}:',
    again: 'Try again',
  },
  fr: {
    invalid: {
      title: 'La demande de l’application n’est pas valide',
      text: 'Retournez dans l’application et recommencez. Si cela se reproduit, envoyez cette erreur à son développeur\u00a0:',
    },
    unregistered: {
      title: 'L’application n’a pas obtenu d’accès',
      text: 'Sa demande s’est terminée par cette erreur\u00a0:',
    },
    limited: {
      title: 'Trop de demandes',
      text: 'Trop de demandes sont venues de votre réseau. Attendez une minute, puis réessayez.',
    },
    unavailable: {
      title: 'Billhook n’est pas disponible pour le moment',
      text: 'Attendez un instant, puis réessayez. En cas d’échec, recommencez dans l’application.',
    },
    link: 'L’application n’est pas enregistrée ici\u00a0: Billhook ne redirige donc pas votre navigateur vers son adresse. N’ouvrez l’adresse que si vous faites confiance à {host}\u00a0:',
    again: 'Réessayer',
  },
} as const;

const STYLE =
  'html{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}h1{line-height:1.2}p{overflow-wrap:anywhere}';

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

export interface OAuthPage {
  readonly kind: PageKind;
  readonly error: string;
  readonly detail?: string;
  /** Where the application wanted the browser to go. */
  readonly link?: string | undefined;
  /** The header Accept-Language. */
  readonly language: string | undefined;
}

/** What a person sees when the browser cannot go back to the application: in French if the browser prefers it to English. */
export function renderOAuthPage({ kind, error, detail = '', link, language = '' }: OAuthPage): {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
} {
  const tongue = /\b(?:en|fr)\b/i.exec(language)?.[0].toLowerCase() === 'fr' ? 'fr' : 'en';
  const texts = TEXTS[tongue];
  const { title, text } = texts[kind];
  const isOurs = kind === 'limited' || kind === 'unavailable';
  const html = `<!doctype html>
<html lang="${tongue}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${isOurs ? `<p><a href="">${texts.again}</a></p>` : errorOf(error, detail)}
${link === undefined ? '' : linkOf(texts.link, link)}
</html>
`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  };
  return { headers, html };
}

const errorOf = (error: string, detail: string): string =>
  `<p><code>${escaped(error)}</code>${detail === '' ? '' : `: ${escaped(detail)}`}</p>`;

function linkOf(text: string, link: string): string {
  const { host, origin, pathname } = new URL(link);
  const [before = '', after = ''] = text.split('{host}');
  return `<p>${escaped(before)}<strong>${escaped(host)}</strong>${escaped(after)}</p>
<p><a rel="noreferrer" href="${escaped(link)}">${escaped(origin + pathname)}</a></p>`;
}
