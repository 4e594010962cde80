import { RESOURCES, resourceProperty, type ResourceName, type ResourceProperty } from './resources.js';

type WordsLanguage = 'en' | 'fr';

/** A text for each of some resources. */
type TextsOf<Name extends string> = { readonly [Each in Name]: string };

const textsOf = <Name extends ResourceName>(names: readonly Name[], textOf: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, textOf(name)])) as TextsOf<Name>;

/** An acronym keeps its capitals. */
const lowerFirst = (title: string): string =>
  /^\p{Lu}\p{Lu}/u.test(title) ? title : title[0]?.toLowerCase() + title.slice(1);

/** Plurals as titles, by name: `Credit notes`. */
export const resourceTitles = <Name extends ResourceName>(names: readonly Name[], language: WordsLanguage) =>
  textsOf(names, (name) => RESOURCES[name].many[language]);

/** Plurals as titles, by the property that counts them: `creditNotes`. */
export const propertyTitles = <Name extends ResourceName>(names: readonly Name[], language: WordsLanguage) =>
  Object.fromEntries(names.map((name) => [resourceProperty(name), RESOURCES[name].many[language]])) as TextsOf<
    ResourceProperty<Name>
  >;

/** Plurals as titles, by their paths: `credit-notes`. */
export const pathTitles = <Name extends ResourceName>(names: readonly Name[], language: WordsLanguage) =>
  Object.fromEntries(names.map((name) => [RESOURCES[name].plural, RESOURCES[name].many[language]])) as TextsOf<
    (typeof RESOURCES)[Name]['plural']
  >;

/** One of each, by its id: `Credit note {{id}}`. */
export const resourceLabels = <Name extends ResourceName>(names: readonly Name[], language: WordsLanguage) =>
  textsOf(names, (name) => `${RESOURCES[name].one[language]} {{id}}`);

/** A text for each, with its words as in a sentence: `credit note`, `credit notes`. */
export const resourceTexts = <Name extends ResourceName>(
  names: readonly Name[],
  language: WordsLanguage,
  textOf: (words: { readonly one: string; readonly many: string }) => string,
) =>
  textsOf(names, (name) => {
    const { one, many } = RESOURCES[name];
    return textOf({ one: lowerFirst(one[language]), many: lowerFirst(many[language]) });
  });

/** Plurals in a sentence: `credit notes`, in French with their article. */
export const resourcePlurals = <Name extends ResourceName>(names: readonly Name[], language: WordsLanguage) =>
  resourceTexts(names, language, ({ many }) => `${language === 'fr' ? 'les ' : ''}${many}`);

/** The plurals of several resources as an English list: `clients, quotes and invoices`. */
export const listResources = (names: readonly ResourceName[]): string =>
  new Intl.ListFormat('en-GB').format(Object.values(resourcePlurals(names, 'en')));
