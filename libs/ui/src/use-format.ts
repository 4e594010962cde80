import { formatOf, localeOf, type Format } from './format.js';
import { useLanguage } from './use-texts.js';

/** The formats of the current language, in the reader's own variety of it. */
export function useFormat(): Format {
  const language = useLanguage();
  return formatOf(localeOf(language, navigator.languages));
}
