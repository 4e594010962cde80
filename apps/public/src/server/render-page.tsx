import type { ClientPageView } from '@billhook/contract/invoicing/client-page';
import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { createTexts, isLanguage, type Language } from '@billhook/ui/i18n';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { ClientPage } from '../app/client-page.js';
import { Providers } from '../app/providers.js';
import { PublicPage } from '../app/public-page.js';
import { OPENED, type Opened } from '../document/opened.js';
import { clientTexts } from '../texts/client-texts.js';
import { texts } from '../texts/texts.js';
import { bothSchemes, withoutUnusedColours } from './page-styles.js';

/** `index.html` with the styles inside. The build inserts it. */
declare const PAGE_TEMPLATE: string;

const ALL_TEXTS = {
  en: () => ({ ...texts.en(), ...clientTexts.en() }),
  fr: () => ({ ...texts.fr(), ...clientTexts.fr() }),
};
const TEXTS = { en: createTexts(ALL_TEXTS, 'en'), fr: createTexts(ALL_TEXTS, 'fr') };

const STYLE = /<style data-mantine-styles[^>]*>([^]*?)<\/style>/;

/** What the link opens, for the API, which knows this function by its form only. */
interface RequestedPage {
  readonly token: string;
  /** Null if the link opens nothing. */
  readonly document: PublicDocumentView | null;
  /** If the link opens the page of a client instead. */
  readonly client?: ClientPageView | undefined;
  /** The language of the visitor, for a document that names none. */
  readonly language: Language;
}

/** The whole page of a link: the browser needs no other response to show it. */
export function renderPage({ token, document, client, language: visitors }: RequestedPage): string {
  const { locale } = document ?? client ?? {};
  const language = isLanguage(locale) ? locale : visitors;
  const opened: Opened = { language, loaded: document ? { state: 'shown', document } : { state: 'invalid' }, client };
  const body = renderToString(
    <I18nextProvider i18n={TEXTS[language]}>
      <Providers>
        <PublicPage token={token} opened={opened} clientPage={client && <ClientPage token={token} client={client} />} />
      </Providers>
    </I18nextProvider>,
  );
  // React renders the variables of the kit in the body, and changes nothing in what it takes over.
  const variables = withoutUnusedColours(STYLE.exec(body)?.[1] ?? '');
  // A slash could end the element.
  const data = JSON.stringify(opened).replaceAll('<', String.raw`\u003c`);
  return fill(PAGE_TEMPLATE, {
    language,
    title: escaped(titleOf(document ?? client, language)),
    schemes: `<style>${bothSchemes(variables)}</style>`,
    body: body.replace(STYLE, withoutUnusedColours),
    data: `<script type="application/json" id="${OPENED}">${data}</script>`,
  });
}

/** As the page sets it once it runs. */
function titleOf(document: PublicDocumentView | ClientPageView | undefined, language: Language): string {
  const { t } = TEXTS[language];
  if (!document) return t('invalid.title', { ns: 'document' });
  if (!('kind' in document)) return `${t('all', { ns: 'document' })} · ${document.seller.name}`;
  const { kind, number, seller } = document;
  const heading = t('heading', { ns: 'document', kind: t(`kind.${kind}`, { ns: 'document' }), number });
  return `${heading} · ${seller.name}`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const fill = (template: string, parts: Readonly<Record<string, string>>): string =>
  template.replaceAll(/%page:(\w+)%/g, (mark: string, name: string) => parts[name] ?? mark);
