import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './texts/en.js';
import { fr } from './texts/fr.js';

export const LANGUAGES = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'billhook-language';

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

/** The language that was chosen in this browser; undefined without a choice. */
export function chosenLanguage(): Language | undefined {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    return isLanguage(kept) ? kept : undefined;
  } catch {
    // Storage may be switched off: the languages of the browser decide.
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

/** The texts of a program in one language, by namespace. */
export type ProgramTexts = Readonly<Record<string, ResourceLanguage>>;

/** Where a program has its texts in each language: in its own code, or in a script that is fetched with the language. */
export type TextSources = Readonly<Record<Language, () => ProgramTexts | Promise<ProgramTexts>>>;

let sources: TextSources | undefined;
/** The last language that was asked for: a slower one before it does not replace it. */
let wanted: Language | undefined;

async function show(language: Language): Promise<void> {
  wanted = language;
  const texts = (await sources?.[language]()) ?? {};
  for (const [namespace, text] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, text);
  if (wanted === language && i18next.language !== language) await i18next.changeLanguage(language);
}

/**
 * Starts the texts of a program, before its first render.
 * @throws when the texts of its language cannot be fetched
 */
export async function startI18n(texts: TextSources): Promise<void> {
  sources = texts;
  const mark = (language: string) => (document.documentElement.lang = language);
  i18next.on('languageChanged', mark);
  // The portal is framed by the settings: a switch in one reaches the other through the storage event.
  addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY && isLanguage(event.newValue)) void show(event.newValue);
  });
  const language = wantedLanguage();
  void i18next.use(initReactI18next).init({
    resources: { en: { ui: en }, fr: { ui: fr } },
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'ui',
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    initAsync: false,
    returnNull: false,
  });
  mark(language);
  await show(language);
}

/**
 * Switches the language and remembers it.
 * @throws when its texts cannot be fetched
 */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  await show(language);
}
