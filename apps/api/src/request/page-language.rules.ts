/** The language of a page for a visitor, from the header Accept-Language: French if the browser prefers it to English. */
export const pageLanguage = (accepted = ''): 'en' | 'fr' =>
  /\b(?:en|fr)\b/i.exec(accepted)?.[0].toLowerCase() === 'fr' ? 'fr' : 'en';
