import { createHash } from 'node:crypto';
import { pageLanguage } from '../../request/page-language.rules.js';

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

/** The frame of the consent page, with the colours of libs/ui/src/theme.ts and the mark of libs/ui/page/static/favicon.svg. */
const STYLE = [
  'html{color-scheme:light dark}',
  'body{margin:0;min-height:100vh;font:16px/1.55 system-ui,sans-serif;color:light-dark(#1c2333,#d5d9e2);background:light-dark(#f7f8fb,#10141c)}',
  'header{display:flex;gap:.6rem;align-items:center;padding:.75rem clamp(1rem,5vw,2rem);font-weight:700}',
  'main{box-sizing:border-box;width:min(36rem,100% - 2rem);margin:12vh auto 4rem;padding:2rem;border:1px solid light-dark(#e3e6ed,#2b3240);border-radius:.75rem;background:light-dark(#fff,#1b202b)}',
  'h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}p{margin:.75rem 0 0;overflow-wrap:anywhere}a{color:light-dark(#364fc7,#a9b8ff)}',
].join('');

const MARK =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#3b5bdb"/><g fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round"><path d="M18.5 10.2v8.3a5 5 0 0 1-10 0v-1.6" stroke-width="3"/><circle cx="18.5" cy="7.6" r="2.6" stroke-width="2.2"/><path d="M5.9 18.6 8.5 15.4l2.6 3.2" stroke-width="2.4"/></g></svg>';

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
  const tongue = pageLanguage(language);
  const texts = TEXTS[tongue];
  const { title, text } = texts[kind];
  const isOurs = kind === 'limited' || kind === 'unavailable';
  const html = `<!doctype html>
<html lang="${tongue}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Billhook</title>
<style>${STYLE}</style>
<header>${MARK}Billhook</header>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${isOurs ? `<p><a href="">${texts.again}</a></p>` : errorOf(error, detail)}
${link === undefined ? '' : linkOf(texts.link, link)}
</main>
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
