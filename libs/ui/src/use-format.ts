import { useTranslation } from 'react-i18next';
import { formatOf, localeOf, type Format } from './format.js';

/** The formats of the language on screen, in the reader's own variety of it. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return formatOf(localeOf(i18n.language, navigator.languages));
}
