import { redirectUriError } from '@billhook/domain/identity/application';
import { inLanguage } from '@billhook/ui/domain-texts';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { linesOf } from './application-values.js';

const MOST_REDIRECT_URIS = 20;

/** The error of a list of redirect URIs, as text; undefined if there is none. */
export function useRedirectUriError(): (text: string) => string | undefined {
  const { t } = useTexts('applications');
  const language = useLanguage();
  return (text) => {
    const uris = linesOf(text);
    for (const uri of uris) {
      const error = redirectUriError(uri);
      if (error) return t('form.redirectError', { uri, error: inLanguage(error, language) });
    }
    const twice = uris.find((uri, index) => uris.indexOf(uri) !== index);
    if (twice !== undefined) return t('form.redirectTwice', { uri: twice });
    return uris.length > MOST_REDIRECT_URIS ? t('form.redirectMany', { count: MOST_REDIRECT_URIS }) : undefined;
  };
}
