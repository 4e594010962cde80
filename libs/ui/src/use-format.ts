import { useTranslation } from 'react-i18next';
import { formatOf, type Format } from './format.js';

/** The reader's own variety of the language (en-GB writes dates unlike en-US), as far as the browser tells. */
function localeOf(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

/** The formats of the language on screen. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return formatOf(localeOf(i18n.language));
}
