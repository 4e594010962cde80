import { redirectUriFault } from '@billhook/domain/identity/oauth';
import { inLanguage } from '@billhook/ui/domain-texts';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { linesOf } from './application-values.js';

const MOST_REDIRECT_URIS = 20;

/** What is wrong with redirect URIs, in words; undefined if nothing is. */
export function useRedirectUriError(): (text: string) => string | undefined {
  const { t } = useTexts('applications');
  const language = useLanguage();
  return (text) => {
    const uris = linesOf(text);
    for (const uri of uris) {
      const error = redirectUriFault(uri);
      if (error) return t('form.redirectError', { uri, error: inLanguage(error, language) });
    }
    const twice = uris.find((uri, index) => uris.indexOf(uri) !== index);
    if (twice !== undefined) return t('form.redirectTwice', { uri: twice });
    return uris.length > MOST_REDIRECT_URIS ? t('form.redirectMany', { count: MOST_REDIRECT_URIS }) : undefined;
  };
}
