import { useTranslation } from 'react-i18next';
import { formatOf, type Format } from './format.js';

/** The formats of the language on screen. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return formatOf(i18n.language);
}
