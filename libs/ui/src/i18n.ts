import i18next, { type i18n, type ResourceKey, type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { withFrenchSpaces } from './french-spaces.js';
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

/** The language chosen in this browser; undefined without a choice. */
export function chosenLanguage(): Language | undefined {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    return isLanguage(kept) ? kept : undefined;
  } catch {
    // Storage may be disabled: then the languages of the browser decide.
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

/** Where a program has its texts in each language: in its bundle, or in a script that is loaded with the language. */
export type TextSources = Readonly<Record<Language, () => ProgramTexts | Promise<ProgramTexts>>>;

/** The texts of the program, then of the parts that were loaded later. */
const sources = new Set<TextSources>();
/** The last requested language: a slower earlier one does not replace it. */
let wanted: Language | undefined;

const OPTIONS = {
  fallbackLng: 'en',
  defaultNS: 'ui',
  // React escapes what it renders.
  interpolation: { escapeValue: false },
  initAsync: false,
  returnNull: false,
} as const;

/** The texts of a namespace with the spaces of French. */
function spaced(texts: ResourceKey): ResourceKey {
  const reviver = (_: string, value: unknown) => (typeof value === 'string' ? withFrenchSpaces(value) : value);
  return JSON.parse(JSON.stringify(texts), reviver) as ResourceKey;
}

async function load(texts: TextSources, language: Language): Promise<void> {
  for (const [namespace, text] of Object.entries(await texts[language]())) {
    // Merged: the texts of a program may come in several parts.
    i18next.addResourceBundle(language, namespace, language === 'fr' ? spaced(text) : text, true, true);
  }
}

/**
 * Adds the texts of a part of the program that is loaded later. Resolves when its texts can be shown.
 * @throws if the texts of the present language cannot be loaded
 */
export async function addTexts(texts: TextSources): Promise<void> {
  sources.add(texts);
  await load(texts, wanted ?? 'en');
}

/**
 * Shows the program in a language without storing the choice.
 * @throws if its texts cannot be loaded
 */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  await Promise.all([...sources].map((texts) => load(texts, language)));
  if (wanted === language && i18next.language !== language) await i18next.changeLanguage(language);
}

/** The texts of a program in one language, for a server, which renders pages in both. Both languages must be in the bundle. */
export function createTexts(sources: TextSources, language: Language): i18n {
  const texts = { ui: { en, fr }[language], ...(sources[language]() as ProgramTexts) };
  const namespaces = Object.entries(texts).map(([name, text]) => [name, language === 'fr' ? spaced(text) : text]);
  const instance = i18next.createInstance();
  void instance.init({
    ...OPTIONS,
    lng: language,
    resources: { [language]: Object.fromEntries(namespaces) as ProgramTexts },
  });
  return instance;
}

/**
 * Loads the texts of a program before its first render.
 * @param rendered the language of the page that the server rendered: the language that was chosen in this browser comes after it
 * @throws if the texts of its language cannot be loaded
 */
export async function startI18n(texts: TextSources, rendered?: Language): Promise<void> {
  sources.add(texts);
  const mark = (language: string) => (document.documentElement.lang = language);
  i18next.on('languageChanged', mark);
  // A change of the language in the settings applies to an open portal, and vice versa.
  addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY && isLanguage(event.newValue)) void showLanguage(event.newValue);
  });
  const language = rendered ?? wantedLanguage();
  void i18next.use(initReactI18next).init({
    resources: { en: { ui: en }, fr: { ui: spaced(fr) } },
    lng: language,
    ...OPTIONS,
  });
  mark(language);
  await showLanguage(language);
  const chosen = chosenLanguage();
  // Not awaited: the page is taken over in the language in which it was rendered.
  if (chosen && chosen !== language) setTimeout(() => void showLanguage(chosen));
}

/**
 * Switches the language and stores the choice.
 * @throws if its texts cannot be loaded
 */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  await showLanguage(language);
}
