import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './texts/en.js';
import { fr } from './texts/fr.js';

export const LANGUAGES = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'billhook-language';

/** A translation has every key of the English texts, no more and no fewer. */
export type Translation<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translation<T[K]> };

declare module 'i18next' {
  interface ResourceNamespaceMap {
    ui: typeof en;
  }
  interface CustomTypeOptions {
    returnNull: false;
  }
}

export function isLanguage(text: string | null | undefined): text is Language {
  return text === 'en' || text === 'fr';
}

/** The language that was chosen in this browser; undefined where nobody chose one. */
export function chosenLanguage(): Language | undefined {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    return isLanguage(kept) ? kept : undefined;
  } catch {
    // Storage may be switched off; the browser's languages still tell.
    return undefined;
  }
}

function wantedLanguage(): Language {
  const chosen = chosenLanguage();
  if (chosen) return chosen;
  for (const tag of navigator.languages) {
    const base = tag.split('-')[0];
    if (isLanguage(base)) return base;
  }
  return 'en';
}

/** Starts the texts of one app, before its first render. `texts` maps its namespaces to their languages. */
export function startI18n(texts: Readonly<Record<string, Readonly<Record<Language, ResourceLanguage>>>>): void {
  const resources: Record<Language, ResourceLanguage> = { en: { ui: en }, fr: { ui: fr } };
  for (const [namespace, languages] of Object.entries(texts)) {
    resources.en[namespace] = languages.en;
    resources.fr[namespace] = languages.fr;
  }
  void i18next.use(initReactI18next).init({
    resources,
    lng: wantedLanguage(),
    fallbackLng: 'en',
    defaultNS: 'ui',
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    initAsync: false,
    returnNull: false,
  });
  const mark = (language: string) => (document.documentElement.lang = language);
  mark(i18next.language);
  i18next.on('languageChanged', mark);
  // The portal is framed by the settings: a switch in one reaches the other through the storage event.
  addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY && isLanguage(event.newValue)) void i18next.changeLanguage(event.newValue);
  });
}

/** Adds the texts of a page that is fetched when it is first opened, so that the first load carries none of them. */
export function addTexts<T extends ResourceLanguage>(
  namespace: string,
  texts: { readonly en: T; readonly fr: Translation<T> },
): void {
  for (const [language, text] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, text);
}

/** Switches the language and remembers it. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  void i18next.changeLanguage(language);
}
